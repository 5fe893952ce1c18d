// One program of the cluster as a process: it can be started, killed and started again.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chooseLauncher } from '#platform/embedded-postgres/launcher.ts'

export type Engine = {
  name: string
  /** Starts the program, and returns when it answers. */
  start(): Promise<void>
  /** Ends it as a crash does. */
  kill(): Promise<void>
  /** Ends it in order. */
  stop(): Promise<void>
}

type EngineOptions = {
  name: string
  /** Has the log, and the files of `files`. */
  folder: string
  /** The program and its arguments. */
  command: string[]
  env?: Record<string, string>
  /** Files that the program reads, by name, readable for its user alone. */
  files?: Record<string, string>
  /** Whether the program refuses to run as root. */
  refusesRoot?: boolean
  cwd?: string
  isReady: () => Promise<boolean>
}

const startTimeoutMs = 120_000
const stopTimeoutMs = 30_000
const pollMs = 50
const logTailCharacters = 2_000

/** Waits until the condition holds; an error counts as not yet. */
export const waitUntil = async (
  what: string,
  condition: () => Promise<boolean>,
  timeoutMs = startTimeoutMs,
): Promise<void> => {
  const deadline = performance.now() + timeoutMs
  while (!(await condition().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`Not reached in ${timeoutMs / 1_000} seconds: ${what}.`)
    await pause(pollMs)
  }
}

/** Whether a GET request is answered with this status, 200 where none is given. */
export const answers = async (url: string, status = 200): Promise<boolean> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
  await response.body?.cancel()
  return response.status === status
}

// The kernel ends the program when this process dies for any reason.
const endsWithParent = ['setpriv', '--pdeathsig', 'TERM', '--']

const createPrefix = (): string[] =>
  spawnSync('setpriv', ['--version'], { stdio: 'ignore' }).status === 0 ? endsWithParent : []

/** Ends the process and waits for it; one that does not end is killed. */
const endProcess = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  child.kill(signal)
  await exited
  clearTimeout(timer)
}

/** Writes the files, and returns what the program is run as. */
const prepareFolder = ({ folder, files = {}, refusesRoot = false }: EngineOptions) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const paths = Object.entries(files).map(([name, text]) => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    return path
  })
  if (!refusesRoot) return { prefix: createPrefix(), spawnAs: null }
  const { prefix, account, spawnAs } = chooseLauncher(folder)
  if (account) for (const path of [folder, ...paths]) chownSync(path, account.uid, account.gid)
  return { prefix, spawnAs }
}

export const createEngine = (options: EngineOptions): Engine => {
  const { name, folder, command, env = {}, cwd = '/', isReady } = options
  const { prefix, spawnAs } = prepareFolder(options)
  const logFile = join(folder, 'log')
  let child: ChildProcess | null = null
  const readLogTail = () => readFileSync(logFile, 'utf8').slice(-logTailCharacters)
  const start = async () => {
    const [file = '', ...args] = [...prefix, ...command]
    const log = openSync(logFile, 'a', 0o600)
    const started = spawn(file, args, {
      ...spawnAs,
      cwd,
      // Ctrl-C in a terminal goes to this process alone, which ends the programs in order.
      detached: true,
      env: { ...process.env, ...env },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    child = started
    await waitUntil(`${name} answers`, async () => {
      if (started.exitCode !== null || started.signalCode !== null) return true
      return isReady()
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${readLogTail()}`)
    })
    if (started.exitCode !== null || started.signalCode !== null)
      throw new Error(`${name} did not start:\n${readLogTail()}`)
  }
  const end = async (signal: NodeJS.Signals) => {
    if (child) await endProcess(child, signal)
  }
  return { name, start, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}
