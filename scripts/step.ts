import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { noTests, type TestCounts } from './test-counts.ts'

const compileCacheDir = join(import.meta.dirname, '../node_modules/.compiled')
// The end of a streamed output says what failed outside the tests.
const streamedTailCharacters = 4_000

/** Result of a step: its tests, or the step itself counted as one test. */
export type Outcome = TestCounts & { output: string }

/**
 * One check.
 * - `run`: runs it; the signal aborts it
 */
export type Step = { name: string; run: (signal: AbortSignal) => Promise<Outcome> }

type Command = { args: string[]; env?: Record<string, string>; isStreamed?: boolean }

/** Runs a command of node_modules/.bin; returns whether it succeeded and its output, of a streamed one the end. */
export function runCommand(command: Command, signal: AbortSignal): Promise<{ isSuccessful: boolean; output: string }> {
  const { args, env = {}, isStreamed = false } = command
  const [file = '', ...restArgs] = args
  // Tests set NODE_ENV themselves; the caller's value would change results.
  // The compile cache saves a quarter of the work of each of the hundred app starts.
  const environment = { NODE_COMPILE_CACHE: compileCacheDir, ...process.env, NODE_ENV: undefined, ...env }
  const child = spawn(file, restArgs, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = () => child.kill(signal.reason)
  signal.addEventListener('abort', stop)

  let output = ''
  const appendOutput = (text: string) => {
    if (isStreamed) process.stdout.write(text)
    output = isStreamed ? (output + text).slice(-streamedTailCharacters) : output + text
  }
  child.stdout.setEncoding('utf8').on('data', appendOutput)
  child.stderr.setEncoding('utf8').on('data', appendOutput)
  return new Promise((resolve) => {
    child.once('error', (error) =>
      resolve({ isSuccessful: false, output: `${file} did not start: ${error.message}\n` }),
    )
    child.once('close', (code) => {
      signal.removeEventListener('abort', stop)
      resolve({ isSuccessful: code === 0, output })
    })
  })
}

/** Creates a step of one command that counts as one test; shows its output only when it fails. */
export function createCommandStep(name: string, args: string[], env: Record<string, string> = {}): Step {
  return {
    name,
    run: async (signal) => {
      const { isSuccessful, output } = await runCommand({ args, env }, signal)
      return isSuccessful ? { ...noTests, passed: 1, output: '' } : { ...noTests, failed: 1, output }
    },
  }
}
