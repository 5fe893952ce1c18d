// `npm run test:firefox`: runs the main journeys in Firefox, if it is installed. `npm test` does not need it.
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { buildIfChanged } from '../build-if-changed.ts'
import { findFirefoxObstacle, minFirefoxVersion } from './firefox-version.ts'
import { runCommand } from '../step.ts'

// The binary, not the shell script that some systems have in PATH.
const binaryPaths = [
  '/usr/lib/firefox-esr/firefox-esr',
  '/usr/lib/firefox/firefox',
  '/usr/lib64/firefox/firefox',
  '/snap/firefox/current/usr/lib/firefox/firefox',
]

const log = (line: string) => console.log(line)
const exe = process.env.FIREFOX_EXE ?? binaryPaths.find((binaryPath) => existsSync(binaryPath))
const obstacle = exe === undefined ? null : findFirefoxObstacle(exe)

if (exe === undefined) {
  log(`Skipped: there is no Firefox here. Install Firefox ${minFirefoxVersion} or newer, or name one in FIREFOX_EXE.`)
} else if (obstacle !== null) {
  log(`Skipped: ${obstacle} Name another one in FIREFOX_EXE.`)
} else {
  const root = dirname(dirname(import.meta.dirname))
  process.chdir(root)
  log(`The browser is ${exe}.`)
  await buildIfChanged({ root, log })
  const args = ['playwright', 'test', '-c', 'tests/e2e/firefox.config.ts', ...process.argv.slice(2)]
  const abortController = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abortController.abort(signal))
  const { isSuccessful } = await runCommand(
    { args, env: { FIREFOX_EXE: exe }, isStreamed: true },
    abortController.signal,
  )
  process.exitCode = isSuccessful ? 0 : 1
}
