import { spawn } from 'node:child_process'
import { join } from 'node:path'

const compiled = join(import.meta.dirname, '../node_modules/.compiled')

/** What a step came to: tests counted one by one where the step can tell them, itself counted as one where not. */
export type Outcome = { passed: number; failed: number; output: string }

/**
 * One check.
 * - `run`: does it; the signal asks it to stop
 */
export type Step = { name: string; run: (signal: AbortSignal) => Promise<Outcome> }

type Command = { words: string[]; env?: Record<string, string>; isShownLive?: boolean }

/** Runs a command of node_modules/.bin to its end and gives whether it succeeded and what it wrote. */
export function runCommand(command: Command, signal: AbortSignal): Promise<{ isGood: boolean; output: string }> {
  const { words, env = {}, isShownLive = false } = command
  const [file = '', ...rest] = words
  // The tests choose their own mode; one that the person has set for the shop would change what they see.
  // The shop is opened a hundred times: what Node has compiled once is read again, a quarter of each opening's work.
  const environment = { NODE_COMPILE_CACHE: compiled, ...process.env, NODE_ENV: undefined, ...env }
  const child = spawn(file, rest, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = () => child.kill(signal.reason)
  signal.addEventListener('abort', stop)

  let output = ''
  const take = (text: string) => {
    if (isShownLive) process.stdout.write(text)
    else output += text
  }
  child.stdout.setEncoding('utf8').on('data', take)
  child.stderr.setEncoding('utf8').on('data', take)
  return new Promise((done) => {
    child.once('error', (error) => done({ isGood: false, output: `${file} did not start: ${error.message}\n` }))
    child.once('close', (code) => {
      signal.removeEventListener('abort', stop)
      done({ isGood: code === 0, output })
    })
  })
}

/** A step that is one command and counts as one check; what it wrote is shown only when it fails. */
export function commandStep(name: string, words: string[]): Step {
  return {
    name,
    run: async (signal) => {
      const { isGood, output } = await runCommand({ words }, signal)
      return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, output: isGood ? '' : output }
    },
  }
}
