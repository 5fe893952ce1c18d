// The data folder and the socket folder.
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
import { makeFolder } from '#platform/process/make-folder.ts'
import type { Binaries } from './binaries.ts'
import { PostgresError } from './errors.ts'

// A socket path may have about 100 bytes; our folder and file names take 30 of them.
const maxSocketRootBytes = 70
const majorVersion = '18'

/** Creates the parent folder and returns the path without symlinks. Throws PostgresError when it is not writable. */
export function resolveDataDir(dataDir: string): string {
  const parent = dirname(resolve(dataDir))
  try {
    makeFolder(parent)
    accessSync(parent, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new PostgresError(
      `The database cannot be stored in ${dataDir}, because ${parent} is not writable (${getErrorCode(error)}): make it writable, or set DATA_DIR to another folder.`,
    )
  }
  return join(realpathSync(parent), basename(dataDir))
}

/** Whether the folder contains a database. Throws PostgresError for other files or another version of PostgreSQL. */
export function hasData(dataDir: string): boolean {
  if (listFiles(dataDir).length === 0) return false
  const versionFile = join(dataDir, 'PG_VERSION')
  if (!existsSync(versionFile)) {
    throw new PostgresError(
      `The folder ${dataDir} is not empty and contains no database: move it away, or set DATA_DIR to another folder.`,
    )
  }
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version === majorVersion) return true
  throw new PostgresError(
    `The database in ${dataDir} was created by PostgreSQL ${version || '(unknown)'} and this is PostgreSQL ${majorVersion}: dump it with pg_dump of that version, or move the folder away to start with an empty one.`,
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

/** Makes the user that runs the server the owner of existing data, and closes it to everybody else. */
export function changeOwner(dataDir: string, account: Account | null): void {
  const { uid, mode } = statSync(dataDir)
  const currentUid = process.getuid?.()
  if (currentUid !== undefined && currentUid !== 0 && uid !== currentUid) {
    throw new PostgresError(
      `The database in ${dataDir} belongs to user ${uid}: start as that user, or set DATA_DIR to another folder.`,
    )
  }
  // PostgreSQL does not start with a folder that others can read, such as after a copy.
  if ((mode & 0o027) !== 0) chmodSync(dataDir, 0o700)
  if (account && account.uid !== uid) spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, dataDir])
}

type InitOptions = { durable: boolean; launcher: Launcher; binaries: Binaries }

/**
 * Creates an empty database cluster. It is created beside the folder and then renamed, so that an interrupted initdb
 * is never used as data.
 */
export async function initDataDir(dataDir: string, { durable, launcher, binaries }: InitOptions): Promise<void> {
  refuseUnsafePath(binaries)
  removeAbandoned(dataDir)
  const tempDir = `${dataDir}.new-${process.pid}`
  mkdirSync(tempDir, { mode: 0o700 })
  const { account, spawnAs, prefix } = launcher
  if (account) chownSync(tempDir, account.uid, account.gid)
  // The builtin locale sorts the same on every system, so the folder can move between systems.
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

// initdb starts postgres through a shell, with its path in double quotes.
function refuseUnsafePath({ initdb }: Binaries): void {
  const folder = dirname(initdb)
  if (/["$`\n]/.test(folder))
    throw new PostgresError(
      `PostgreSQL cannot create a database from ${folder}, because the path contains a double quote, a dollar sign, a backtick or a line break: move the project to another folder, or set DATABASE_URL to the address of a PostgreSQL 15 or newer.`,
    )
}

function moveIntoPlace(tempDir: string, dataDir: string): void {
  try {
    renameSync(tempDir, dataDir)
  } catch (error) {
    rmSync(tempDir, { recursive: true, force: true })
    // Another process created the database at the same time: use that one.
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

/** Creates a socket folder that only the server's user can enter. Deletes socket folders of dead processes. */
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
    // It belongs to another user, whose next start deletes it.
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
