// Installs the packages of package-lock.json when they are not installed. Runs before npm scripts, on the system's Node and
// before node_modules exists, so it imports no package.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNpm } from './set-up/find-npm.mjs'
import { describeUnsupportedSystem } from './set-up/supported-systems.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const mark = join(root, 'node_modules', '.installed')
// Outside node_modules, because an installation deletes that folder first.
const lock = join(root, '.installing')
const lockStepMs = 500
// A lock folder without a pid for this long belongs to a set-up that was killed.
const namelessStepsMax = 6
const progressMs = 10_000

await setUp()

async function setUp() {
  refuseOtherSystems()
  const wanted = fingerprint()
  if (read(mark) === wanted) return
  takeLock()
  try {
    // Another set-up may have installed while this one waited.
    if (read(mark) !== wanted) await install(wanted)
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function refuseOtherSystems() {
  const { platform, arch, versions } = process
  const problem = describeUnsupportedSystem({ platform, arch, node: versions.node })
  if (problem !== null) stop(problem)
}

// Covers the lock file, the dependency fields of package.json, and the platform, which selects optional packages.
function fingerprint() {
  const { allowScripts, dependencies, devDependencies, optionalDependencies } = JSON.parse(
    read(join(root, 'package.json')),
  )
  const blocks = JSON.stringify({ allowScripts, dependencies, devDependencies, optionalDependencies })
  const system = `${process.platform}-${process.arch}`
  return createHash('sha256')
    .update(read(join(root, 'package-lock.json')))
    .update(blocks)
    .update(system)
    .digest('hex')
}

async function install(wanted) {
  console.log('Installing the packages, which takes a minute or two the first time…')
  const [program, ...npmArgs] = findNpm()
  // Hides npm's warnings about the Node version: the app runs on its own Node 24. Errors still show.
  const options = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const startedAt = Date.now()
  const timer = setInterval(() => {
    console.log(`Still installing the packages (${Math.round((Date.now() - startedAt) / 1_000)} s)…`)
  }, progressMs)
  const npm = spawn(program, [...npmArgs, ...options], { cwd: root, stdio: 'inherit' })
  const [status] = await once(npm, 'close')
    .catch((error) => stop(`npm could not be started (${error.message}): install npm and run this again.`))
    .finally(() => clearInterval(timer))
  if (status !== 0)
    stop('The packages could not be installed: look at the lines above, check the network, and run this again.')
  writeFileSync(mark, wanted)
}

function takeLock() {
  let hasLogged = false
  for (let step = 0; !tryLock(); step++) {
    const owner = Number(read(join(lock, 'pid')) ?? 0)
    const isStale = owner > 0 ? !isAlive(owner) : step >= namelessStepsMax
    if (isStale) rmSync(lock, { recursive: true, force: true })
    else if (!hasLogged) console.log('Another installation is running here; waiting for it to end…')
    hasLogged ||= !isStale
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lockStepMs)
  }
  writeFileSync(join(lock, 'pid'), String(process.pid))
}

function tryLock() {
  try {
    mkdirSync(lock)
  } catch (error) {
    if (error.code !== 'EEXIST')
      stop(`The packages cannot be installed, because ${root} is not writable (${error.code}).`)
    return false
  }
  return true
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function stop(message) {
  // process.exit skips the finally above; the lock of another set-up must stay.
  if (read(join(lock, 'pid')) === String(process.pid)) rmSync(lock, { recursive: true, force: true })
  console.error(message)
  process.exit(1)
}
