// Helper processes: heavy or risky work done beside the server, at a lower priority, and lost without it.
import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/** The helper died, or took too long and was ended. */
export class WorkerLostError extends Error {}
/** More are waiting already than may wait. */
export class WorkerPoolBusyError extends Error {}

export type WorkerPool = {
  /** Sends one message to a helper and gives its answer. Throws HelpersBusy or HelperLost. */
  run(message: object): Promise<unknown>
  close(): void
}

type Options = {
  /** The file that a helper runs; it answers each message by one message, in turn. */
  file: string
  /** How many work at once, and how many questions may wait beside them. */
  concurrency: number
  maxQueued: number
  /** A helper that takes longer is ended. */
  timeoutMs: number
  /** A helper without work for so long is let go. */
  idleTimeoutMs: number
}

type PoolWorker = { process: ChildProcess; idle: NodeJS.Timeout | null }

// Settings and secrets are none of a helper's business; fewer arenas keep the memory of native code flat.
const env = { MALLOC_ARENA_MAX: '2' }

const startWorker = (file: string): PoolWorker => {
  const child = fork(file, { env, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  // A helper must not keep the server from ending.
  child.unref()
  child.channel?.unref()
  // Those who wait for a page come first.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  return { process: child, idle: null }
}

const requestResult = ({ process: child }: PoolWorker, message: object, timeoutMs: number): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      child.off('message', handleMessage).off('exit', handleExit).off('error', handleExit)
      settle()
    }
    const handleMessage = (result: unknown) => finish(() => resolve(result))
    const handleExit = () => finish(() => reject(new WorkerLostError('The helper died.')))
    const timer = setTimeout(() => finish(() => reject(new WorkerLostError('The helper took too long.'))), timeoutMs)
    child.once('message', handleMessage).once('exit', handleExit).once('error', handleExit)
    child.send(message, (error) => (error ? handleExit() : undefined))
  })

/** Opens a team of helpers; each is started when there is work for it and replaced when it was lost. */
export const createWorkerPool = ({ file, concurrency, maxQueued, timeoutMs, idleTimeoutMs }: Options): WorkerPool => {
  const idleWorkers: PoolWorker[] = []
  const workers = new Set<PoolWorker>()
  const queue: (() => void)[] = []
  let runningCount = 0

  const stopWorker = (worker: PoolWorker) => {
    if (worker.idle) clearTimeout(worker.idle)
    workers.delete(worker)
    const index = idleWorkers.indexOf(worker)
    if (index !== -1) idleWorkers.splice(index, 1)
    worker.process.kill('SIGKILL')
  }
  const acquireWorker = (): PoolWorker => {
    const idleWorker = idleWorkers.pop()
    if (idleWorker?.idle) clearTimeout(idleWorker.idle)
    if (idleWorker) return idleWorker
    const worker = startWorker(file)
    workers.add(worker)
    worker.process.once('exit', () => stopWorker(worker))
    return worker
  }
  const releaseWorker = (worker: PoolWorker) => {
    worker.idle = setTimeout(() => stopWorker(worker), idleTimeoutMs).unref()
    idleWorkers.push(worker)
  }
  const acquireSlot = async () => {
    if (runningCount < concurrency) {
      runningCount += 1
      return
    }
    if (queue.length >= maxQueued) throw new WorkerPoolBusyError('Too many are waiting.')
    // Whoever ends hands the place on, so the count of those who work stays.
    await new Promise<void>((resolve) => queue.push(resolve))
  }
  const releaseSlot = () => {
    const next = queue.shift()
    if (next) next()
    else runningCount -= 1
  }

  return {
    run: async (message) => {
      await acquireSlot()
      const worker = acquireWorker()
      try {
        const result = await requestResult(worker, message, timeoutMs)
        releaseWorker(worker)
        return result
      } catch (error) {
        stopWorker(worker)
        throw error
      } finally {
        releaseSlot()
      }
    },
    close: () => {
      for (const worker of workers) stopWorker(worker)
    },
  }
}
