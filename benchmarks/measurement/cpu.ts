// CPU time of processes, from Linux's /proc.
import { readdir, readFile } from 'node:fs/promises'

const ticksPerSecond = 100

/** The fields of /proc/<pid>/stat after the name; empty when the process has exited. */
const readStat = async (pid: number): Promise<string[]> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** User and system time of one process so far, in microseconds. */
export const getCpuMicroseconds = async (pid: number): Promise<number> => {
  const fields = await readStat(pid)
  return (((Number(fields[11]) || 0) + (Number(fields[12]) || 0)) / ticksPerSecond) * 1_000_000
}

/** The running child processes. */
const listChildren = async (pid: number): Promise<number[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(pids.map(async (one) => Number((await readStat(one))[1])))
  return pids.filter((_, at) => parents[at] === pid)
}

/** CPU time of a process and its children, in microseconds. PostgreSQL starts a child for every connection. */
export const getTreeCpuMicroseconds = async (pid: number): Promise<number> => {
  const spent = await Promise.all([pid, ...(await listChildren(pid))].map(getCpuMicroseconds))
  return spent.reduce((sum, one) => sum + one, 0)
}
