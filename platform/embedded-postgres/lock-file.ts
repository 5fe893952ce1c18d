// postmaster.pid: who has a folder of data open. PostgreSQL clears the file of a server that died, except when its
// number lives on as an unreaped zombie or as another program; then it would refuse to start for ever.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inUse, PostgresTrouble } from './errors.ts'

type Server = { pid: number; isOrphan: boolean }
type Running = { parentPid: number; isZombie: boolean; command: string; folder: string | null }

// A restart overlaps with the run before it; its server ends within this time. Orphans end as fast as their last
// checkpoint, for which a slow disk needs longer.
const waitStepMs = 50
const overlapSteps = 100
const orphanSteps = 600

/** Socket folders carry the number of the process that started the server, so that an orphan can be told. */
export const socketDirName = /^embedded-pg-(\d+)-/

/**
 * Waits until no server has the folder (a path without links) open. A server whose owner died is asked to end; one whose owner lives for
 * longer than a restart takes is refused with PostgresTrouble.
 */
export async function waitUntilFree(dataDir: string, say: (line: string) => void): Promise<void> {
  for (let step = 0; ; step++) {
    const server = serverOf(dataDir)
    if (!server) return
    if (step === 0) say('Waiting for the PostgreSQL of an earlier run to end…')
    if (step > (server.isOrphan ? orphanSteps : overlapSteps)) throw new PostgresTrouble(inUse(dataDir))
    if (server.isOrphan && step % overlapSteps === 0) askToEnd(server.pid)
    await sleep(waitStepMs)
  }
}

function serverOf(dataDir: string): Server | null {
  const file = join(dataDir, 'postmaster.pid')
  if (!existsSync(file)) return null
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  const ownerPid = Number(socketDirName.exec(basename(lines[4] ?? ''))?.[1] ?? 0)
  const running = pid > 0 ? lookUp(pid) : null
  if (running && !running.isZombie && isServerOf(dataDir, running)) {
    return { pid, isOrphan: ownerPid > 0 && running.parentPid !== ownerPid }
  }
  if (running || !(pid > 0)) disown(file, lines)
  return null
}

// PostgreSQL takes a file that names its own parent for a stale one, and then still checks that no process of the
// dead server holds its shared memory. Deleting the file would skip that check.
function disown(file: string, lines: string[]): void {
  writeFileSync(file, [String(process.pid), ...lines.slice(1)].join('\n'))
}

// A server works inside its folder, so that tells even one started by hand with another spelling of the path.
function isServerOf(dataDir: string, { command, folder }: Running): boolean {
  if (!command.includes('postgres')) return false
  return folder ? folder === dataDir : command.includes(dataDir)
}

function askToEnd(pid: number): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    // It ended meanwhile, or belongs to somebody else; either way the next look tells.
  }
}

function lookUp(pid: number): Running | null {
  try {
    return existsSync('/proc/self/stat') ? fromProc(pid) : fromPs(pid)
  } catch {
    return null
  }
}

function fromProc(pid: number): Running {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The program's name stands in brackets and may hold spaces and brackets itself.
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  return { parentPid: Number(parent), isZombie: state === 'Z', command, folder: folderOf(pid) }
}

function folderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

function fromPs(pid: number): Running {
  const line = execFileSync('ps', ['-o', 'ppid=,state=,command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  const [parent, state = '', ...command] = line.split(/\s+/)
  return { parentPid: Number(parent), isZombie: state.startsWith('Z'), command: command.join(' '), folder: null }
}
