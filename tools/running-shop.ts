// The real shop in a process of its own, for tests that kill it and for browsers that visit it.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'

const root = join(import.meta.dirname, '..')
const openMs = 60_000
const ready = /Motohaat is open: (\S+)/

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

/** Starts the shop as `npm start` does, with these settings and waits until it says that it is open; fails with what it printed. */
export const startShop = async (settings: Record<string, string>): Promise<RunningShop> => {
  const child = spawn(process.execPath, startWords(), {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  let over = false
  void ended.then(() => (over = true))
  const until = performance.now() + openMs
  while (!ready.test(text)) {
    if (over || performance.now() > until) {
      child.kill('SIGKILL')
      throw new Error(`The shop did not open:\n${text}`)
    }
    await pause(20)
  }
  return { process: child, url: ready.exec(text)?.[1] ?? '', printed: () => text, ended }
}

/** The process id of the PostgreSQL that has this shop's data open. */
export const postgresPid = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
