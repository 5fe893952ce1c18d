import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

const listChildPids = (pid: number): number[] => {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return children.split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

const isImageWorker = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('pictures/image-worker.ts')
  } catch {
    return false
  }
}

const killAll = (pids: readonly number[]): number => {
  let killed = 0
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGSEGV')
      killed += 1
    } catch {
      // It has already ended.
    }
  }
  return killed
}

export const imageWorkerCrashes: FaultKind = {
  id: 'F45',
  what: 'the processes that decode pictures die (SIGSEGV) again and again',
  run: async ({ harness, random, ms, log }) => {
    let killed = 0
    const deadline = performance.now() + ms
    while (performance.now() < deadline) {
      killed += killAll(listChildPids(harness.server.pid() ?? 0).filter(isImageWorker))
      await pause(random.between(100, 800))
    }
    log(`${killed} workers died`)
    return []
  },
}
