// Starts the shop again whenever it ends, as the supervisor of a real machine does, and writes down how long it was away.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { spawnShop, type StartedHow, type StartingShop } from '#tests/support/server-process.ts'

// A shop that cannot open, because its database is away, is tried again this soon.
const againMs = 300

export type Sample = { atMs: number; pid: number; rssMb: number }

export type Supervisor = {
  pid(): number | undefined
  /** Ends the process with this signal; the supervisor opens another one. */
  kill(signal: NodeJS.Signals): void
  /** Asks the process to end, and waits until it has: with which code, and in how many milliseconds. */
  endInOrder(): Promise<{ code: number | null; tookMs: number }>
  /** How the next one is started. */
  change(how: StartedHow, settings?: Record<string, string>): void
  isOpen(): boolean
  untilOpen(): Promise<void>
  /** How long it was away each time: from its end until it was open again, in milliseconds. */
  awayMs: number[]
  /** How many ended, for whatever reason. */
  ends(): number
  /** Resident memory, in MB, of the process that runs now. */
  sample(): Sample | null
  printed(): string
  /** What went wrong inside and was answered 500: the sentences of the log, each once with its number. */
  inner(): ReadonlyMap<string, number>
  stop(): Promise<void>
}

const rssOf = (pid: number): number | null => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return null
  }
}

const wentWrong = z.object({
  err: z.object({ message: z.string() }),
  msg: z.string().startsWith('Something went wrong'),
})

/** Notes each error of this text that was answered 500. */
const noteInner = (inner: Map<string, number>, text: string): void => {
  for (const line of text.split('\n')) {
    if (!line.includes('Something went wrong')) continue
    const said = wentWrong.safeParse(parsed(line)).data?.err.message ?? line.slice(0, 300)
    inner.set(said, (inner.get(said) ?? 0) + 1)
  }
}

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

type State = { shop: StartingShop; isOpen: boolean; isStopping: boolean; ends: number; endedAt: number; told: string }

/** Opens the shop with these settings and keeps it open until `stop`. */
export const openSupervisor = (usual: Record<string, string>): Supervisor => {
  const awayMs: number[] = []
  const next: { how: StartedHow; settings: Record<string, string> } = { how: {}, settings: {} }
  const spawn = () => spawnShop({ ...usual, ...next.settings }, next.how)
  const state: State = { shop: spawn(), isOpen: false, isStopping: false, ends: 0, endedAt: 0, told: '' }

  const noteOpening = async (shop: StartingShop): Promise<void> => {
    // One that did not open ends, which `keep` sees.
    if ((await shop.opened.catch(() => null)) === null || state.shop !== shop) return
    state.isOpen = true
    if (state.endedAt > 0) awayMs.push(performance.now() - state.endedAt)
    state.endedAt = 0
  }

  const inner = new Map<string, number>()
  const keep = async (): Promise<void> => {
    while (!state.isStopping) {
      const { shop } = state
      void noteOpening(shop)
      await shop.ended
      state.told = shop.printed()
      noteInner(inner, state.told)
      state.ends += 1
      if (state.endedAt === 0) state.endedAt = performance.now()
      if (!state.isOpen) await pause(againMs)
      state.isOpen = false
      if (!state.isStopping) state.shop = spawn()
    }
  }
  const keeping = keep()

  const untilOpen = async (): Promise<void> => {
    while (!state.isOpen && !state.isStopping) await pause(20)
  }
  return {
    awayMs,
    pid: () => state.shop.process.pid,
    kill: (signal) => void state.shop.process.kill(signal),
    endInOrder: async () => {
      const { shop } = state
      const beganAt = performance.now()
      shop.process.kill('SIGTERM')
      const code = await shop.ended
      return { code, tookMs: performance.now() - beganAt }
    },
    change: (how, settings = {}) => void Object.assign(next, { how, settings }),
    isOpen: () => state.isOpen,
    untilOpen,
    ends: () => state.ends,
    sample: () => {
      const { pid } = state.shop.process
      const rssMb = pid === undefined ? null : rssOf(pid)
      return pid === undefined || rssMb === null ? null : { atMs: performance.now(), pid, rssMb }
    },
    printed: () => state.told + state.shop.printed(),
    inner: () => {
      const all = new Map(inner)
      noteInner(all, state.shop.printed())
      return all
    },
    stop: async () => {
      state.isStopping = true
      state.shop.process.kill('SIGTERM')
      const late = setTimeout(() => state.shop.process.kill('SIGKILL'), 15_000)
      await keeping
      clearTimeout(late)
    },
  }
}
