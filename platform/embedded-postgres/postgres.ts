// Embedded PostgreSQL from an npm package, in its own data folder: no installation, no TCP port, no password.
import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chooseLauncher, type Launcher } from './launcher.ts'
import { changeOwner, hasData, initDataDir, createSocketDir, resolveDataDir } from './data-directory.ts'
import { waitUntilFree } from './lock-file.ts'
import { createRotatingLog } from './rotating-log.ts'
import { findBinaries, mayEnter, type Binaries } from './binaries.ts'
import { toInUseMessage, PostgresError, toPostgresError } from './errors.ts'

export { PostgresError } from './errors.ts'

/**
 * A running server. Connect with `host: socketDir`, `user: 'postgres'` and no password.
 * `ended` resolves with a message when the server exits unexpectedly, with null after `stop()`.
 */
export type Cluster = { socketDir: string; pid: number; stop(): Promise<void>; ended: Promise<string | null> }

type Options = { dataDir: string; durable?: boolean; log?: (line: string) => void }
type ClusterConfig = { dataDir: string; durable: boolean; logFile: string; launcher: Launcher; binaries: Binaries }

// The end of PostgreSQL's output, which explains a failed start.
const maxOutputCharacters = 8_000
// A shutdown writes a checkpoint first. After the timeout the server is killed and recovers at its next start.
const shutdownTimeoutMs = 20_000
const retryMs = 250
// A standby accepts read-only connections.
const isReady = /database system is ready to accept (?:read-only )?connections/

/**
 * Starts PostgreSQL with the data in `dataDir`, which is created when missing. `durable: false` is for temporary
 * databases: faster, and lost at a power failure. `log` receives slow steps. Call it on the main thread: the server exits
 * with the thread that started it. Throws PostgresError when it cannot start.
 */
export async function startPostgres(options: Options): Promise<Cluster> {
  const { dataDir, durable = true, log = () => {} } = options
  const config = { ...resolveConfig(dataDir), durable }
  await waitUntilFree(config.dataDir, log)
  if (hasData(config.dataDir)) changeOwner(config.dataDir, config.launcher.account)
  else await initDatabase(config, log)
  return startWithRetry(config, log)
}

// Child processes of a killed server hold its shared memory for a moment.
async function startWithRetry(config: ClusterConfig, log: (line: string) => void): Promise<Cluster> {
  for (let triesLeft = 20; ; triesLeft--) {
    try {
      return await startServer(config)
    } catch (error) {
      const isTransient = error instanceof PostgresError && error.message === toInUseMessage(config.dataDir)
      if (!isTransient || triesLeft === 0) throw error
    }
    await sleep(retryMs)
    await waitUntilFree(config.dataDir, log)
  }
}

function resolveConfig(requestedDir: string): Omit<ClusterConfig, 'durable'> {
  const dataDir = resolveDataDir(requestedDir)
  const parent = dirname(dataDir)
  const launcher = chooseLauncher(dataDir)
  if (launcher.spawnAs && !mayEnter(parent, launcher.spawnAs)) {
    throw new PostgresError(
      `PostgreSQL may not run as root, and the user it runs as instead (${launcher.spawnAs.uid}) cannot enter ${parent}: set DATA_DIR to a folder that everybody may enter, such as /var/lib/shop, or start as an ordinary user.`,
    )
  }
  return { dataDir, launcher, logFile: join(parent, 'postgres.log'), binaries: findBinaries(launcher, parent) }
}

async function initDatabase(config: ClusterConfig, log: (line: string) => void): Promise<void> {
  log(`Creating an empty database in ${config.dataDir}…`)
  try {
    await initDataDir(config.dataDir, config)
  } catch (error) {
    throw toPostgresError(error instanceof Error ? error.message : String(error), config)
  }
}

async function startServer(config: ClusterConfig): Promise<Cluster> {
  const { account, spawnAs, prefix } = config.launcher
  const socketDir = createSocketDir(account)
  const settings = [...getBaseSettings(socketDir), ...(config.durable ? [] : nonDurableSettings)].flatMap((setting) => [
    '-c',
    setting,
  ])
  const [file = '', ...args] = [...prefix, config.binaries.postgres, '-D', config.dataDir, '-p', '5432', ...settings]
  // Detached, so that Ctrl-C does not reach the server before the last request has finished.
  const server = spawn(file, args, { ...spawnAs, cwd: '/', detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    await waitUntilReady(server, config)
  } catch (error) {
    rmSync(socketDir, { recursive: true, force: true })
    throw error
  }
  return watchServer(server, { socketDir, logFile: config.logFile })
}

function getBaseSettings(socketDir: string): string[] {
  const socketSettings = [`unix_socket_directories=${socketDir}`, 'unix_socket_permissions=0700', 'listen_addresses=']
  return [...socketSettings, 'max_connections=100', 'timezone=UTC', 'log_timezone=UTC', 'lc_messages=C']
}

const nonDurableSettings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

function waitUntilReady(server: ChildProcess, config: ClusterConfig): Promise<void> {
  const appendToLog = createRotatingLog(config.logFile)
  let output = ''
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(toPostgresError(error.message, config)))
    server.once('close', () => reject(toPostgresError(output, config)))
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      appendToLog(text)
      output = (output + text).slice(-maxOutputCharacters)
      if (isReady.test(output)) resolve()
    })
  })
}

function watchServer(server: ChildProcess, { socketDir, logFile }: { socketDir: string; logFile: string }): Cluster {
  let isStopping = false
  const stopWithParent = () => server.kill('SIGINT')
  // Without setpriv --pdeathsig this at least stops the server at an ordinary exit.
  process.once('exit', stopWithParent)
  const ended = new Promise<string | null>((resolve) => {
    server.once('exit', (code, signal) => {
      process.off('exit', stopWithParent)
      rmSync(socketDir, { recursive: true, force: true })
      resolve(
        isStopping ? null : `PostgreSQL exited unexpectedly (${signal ?? `code ${code}`}): its log is ${logFile}.`,
      )
    })
  })
  const stop = async () => {
    isStopping = true
    await stopServer(server, ended)
  }
  return { socketDir, pid: server.pid ?? 0, stop, ended }
}

async function stopServer(server: ChildProcess, ended: Promise<unknown>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    server.kill(signal)
    const abortController = new AbortController()
    const timedOut = sleep(shutdownTimeoutMs, true, { signal: abortController.signal }).catch(() => false)
    const hasEnded = await Promise.race([ended.then(() => true), timedOut.then(() => false)])
    abortController.abort()
    if (hasEnded) return
  }
  await ended
}
