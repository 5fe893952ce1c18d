// Restarts the app whenever it ends, as a supervisor in production does, and records the downtime.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { spawnServer, type StartOptions, type StartingServer } from '#tests/support/server-process.ts'

// A shop that cannot open, because its database is away, is tried again this soon.
const retryDelayMs = 300

export type Sample = { atMs: number; pid: number; rssMb: number }

export type Supervisor = {
  pid(): number | undefined
  /** Ends the process with this signal; the supervisor opens another one. */
  kill(signal: NodeJS.Signals): void
  /** Asks the process to end, and waits until it has: with which code, and in how many milliseconds. */
  shutDown(): Promise<{ code: number | null; tookMs: number }>
  /** How the next one is started. */
  setNextStart(startOptions: StartOptions, settings?: Record<string, string>): void
  isReady(): boolean
  waitUntilReady(): Promise<void>
  /** How long it was away each time: from its end until it was open again, in milliseconds. */
  downtimesMs: number[]
  /** How many ended, for whatever reason. */
  countExits(): number
  /** Resident memory, in MB, of the process that runs now. */
  sample(): Sample | null
  getOutput(): string
  /** What went wrong inside and was answered 500: the sentences of the log, each once with its number. */
  getServerErrors(): ReadonlyMap<string, number>
  stop(): Promise<void>
}

const readRssMb = (pid: number): number | null => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return null
  }
}

const ServerErrorLine = z.object({
  err: z.object({ message: z.string() }),
  msg: z.string().startsWith('Something went wrong'),
})

/** Notes each error of this text that was answered 500. */
const collectServerErrors = (serverErrors: Map<string, number>, text: string): void => {
  for (const line of text.split('\n')) {
    if (!line.includes('Something went wrong')) continue
    const message = ServerErrorLine.safeParse(parseJson(line)).data?.err.message ?? line.slice(0, 300)
    serverErrors.set(message, (serverErrors.get(message) ?? 0) + 1)
  }
}

const parseJson = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

type State = {
  server: StartingServer
  isReady: boolean
  isStopping: boolean
  exits: number
  exitedAt: number
  earlierOutput: string
}

/** Opens the shop with these settings and keeps it open until `stop`. */
export const createSupervisor = (defaultSettings: Record<string, string>): Supervisor => {
  const downtimesMs: number[] = []
  const next: { startOptions: StartOptions; settings: Record<string, string> } = { startOptions: {}, settings: {} }
  const spawn = () => spawnServer({ ...defaultSettings, ...next.settings }, next.startOptions)
  const state: State = { server: spawn(), isReady: false, isStopping: false, exits: 0, exitedAt: 0, earlierOutput: '' }

  const recordStart = async (server: StartingServer): Promise<void> => {
    // A process that did not start exits, which `supervise` handles.
    if ((await server.started.catch(() => null)) === null || state.server !== server) return
    state.isReady = true
    if (state.exitedAt > 0) downtimesMs.push(performance.now() - state.exitedAt)
    state.exitedAt = 0
  }

  const serverErrors = new Map<string, number>()
  const supervise = async (): Promise<void> => {
    while (!state.isStopping) {
      const { server } = state
      void recordStart(server)
      await server.exited
      state.earlierOutput = server.getOutput()
      collectServerErrors(serverErrors, state.earlierOutput)
      state.exits += 1
      if (state.exitedAt === 0) state.exitedAt = performance.now()
      if (!state.isReady) await pause(retryDelayMs)
      state.isReady = false
      if (!state.isStopping) state.server = spawn()
    }
  }
  const supervision = supervise()

  const waitUntilReady = async (): Promise<void> => {
    while (!state.isReady && !state.isStopping) await pause(20)
  }
  return {
    downtimesMs,
    pid: () => state.server.process.pid,
    kill: (signal) => void state.server.process.kill(signal),
    shutDown: async () => {
      const { server } = state
      const startedAt = performance.now()
      server.process.kill('SIGTERM')
      const code = await server.exited
      return { code, tookMs: performance.now() - startedAt }
    },
    setNextStart: (startOptions, settings = {}) => void Object.assign(next, { startOptions, settings }),
    isReady: () => state.isReady,
    waitUntilReady,
    countExits: () => state.exits,
    sample: () => {
      const { pid } = state.server.process
      const rssMb = pid === undefined ? null : readRssMb(pid)
      return pid === undefined || rssMb === null ? null : { atMs: performance.now(), pid, rssMb }
    },
    getOutput: () => state.earlierOutput + state.server.getOutput(),
    getServerErrors: () => {
      const merged = new Map(serverErrors)
      collectServerErrors(merged, state.server.getOutput())
      return merged
    },
    stop: async () => {
      state.isStopping = true
      state.server.process.kill('SIGTERM')
      const killTimer = setTimeout(() => state.server.process.kill('SIGKILL'), 15_000)
      await supervision
      clearTimeout(killTimer)
    },
  }
}
