// postmaster.pid names the process that uses a data folder. PostgreSQL removes a stale file, except when its pid belongs
// to a zombie or to another program; then it would never start again.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { toInUseMessage, PostgresError } from './errors.ts'

type Server = { pid: number; isOrphan: boolean }
type ProcessInfo = { parentPid: number; isZombie: boolean; command: string; folder: string | null }

// After a restart the previous server exits within 5 seconds. An orphaned server first writes its last checkpoint,
// which takes longer on a slow disk.
const waitStepMs = 50
const maxRestartSteps = 100
const maxOrphanSteps = 600

/** Socket folders contain the pid of the process that started the server, which identifies orphaned servers. */
export const socketDirPattern = /^embedded-pg-(\d+)-/

/**
 * Waits until no server uses the folder (a path without symlinks). Stops a server whose owner died. Throws PostgresError
 * when its owner is alive for longer than a restart takes.
 */
export async function waitUntilFree(dataDir: string, log: (line: string) => void): Promise<void> {
  for (let step = 0; ; step++) {
    const server = findServer(dataDir)
    if (!server) return
    if (step === 0) log('Waiting for the PostgreSQL of an earlier run to exit…')
    if (step > (server.isOrphan ? maxOrphanSteps : maxRestartSteps)) throw new PostgresError(toInUseMessage(dataDir))
    if (server.isOrphan && step % maxRestartSteps === 0) requestShutdown(server.pid)
    await sleep(waitStepMs)
  }
}

function findServer(dataDir: string): Server | null {
  const file = join(dataDir, 'postmaster.pid')
  if (!existsSync(file)) return null
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  const ownerPid = Number(socketDirPattern.exec(basename(lines[4] ?? ''))?.[1] ?? 0)
  const processInfo = pid > 0 ? readProcess(pid) : null
  if (processInfo && !processInfo.isZombie && isServerOf(dataDir, processInfo)) {
    return { pid, isOrphan: ownerPid > 0 && processInfo.parentPid !== ownerPid }
  }
  if (processInfo || !(pid > 0)) markStale(file, lines)
  return null
}

// PostgreSQL treats a file with its parent's pid as stale, and still checks that no process of the dead server uses its
// shared memory. Deleting the file would skip that check.
function markStale(file: string, lines: string[]): void {
  writeFileSync(file, [String(process.pid), ...lines.slice(1)].join('\n'))
}

// A server's working directory is its data folder, even when it was started with another spelling of the path.
function isServerOf(dataDir: string, { command, folder }: ProcessInfo): boolean {
  if (!command.includes('postgres')) return false
  return folder ? folder === dataDir : command.includes(dataDir)
}

function requestShutdown(pid: number): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    // It has exited, or belongs to another user; the next check shows which.
  }
}

function readProcess(pid: number): ProcessInfo | null {
  try {
    return existsSync('/proc/self/stat') ? readFromProc(pid) : readFromPs(pid)
  } catch {
    return null
  }
}

function readFromProc(pid: number): ProcessInfo {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The program name is in parentheses and may contain spaces and parentheses itself.
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  return { parentPid: Number(parent), isZombie: state === 'Z', command, folder: readWorkingDir(pid) }
}

function readWorkingDir(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

function readFromPs(pid: number): ProcessInfo {
  const line = execFileSync('ps', ['-o', 'ppid=,state=,command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  const [parent, state = '', ...command] = line.split(/\s+/)
  return { parentPid: Number(parent), isZombie: state.startsWith('Z'), command: command.join(' '), folder: null }
}
