// The real shop in a process of its own, for tests that kill it and for browsers that visit it.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'

const root = join(import.meta.dirname, '../..')
const openMs = 120_000
const ready = /Motohaat is open: (\S+)/
const printedMost = 200_000

export type RunningShop = {
  process: ChildProcess
  url: string
  /** What it has printed so far. */
  printed(): string
  /** Ends with its exit code, or null when a signal ended it. */
  ended: Promise<number | null>
}

/** The words that `npm start` gives to Node: what bounds its memory, and the program. */
const startWords = (): string[] => {
  const { scripts } = z
    .object({ scripts: z.object({ start: z.string() }) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  return scripts.start.replace('exec node ', '').split(' ')
}

/** How a shop is started otherwise than `npm start` does it. */
export type StartedHow = {
  /** Other words for Node, such as what bounds its memory, in place of those of `npm start`. */
  flags?: string[]
  /** A line for the shell that ends in `exec "$@"` and so gives the process its bounds. */
  shell?: string
}

const commandOf = ({ flags, shell }: StartedHow): string[] => {
  const words = flags ? [...flags, 'server/main.ts'] : startWords()
  const node = [process.execPath, ...words]
  return shell === undefined ? node : ['/bin/sh', '-c', shell, 'sh', ...node]
}

/** A shop that is being opened: it can be killed before it is open. `opened` fails with what it printed. */
export type StartingShop = RunningShop & { opened: Promise<RunningShop> }

// Whoever drives it does a whole town's traffic from this one machine; what limits do is tested elsewhere.
const roomy = { LIMITS_FACTOR: '1000' }

/** Starts the shop as `npm start` does, with these settings. */
export const spawnShop = (settings: Record<string, string>, how: StartedHow = {}): StartingShop => {
  const [file = '', ...words] = commandOf(how)
  const child = spawn(file, words, {
    cwd: root,
    env: { ...process.env, ...roomy, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    // The end of it is enough to tell a story; the beginning is where it says that it is open.
    stream.on('data', (chunk) => (text = (text + String(chunk)).slice(-printedMost)))
  }
  // A run that ends before it could close what it had opened leaves no process behind.
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const ended = new Promise<number | null>((resolve) =>
    child.once('exit', (code) => {
      process.off('exit', endWithUs)
      resolve(code)
    }),
  )
  let over = false
  void ended.then(() => (over = true))
  const shop = { process: child, url: '', printed: () => text, ended }
  const open = async (): Promise<RunningShop> => {
    const until = performance.now() + openMs
    while (!ready.test(text)) {
      if (over || performance.now() > until) {
        child.kill('SIGKILL')
        throw new Error(`The shop did not open:\n${text}`)
      }
      await pause(20)
    }
    return { ...shop, url: ready.exec(text)?.[1] ?? '' }
  }
  return { ...shop, opened: open() }
}

/** Starts the shop as `npm start` does, with these settings and waits until it says that it is open; fails with what it printed. */
export const startShop = (settings: Record<string, string>): Promise<RunningShop> => spawnShop(settings).opened

/** The process id of the PostgreSQL that has this shop's data open. */
export const postgresPid = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
