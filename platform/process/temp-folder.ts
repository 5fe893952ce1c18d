// Temporary folders that name the process that made them, so that those of a killed process are recognised.
import { mkdtemp } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

// Containers may share a data folder and have the same process ids, but not the same host name.
const host = hostname().replaceAll(/[^\w.]/g, '_')
const startedAt = Date.now() - process.uptime() * 1000

/** Creates `<prefix><pid>@<host>-<random>` in `parent`, which exists. */
export const createTempFolder = (parent: string, prefix: string): Promise<string> =>
  mkdtemp(join(parent, `${prefix}${process.pid}@${host}-`))

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Whether the process that made this temporary folder has ended. `writtenAt` is the time of its last change. */
export const isAbandoned = (name: string, writtenAt: Date): boolean => {
  const [, pid, madeAt] = /(\d+)@([\w.]+)-\w{6}$/.exec(name) ?? []
  if (pid === undefined || madeAt !== host) return false
  // A restarted container has the process id of before.
  return Number(pid) === process.pid ? writtenAt.getTime() < startedAt : !isRunning(Number(pid))
}
