import { spawn } from 'node:child_process'
import { join } from 'node:path'

const compileCacheDir = join(import.meta.dirname, '../node_modules/.compiled')

/** What a step came to: tests counted one by one where the step can tell them, itself counted as one where not. */
export type Outcome = { passed: number; failed: number; output: string }

/**
 * One check.
 * - `run`: does it; the signal asks it to stop
 */
export type Step = { name: string; run: (signal: AbortSignal) => Promise<Outcome> }

type Command = { args: string[]; env?: Record<string, string>; isStreamed?: boolean }

/** Runs a command of node_modules/.bin to its end and gives whether it succeeded and what it wrote. */
export function runCommand(command: Command, signal: AbortSignal): Promise<{ isSuccessful: boolean; output: string }> {
  const { args, env = {}, isStreamed = false } = command
  const [file = '', ...restArgs] = args
  // The tests choose their own mode; one that the person has set for the shop would change what they see.
  // The shop is opened a hundred times: what Node has compiled once is read again, a quarter of each opening's work.
  const environment = { NODE_COMPILE_CACHE: compileCacheDir, ...process.env, NODE_ENV: undefined, ...env }
  const child = spawn(file, restArgs, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = () => child.kill(signal.reason)
  signal.addEventListener('abort', stop)

  let output = ''
  const appendOutput = (text: string) => {
    if (isStreamed) process.stdout.write(text)
    else output += text
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

/** A step that is one command and counts as one check; what it wrote is shown only when it fails. */
export function createCommandStep(name: string, args: string[]): Step {
  return {
    name,
    run: async (signal) => {
      const { isSuccessful, output } = await runCommand({ args }, signal)
      return { passed: isSuccessful ? 1 : 0, failed: isSuccessful ? 0 : 1, output: isSuccessful ? '' : output }
    },
  }
}
