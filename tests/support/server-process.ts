// The real shop in a process of its own, for tests that kill it and for browsers that visit it.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'

const root = join(import.meta.dirname, '../..')
const startTimeoutMs = 120_000
const readyPattern = /Motohaat is open: (\S+)/
const maxOutputCharacters = 200_000

export type ServerProcess = {
  process: ChildProcess
  url: string
  /** What it has printed so far. */
  getOutput(): string
  /** Ends with its exit code, or null when a signal ended it. */
  exited: Promise<number | null>
}

/** The words that `npm start` gives to Node: what bounds its memory, and the program. */
const getStartArgs = (): string[] => {
  const { scripts } = z
    .object({ scripts: z.object({ start: z.string() }) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  return scripts.start.replace('exec node ', '').split(' ')
}

/** How a shop is started otherwise than `npm start` does it. */
export type StartOptions = {
  /** Other words for Node, such as what bounds its memory, in place of those of `npm start`. */
  flags?: string[]
  /** A line for the shell that ends in `exec "$@"` and so gives the process its bounds. */
  shell?: string
}

const createCommand = ({ flags, shell }: StartOptions): string[] => {
  const args = flags ? [...flags, 'server/main.ts'] : getStartArgs()
  const node = [process.execPath, ...args]
  return shell === undefined ? node : ['/bin/sh', '-c', shell, 'sh', ...node]
}

/** A shop that is being opened: it can be killed before it is open. `opened` fails with what it printed. */
export type StartingServer = ServerProcess & { started: Promise<ServerProcess> }

// Whoever drives it does a whole town's traffic from this one machine; what limits do is tested elsewhere.
const relaxedLimits = { LIMITS_FACTOR: '1000' }

/** Starts the shop as `npm start` does, with these settings. */
export const spawnServer = (settings: Record<string, string>, options: StartOptions = {}): StartingServer => {
  const [file = '', ...args] = createCommand(options)
  const child = spawn(file, args, {
    cwd: root,
    env: { ...process.env, ...relaxedLimits, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    // The end of it is enough to tell a story; the beginning is where it says that it is open.
    stream.on('data', (chunk) => (output = (output + String(chunk)).slice(-maxOutputCharacters)))
  }
  // A run that ends before it could close what it had opened leaves no process behind.
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
        throw new Error(`The shop did not open:\n${output}`)
      }
      await pause(20)
    }
    return { ...server, url: readyPattern.exec(output)?.[1] ?? '' }
  }
  return { ...server, started: waitUntilReady() }
}

/** Starts the shop as `npm start` does, with these settings and waits until it says that it is open; fails with what it printed. */
export const startServer = (settings: Record<string, string>): Promise<ServerProcess> => spawnServer(settings).started

/** The process id of the PostgreSQL that has this shop's data open. */
export const getPostgresPid = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
