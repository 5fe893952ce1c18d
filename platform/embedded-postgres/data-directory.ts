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
import { socketDirPattern } from './lock-file.ts'
import type { Binaries } from './binaries.ts'
import { PostgresError } from './errors.ts'

// The operating system limits a socket's path to about a hundred bytes, and ours takes the last thirty.
const maxSocketRootBytes = 70
const majorVersion = '18'

/** Makes the folder above the data and gives the data's path without links. Refuses a place where we cannot write. */
export function resolveDataDir(dataDir: string): string {
  const parent = dirname(resolve(dataDir))
  try {
    mkdirSync(parent, { recursive: true })
    accessSync(parent, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new PostgresError(
      `The database cannot be kept in ${dataDir}, because ${parent} is not writable (${getErrorCode(error)}): make it writable, or set DATA_DIR to another folder.`,
    )
  }
  return join(realpathSync(parent), basename(dataDir))
}

/** Says whether the folder holds data already. Refuses a folder that holds something else or another version's data. */
export function hasData(dataDir: string): boolean {
  if (listFiles(dataDir).length === 0) return false
  const versionFile = join(dataDir, 'PG_VERSION')
  if (!existsSync(versionFile)) {
    throw new PostgresError(
      `The folder ${dataDir} is not empty and holds no database: move it away, or set DATA_DIR to another folder.`,
    )
  }
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version === majorVersion) return true
  throw new PostgresError(
    `The database in ${dataDir} was made by PostgreSQL ${version || '(unknown)'} and this is PostgreSQL ${majorVersion}: carry it over with that version's pg_dump, or move the folder away to begin with an empty one.`,
  )
}

function listFiles(dataDir: string): string[] {
  try {
    return existsSync(dataDir) ? readdirSync(dataDir) : []
  } catch (error) {
    const owner = statSync(dataDir).uid
    throw new PostgresError(
      `The folder ${dataDir} belongs to user ${owner} and cannot be read (${getErrorCode(error)}): start as that user, or set DATA_DIR to another folder.`,
    )
  }
}

/** Gives existing data to the user that will run the server, readable by nobody else. */
export function changeOwner(dataDir: string, account: Account | null): void {
  const { uid, mode } = statSync(dataDir)
  const currentUid = process.getuid?.()
  if (currentUid !== undefined && currentUid !== 0 && uid !== currentUid) {
    throw new PostgresError(
      `The database in ${dataDir} belongs to user ${uid}: start as that user, or set DATA_DIR to another folder.`,
    )
  }
  // PostgreSQL refuses a folder that others can read, which a careless copy leaves behind.
  if ((mode & 0o027) !== 0) chmodSync(dataDir, 0o700)
  if (account && account.uid !== uid) spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, dataDir])
}

type InitOptions = { durable: boolean; launcher: Launcher; binaries: Binaries }

/**
 * Makes an empty database in the folder. It is made beside the folder and moved there whole, so that one that was
 * killed half-way is never taken for data.
 */
export async function initDataDir(dataDir: string, { durable, launcher, binaries }: InitOptions): Promise<void> {
  removeAbandoned(dataDir)
  const tempDir = `${dataDir}.new-${process.pid}`
  mkdirSync(tempDir, { mode: 0o700 })
  const { account, spawnAs, prefix } = launcher
  if (account) chownSync(tempDir, account.uid, account.gid)
  // The collation of PostgreSQL itself, so that a folder sorts alike on every system it is carried to.
  const baseArgs = ['-D', tempDir, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-instructions']
  const localeArgs = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const syncArgs = durable ? [] : ['--no-sync']
  const [file = '', ...args] = [...prefix, binaries.initdb, ...baseArgs, ...localeArgs, ...syncArgs]
  try {
    await promisify(execFile)(file, args, { ...spawnAs, cwd: '/' })
  } catch (error) {
    rmSync(tempDir, { recursive: true, force: true })
    throw error
  }
  moveIntoPlace(tempDir, dataDir)
}

function moveIntoPlace(tempDir: string, dataDir: string): void {
  try {
    renameSync(tempDir, dataDir)
  } catch (error) {
    rmSync(tempDir, { recursive: true, force: true })
    // Two first starts at the same instant: the other one's data is as good.
    if (!existsSync(join(dataDir, 'PG_VERSION'))) throw error
  }
}

function removeAbandoned(dataDir: string): void {
  const parent = dirname(dataDir)
  const prefix = `${basename(dataDir)}.new-`
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length)))) continue
    rmSync(join(parent, name), { recursive: true, force: true })
  }
}

/** Makes a fresh folder for the socket that only the server's user can enter, and sweeps those of dead processes. */
export function createSocketDir(account: Account | null): string {
  const root = Buffer.byteLength(tmpdir()) > maxSocketRootBytes ? '/tmp' : tmpdir()
  for (const name of readdirSync(root)) {
    const ownerPid = socketDirPattern.exec(name)?.[1]
    if (ownerPid && !isAlive(Number(ownerPid))) removeFolder(join(root, name))
  }
  const socketDir = mkdtempSync(join(root, `embedded-pg-${process.pid}-`))
  if (account) chownSync(socketDir, account.uid, account.gid)
  return socketDir
}

function removeFolder(folder: string): void {
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
    return getErrorCode(error) === 'EPERM'
  }
}

function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
}
