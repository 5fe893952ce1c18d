// postmaster.pid: who has a folder of data open. PostgreSQL clears the file of a server that died, except when its
// number lives on as an unreaped zombie or as another program; then it would refuse to start for ever.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { toInUseMessage, PostgresError } from './errors.ts'

type Server = { pid: number; isOrphan: boolean }
type ProcessInfo = { parentPid: number; isZombie: boolean; command: string; folder: string | null }

// A restart overlaps with the run before it; its server ends within this time. Orphans end as fast as their last
// checkpoint, for which a slow disk needs longer.
const waitStepMs = 50
const maxRestartSteps = 100
const maxOrphanSteps = 600

/** Socket folders carry the number of the process that started the server, so that an orphan can be told. */
export const socketDirPattern = /^embedded-pg-(\d+)-/

/**
 * Waits until no server has the folder (a path without links) open. A server whose owner died is asked to end; one whose owner lives for
 * longer than a restart takes is refused with PostgresError.
 */
export async function waitUntilFree(dataDir: string, log: (line: string) => void): Promise<void> {
  for (let step = 0; ; step++) {
    const server = findServer(dataDir)
    if (!server) return
    if (step === 0) log('Waiting for the PostgreSQL of an earlier run to end…')
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

// PostgreSQL takes a file that names its own parent for a stale one, and then still checks that no process of the
// dead server holds its shared memory. Deleting the file would skip that check.
function markStale(file: string, lines: string[]): void {
  writeFileSync(file, [String(process.pid), ...lines.slice(1)].join('\n'))
}

// A server works inside its folder, so that tells even one started by hand with another spelling of the path.
function isServerOf(dataDir: string, { command, folder }: ProcessInfo): boolean {
  if (!command.includes('postgres')) return false
  return folder ? folder === dataDir : command.includes(dataDir)
}

function requestShutdown(pid: number): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    // It ended meanwhile, or belongs to somebody else; either way the next look tells.
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
  // The program's name stands in brackets and may hold spaces and brackets itself.
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
