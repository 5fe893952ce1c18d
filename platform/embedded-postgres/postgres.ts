// A PostgreSQL of our own, carried by npm, in a folder of its own: no set-up, no port, no password.
import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chooseLauncher, type Launcher } from './launcher.ts'
import { handOver, holdsData, makeData, makeSocketDir, placeFor } from './data-directory.ts'
import { waitUntilFree } from './lock-file.ts'
import { boundedLog } from './rotating-log.ts'
import { findPrograms, mayEnter, type Programs } from './binaries.ts'
import { inUse, PostgresTrouble, troubleFrom } from './errors.ts'

export { PostgresTrouble } from './errors.ts'

/**
 * A running server. Connect with `host: socketDir`, `user: 'postgres'` and no password.
 * `ended` resolves with a sentence when the server ends without being asked, with null after `stop()`.
 */
export type Cluster = { socketDir: string; pid: number; stop(): Promise<void>; ended: Promise<string | null> }

type Options = { dataDir: string; durable?: boolean; say?: (line: string) => void }
type Place = { dataDir: string; durable: boolean; logFile: string; launcher: Launcher; programs: Programs }

// What PostgreSQL last wrote, kept to explain why it did not open.
const keptCharacters = 8_000
// A server asked to end writes its last checkpoint first; one that takes longer is cut off, and repairs itself later.
const patienceMs = 20_000
const retryMs = 250
// A copy that follows another server lets in who only reads.
const isReady = /database system is ready to accept (?:read-only )?connections/

/**
 * Opens the database in `dataDir`, which is made when it is missing. `durable: false` is for databases to throw away:
 * faster, and lost with the machine's power. `say` hears of what takes long. Call it on the main thread: the server
 * ends with the thread that started it. Throws PostgresTrouble when the folder cannot be opened.
 */
export async function openPostgres(options: Options): Promise<Cluster> {
  const { dataDir, durable = true, say = () => {} } = options
  const place = { ...findPlace(dataDir), durable }
  await waitUntilFree(place.dataDir, say)
  if (holdsData(place.dataDir)) handOver(place.dataDir, place.launcher.account)
  else await makeDatabase(place, say)
  return startPatiently(place, say)
}

// The children of a server that was killed hold its memory for a moment longer than it lived.
async function startPatiently(place: Place, say: (line: string) => void): Promise<Cluster> {
  for (let triesLeft = 20; ; triesLeft--) {
    try {
      return await start(place)
    } catch (error) {
      const mayPass = error instanceof PostgresTrouble && error.message === inUse(place.dataDir)
      if (!mayPass || triesLeft === 0) throw error
    }
    await sleep(retryMs)
    await waitUntilFree(place.dataDir, say)
  }
}

function findPlace(wanted: string): Omit<Place, 'durable'> {
  const dataDir = placeFor(wanted)
  const above = dirname(dataDir)
  const launcher = chooseLauncher(dataDir)
  if (launcher.becomes && !mayEnter(above, launcher.becomes)) {
    throw new PostgresTrouble(
      `PostgreSQL may not run as root, and the user it runs as instead (${launcher.becomes.uid}) cannot enter ${above}: set DATA_DIR to a folder that everybody may enter, such as /var/lib/shop, or start as an ordinary user.`,
    )
  }
  return { dataDir, launcher, logFile: join(above, 'postgres.log'), programs: findPrograms(launcher, above) }
}

async function makeDatabase(place: Place, say: (line: string) => void): Promise<void> {
  say(`Making an empty database in ${place.dataDir}…`)
  try {
    await makeData(place.dataDir, place)
  } catch (error) {
    throw troubleFrom(error instanceof Error ? error.message : String(error), place)
  }
}

async function start(place: Place): Promise<Cluster> {
  const { account, becomes, prefix } = place.launcher
  const socketDir = makeSocketDir(account)
  const settings = [...always(socketDir), ...(place.durable ? [] : careless)].flatMap((setting) => ['-c', setting])
  const [file = '', ...words] = [...prefix, place.programs.postgres, '-D', place.dataDir, '-p', '5432', ...settings]
  // Detached, so that Ctrl-C reaches only us, and the server ends after the last request.
  const server = spawn(file, words, { ...becomes, cwd: '/', detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    await untilReady(server, place)
  } catch (error) {
    rmSync(socketDir, { recursive: true, force: true })
    throw error
  }
  return watch(server, { socketDir, logFile: place.logFile })
}

function always(socketDir: string): string[] {
  const door = [`unix_socket_directories=${socketDir}`, 'unix_socket_permissions=0700', 'listen_addresses=']
  return [...door, 'max_connections=100', 'timezone=UTC', 'log_timezone=UTC', 'lc_messages=C']
}

const careless = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

function untilReady(server: ChildProcess, place: Place): Promise<void> {
  const log = boundedLog(place.logFile)
  let written = ''
  return new Promise((ready, fail) => {
    server.once('error', (error) => fail(troubleFrom(error.message, place)))
    server.once('close', () => fail(troubleFrom(written, place)))
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log(text)
      written = (written + text).slice(-keptCharacters)
      if (isReady.test(written)) ready()
    })
  })
}

function watch(server: ChildProcess, { socketDir, logFile }: { socketDir: string; logFile: string }): Cluster {
  let isAsked = false
  const endWithUs = () => server.kill('SIGINT')
  // Where the system has no way to tie the server to us, this at least covers an ordinary exit.
  process.once('exit', endWithUs)
  const ended = new Promise<string | null>((tell) => {
    server.once('exit', (code, signal) => {
      process.off('exit', endWithUs)
      rmSync(socketDir, { recursive: true, force: true })
      tell(isAsked ? null : `PostgreSQL ended by itself (${signal ?? `code ${code}`}): its log is ${logFile}.`)
    })
  })
  const stop = async () => {
    isAsked = true
    await endInOrder(server, ended)
  }
  return { socketDir, pid: server.pid ?? 0, stop, ended }
}

async function endInOrder(server: ChildProcess, ended: Promise<unknown>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    server.kill(signal)
    const patience = new AbortController()
    const isLate = sleep(patienceMs, true, { signal: patience.signal }).catch(() => false)
    const isOver = await Promise.race([ended.then(() => true), isLate.then(() => false)])
    patience.abort()
    if (isOver) return
  }
  await ended
}
