// The app in a process of its own, for tests that kill it and for browser tests.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'

const root = join(import.meta.dirname, '../..')
const startTimeoutMs = 240_000
const readyPattern = /Motohaat is open: (\S+)/
const defaultMaxOutputCharacters = 200_000

export type ServerProcess = {
  process: ChildProcess
  url: string
  /** The output so far. */
  getOutput(): string
  /** Resolves with the exit code, or null after a signal. */
  exited: Promise<number | null>
}

/** The arguments of Node in `npm start`: memory options and the program. */
const getStartArgs = (): string[] => {
  const { scripts } = z
    .object({ scripts: z.object({ start: z.string() }) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  return scripts.start.replace('exec node ', '').split(' ')
}

/** Differences to `npm start`. */
export type StartOptions = {
  /** Options for Node instead of those of `npm start`. */
  flags?: string[]
  /** A shell command that ends in `exec "$@"`, to set limits for the process. */
  shell?: string
  /** How much of the output is stored: its end. */
  maxOutputCharacters?: number
}

const createCommand = ({ flags, shell }: StartOptions): string[] => {
  const args = flags ? [...flags, 'server/main.ts'] : getStartArgs()
  const node = [process.execPath, ...args]
  return shell === undefined ? node : ['/bin/sh', '-c', shell, 'sh', ...node]
}

/** A starting process: it can be killed before it is ready. `started` rejects with its output. */
export type StartingServer = ServerProcess & { started: Promise<ServerProcess> }

// Tests send the traffic of many people from one address; other tests cover the limits.
const relaxedLimits = { LIMITS_FACTOR: '1000' }

/** Starts the app as `npm start` does, with these settings. */
export const spawnServer = (settings: Record<string, string>, options: StartOptions = {}): StartingServer => {
  const [file = '', ...args] = createCommand(options)
  const child = spawn(file, args, {
    cwd: root,
    env: { ...process.env, ...relaxedLimits, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { maxOutputCharacters = defaultMaxOutputCharacters } = options
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    // Stores only the end of the output.
    stream.on('data', (chunk) => (output = (output + String(chunk)).slice(-maxOutputCharacters)))
  }
  // An interrupted test run leaves no process behind.
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  const exited = new Promise<number | null>((resolve) =>
    child.once('exit', (code) => {
      process.off('exit', killChild)
      resolve(code)
    }),
  )
  let hasExited = false
  void exited.then(() => (hasExited = true))
  const server = { process: child, url: '', getOutput: () => output, exited }
  const waitUntilReady = async (): Promise<ServerProcess> => {
    const deadline = performance.now() + startTimeoutMs
    while (!readyPattern.test(output)) {
      if (hasExited || performance.now() > deadline) {
        child.kill('SIGKILL')
        throw new Error(`The app did not start:\n${output}`)
      }
      await pause(20)
    }
    return { ...server, url: readyPattern.exec(output)?.[1] ?? '' }
  }
  return { ...server, started: waitUntilReady() }
}

/** Starts the app as `npm start` does and waits until it is ready; rejects with its output. */
export const startServer = (settings: Record<string, string>, options?: StartOptions): Promise<ServerProcess> =>
  spawnServer(settings, options).started

/** The process id of the PostgreSQL of this data folder. */
export const getPostgresPid = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
