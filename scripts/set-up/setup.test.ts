// What a first start says while it lasts: the installation of the packages, and what the server prepares.
// @module-tag processes
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

// In place of npm: it lasts until the file exists, and ends with this status.
const toNpm = (file: string, status: number): string => `
  import { existsSync, mkdirSync } from 'node:fs'
  mkdirSync('node_modules', { recursive: true })
  const wait = () => (existsSync(${JSON.stringify(file)}) ? process.exit(${status}) : setTimeout(wait, 10))
  wait()`

// In place of the clock of the set-up: three of its intervals pass at once, and then npm may end.
const toClock = (file: string): string => `
  import { writeFileSync } from 'node:fs'
  let now = 0
  Date.now = () => now
  globalThis.setInterval = (run, ms) => {
    setTimeout(() => {
      for (let count = 0; count < 3; count += 1) {
        now += ms
        run()
      }
      writeFileSync(${JSON.stringify(file)}, '')
    }, 0)
  }`

/** A copy of the set-up; `run` runs it with an npm that ends with this status. */
const copySetUp = () => {
  const folder = mkdtempSync(join(tmpdir(), 'motohaat-setup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const path of ['scripts/setup.mjs', 'scripts/set-up', 'package.json', 'package-lock.json'])
    cpSync(join(root, path), join(folder, path), { recursive: true })
  const [npm, done] = [join(folder, 'npm.js'), join(folder, 'done')]
  const run = (status: number) => {
    rmSync(done, { force: true })
    writeFileSync(npm, toNpm(done, status))
    const preload = `data:text/javascript,${encodeURIComponent(toClock(done))}`
    const env = { ...process.env, npm_execpath: npm }
    const {
      stdout,
      stderr,
      status: ended,
    } = spawnSync(process.execPath, ['--import', preload, 'scripts/setup.mjs'], {
      cwd: folder,
      encoding: 'utf8',
      env,
    })
    return { lines: stdout.trim().split('\n'), stderr, status: ended }
  }
  return { folder, run }
}

const said = [
  'Installing the packages, which takes a minute or two the first time…',
  ...[10, 20, 30].map((seconds) => `Still installing the packages (${seconds} s)…`),
]

test('an installation that takes long says so every ten seconds, and the next start installs nothing', () => {
  const { folder, run } = copySetUp()
  expect(run(0)).toEqual({ lines: said, stderr: '', status: 0 })
  expect(existsSync(join(folder, '.installing'))).toBe(false)
  expect(run(0)).toEqual({ lines: [''], stderr: '', status: 0 })
})

test('an installation that fails says what to do, and is tried again', () => {
  const { folder, run } = copySetUp()
  for (const _ of [1, 2]) {
    const { lines, stderr, status } = run(1)
    expect(lines).toEqual(said)
    expect(stderr).toBe(
      'The packages could not be installed: look at the lines above, check the network, and run this again.\n',
    )
    expect(status).toBe(1)
    expect(existsSync(join(folder, '.installing'))).toBe(false)
  }
})

test.each(['seedDatabase', 'buildIfChanged', 'payDemoPurchases'])(
  'while the server waits for %s, it says so',
  (name) => {
    const main = readFileSync(join(root, 'server/main.ts'), 'utf8')
    const [, promise = ''] = new RegExp(`const (\\w+) = ${name}\\(`).exec(main) ?? []
    expect(main).toMatch(new RegExp(`await logWhileWaiting\\(log, '[^']+', ${promise}\\)`))
  },
)
