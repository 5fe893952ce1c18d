// How long processes have kept a core busy, as Linux counts it.
import { readdir, readFile } from 'node:fs/promises'

const ticksPerSecond = 100

/** The fields of /proc/<pid>/stat behind the name, or none when the process is gone. */
const readStat = async (pid: number): Promise<string[]> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** User and system time of a process so far, in microseconds; of a PostgreSQL that of all who work for it. */
export const getCpuMicroseconds = async (pid: number): Promise<number> => {
  const fields = await readStat(pid)
  return (((Number(fields[11]) || 0) + (Number(fields[12]) || 0)) / ticksPerSecond) * 1_000_000
}

/** The processes that this one has started and that are there still. */
const listChildren = async (pid: number): Promise<number[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(pids.map(async (one) => Number((await readStat(one))[1])))
  return pids.filter((_, at) => parents[at] === pid)
}

/** A process together with those that it has started, as PostgreSQL does for every connection. */
export const getTreeCpuMicroseconds = async (pid: number): Promise<number> => {
  const spent = await Promise.all([pid, ...(await listChildren(pid))].map(getCpuMicroseconds))
  return spent.reduce((sum, one) => sum + one, 0)
}
