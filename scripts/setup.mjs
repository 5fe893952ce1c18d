// Installs what package-lock.json names, when it is not installed yet. Runs before every npm script that needs it, on
// the machine's own Node and before node_modules exists: so nothing but Node's built-in modules here.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const mark = join(root, 'node_modules', '.installed')
// Outside node_modules, which an installation deletes first.
const lock = join(root, '.installing')
const lockStepMs = 500
// A folder without a name in it for this long belongs to a set-up that was killed between two lines.
const namelessStepsMax = 6

setUp()

function setUp() {
  refuseOldNode()
  const wanted = fingerprint()
  if (read(mark) === wanted) return
  takeLock()
  try {
    // Another set-up may have done it while this one waited.
    if (read(mark) !== wanted) install(wanted)
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  stop(`Node ${process.versions.node} is too old: install Node 20.19 or newer from nodejs.org and run this again.`)
}

// The lock says what to install, the blocks that it was made for this package.json, and the system which of the
// optional packages apply.
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

function install(wanted) {
  console.log('Installing the packages, which takes a moment the first time…')
  const [program, ...words] = npm()
  // npm warns about packages that ask for a newer Node than the one that installs; the shop runs on its own Node 24.
  // Errors still show.
  const options = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { error, status } = spawnSync(program, [...words, ...options], { cwd: root, stdio: 'inherit' })
  if (error) stop(`npm could not be started (${error.message}): install npm and run this again.`)
  if (status !== 0)
    stop('The packages could not be installed: look at the lines above, check the network, and run this again.')
  writeFileSync(mark, wanted)
}

// The npm that runs us, on the Node that runs us; without one, whatever npm the system finds.
function npm() {
  const running = process.env.npm_execpath
  return running?.endsWith('js') ? [process.execPath, running] : ['npm']
}

function takeLock() {
  let isTold = false
  for (let step = 0; !madeLock(); step++) {
    const owner = Number(read(join(lock, 'pid')) ?? 0)
    const isStale = owner > 0 ? !isAlive(owner) : step >= namelessStepsMax
    if (isStale) rmSync(lock, { recursive: true, force: true })
    else if (!isTold) console.log('Another installation is running here; waiting for it to end…')
    isTold ||= !isStale
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lockStepMs)
  }
  writeFileSync(join(lock, 'pid'), String(process.pid))
}

function madeLock() {
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

function stop(sentence) {
  // Leaving at once skips the finally above, and a lock of another set-up is not ours to take away.
  if (read(join(lock, 'pid')) === String(process.pid)) rmSync(lock, { recursive: true, force: true })
  console.error(sentence)
  process.exit(1)
}
