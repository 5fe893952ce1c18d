// `npm run test:webkit`: plays the stories of a deal in WebKit, which every browser on an iPhone is made of, if its driver is
// installed. `npm test` does not need it.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { installTool } from '../set-up/install-tool.ts'
import { runCommand } from '../step.ts'

const { WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver', DISPLAY } = process.env
const xvfb = '/usr/bin/Xvfb'
const root = dirname(dirname(import.meta.dirname))
const log = (line: string) => console.log(line)

/** What is missing here, or null. */
function findMissing(): string | null {
  const install = (name: string) => `Install it (on Debian: apt-get install ${name})`
  if (!existsSync(WEBKIT_DRIVER))
    return `Skipped: there is no WebKit driver here. ${install('webkit2gtk-driver')} or name it in WEBKIT_DRIVER.`
  if (DISPLAY === undefined && !existsSync(xvfb))
    return `Skipped: there is no screen here, and no Xvfb, which stands for one. ${install('xvfb')}.`
  return null
}

/** Starts a screen without a monitor; returns its name. */
function startScreen(processes: ChildProcess[]): Promise<string> {
  const screen = spawn(xvfb, ['-displayfd', '1', '-screen', '0', '1280x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  processes.push(screen)
  return new Promise((resolve, reject) => {
    screen.once('error', reject)
    screen.once('exit', (code) => reject(new Error(`Xvfb ended with code ${code}.`)))
    screen.stdout.setEncoding('utf8').once('data', (number: string) => resolve(`:${number.trim()}`))
  })
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function play(processes: ChildProcess[], signal: AbortSignal): Promise<boolean> {
  const display = DISPLAY ?? (await startScreen(processes))
  // A driver has one window at a time, and a deal has two people.
  const ports = [await findFreePort(), await findFreePort()]
  for (const port of ports)
    processes.push(
      spawn(WEBKIT_DRIVER, [`--port=${port}`, '--host=127.0.0.1'], {
        env: { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1' },
        stdio: 'ignore',
      }),
    )
  const args = ['vitest', 'run', '-c', 'tests/webkit/vitest.config.ts', ...process.argv.slice(2)]
  const env = { WEBKIT_DRIVER_URLS: ports.map((port) => `http://127.0.0.1:${port}`).join(' ') }
  return (await runCommand({ args, env, isStreamed: true }, signal)).isSuccessful
}

const missing = findMissing()
if (missing === null) {
  process.chdir(root)
  const processes: ChildProcess[] = []
  const abortController = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abortController.abort(signal))
  log(`The driver is ${WEBKIT_DRIVER}.`)
  await installTool('webdriver', log)
  try {
    process.exitCode = (await play(processes, abortController.signal)) ? 0 : 1
  } finally {
    for (const one of processes) one.kill()
  }
} else {
  log(missing)
}
