// The folder of data and the folder of the socket.
import { execFile, spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
} from 'node:fs'
import { realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Account, Launcher } from './launcher.ts'
import { socketDirName } from './lock-file.ts'
import type { Programs } from './binaries.ts'
import { PostgresTrouble } from './errors.ts'

// The operating system limits a socket's path to about a hundred bytes, and ours takes the last thirty.
const socketRootBytesMax = 70
const major = '18'

/** Makes the folder above the data and gives the data's path without links. Refuses a place where we cannot write. */
export function placeFor(dataDir: string): string {
  const above = dirname(resolve(dataDir))
  try {
    mkdirSync(above, { recursive: true })
    accessSync(above, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new PostgresTrouble(
      `The database cannot be kept in ${dataDir}, because ${above} is not writable (${codeOf(error)}): make it writable, or set DATA_DIR to another folder.`,
    )
  }
  return join(realpathSync(above), basename(dataDir))
}

/** Says whether the folder holds data already. Refuses a folder that holds something else or another version's data. */
export function holdsData(dataDir: string): boolean {
  if (filesIn(dataDir).length === 0) return false
  const versionFile = join(dataDir, 'PG_VERSION')
  if (!existsSync(versionFile)) {
    throw new PostgresTrouble(
      `The folder ${dataDir} is not empty and holds no database: move it away, or set DATA_DIR to another folder.`,
    )
  }
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version === major) return true
  throw new PostgresTrouble(
    `The database in ${dataDir} was made by PostgreSQL ${version || '(unknown)'} and this is PostgreSQL ${major}: carry it over with that version's pg_dump, or move the folder away to begin with an empty one.`,
  )
}

function filesIn(dataDir: string): string[] {
  try {
    return existsSync(dataDir) ? readdirSync(dataDir) : []
  } catch (error) {
    const owner = statSync(dataDir).uid
    throw new PostgresTrouble(
      `The folder ${dataDir} belongs to user ${owner} and cannot be read (${codeOf(error)}): start as that user, or set DATA_DIR to another folder.`,
    )
  }
}

/** Gives existing data to the user that will run the server, readable by nobody else. */
export function handOver(dataDir: string, account: Account | null): void {
  const { uid, mode } = statSync(dataDir)
  const mine = process.getuid?.()
  if (mine !== undefined && mine !== 0 && uid !== mine) {
    throw new PostgresTrouble(
      `The database in ${dataDir} belongs to user ${uid}: start as that user, or set DATA_DIR to another folder.`,
    )
  }
  // PostgreSQL refuses a folder that others can read, which a careless copy leaves behind.
  if ((mode & 0o027) !== 0) chmodSync(dataDir, 0o700)
  if (account && account.uid !== uid) spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, dataDir])
}

type Recipe = { durable: boolean; launcher: Launcher; programs: Programs }

/**
 * Makes an empty database in the folder. It is made beside the folder and moved there whole, so that one that was
 * killed half-way is never taken for data.
 */
export async function makeData(dataDir: string, { durable, launcher, programs }: Recipe): Promise<void> {
  sweepUnfinished(dataDir)
  const unfinished = `${dataDir}.new-${process.pid}`
  mkdirSync(unfinished, { mode: 0o700 })
  const { account, becomes, prefix } = launcher
  if (account) chownSync(unfinished, account.uid, account.gid)
  // The collation of PostgreSQL itself, so that a folder sorts alike on every system it is carried to.
  const words = ['-D', unfinished, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-instructions']
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const haste = durable ? [] : ['--no-sync']
  const [file = '', ...rest] = [...prefix, programs.initdb, ...words, ...locale, ...haste]
  try {
    await promisify(execFile)(file, rest, { ...becomes, cwd: '/' })
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
  moveIntoPlace(unfinished, dataDir)
}

function moveIntoPlace(unfinished: string, dataDir: string): void {
  try {
    renameSync(unfinished, dataDir)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Two first starts at the same instant: the other one's data is as good.
    if (!existsSync(join(dataDir, 'PG_VERSION'))) throw error
  }
}

function sweepUnfinished(dataDir: string): void {
  const above = dirname(dataDir)
  const start = `${basename(dataDir)}.new-`
  for (const name of readdirSync(above)) {
    if (!name.startsWith(start) || isAlive(Number(name.slice(start.length)))) continue
    rmSync(join(above, name), { recursive: true, force: true })
  }
}

/** Makes a fresh folder for the socket that only the server's user can enter, and sweeps those of dead processes. */
export function makeSocketDir(account: Account | null): string {
  const root = Buffer.byteLength(tmpdir()) > socketRootBytesMax ? '/tmp' : tmpdir()
  for (const name of readdirSync(root)) {
    const ownerPid = socketDirName.exec(name)?.[1]
    if (ownerPid && !isAlive(Number(ownerPid))) sweep(join(root, name))
  }
  const made = mkdtempSync(join(root, `embedded-pg-${process.pid}-`))
  if (account) chownSync(made, account.uid, account.gid)
  return made
}

function sweep(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // It belongs to somebody else, who will sweep it.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
}
