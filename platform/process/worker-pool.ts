// Helper processes for heavy or risky work: they run at a lower priority, and a crash does not affect the server.
import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { createQueue } from '#platform/load-shedding/queue.ts'

/** The helper process exited, or exceeded the timeout and was killed. */
export class WorkerLostError extends Error {}
/** `maxQueued` tasks are waiting already. */
export class WorkerPoolBusyError extends Error {}

export type WorkerPool = {
  /** Sends one message to a helper and returns its reply. Throws WorkerPoolBusyError or WorkerLostError. */
  run(message: object): Promise<unknown>
  close(): void
}

type Options = {
  /** The program of a helper. It replies to each message with one message, in order. */
  file: string
  /** How many helpers work at once, and how many more tasks may wait. */
  concurrency: number
  maxQueued: number
  /** A helper that takes longer for one task is killed. */
  timeoutMs: number
  /** A helper that is idle for so long is stopped. */
  idleTimeoutMs: number
}

type PoolWorker = { process: ChildProcess; idleTimer: NodeJS.Timeout | null }

// Helpers get no settings and no secrets. Two malloc arenas limit the memory that native code fragments.
const env = { MALLOC_ARENA_MAX: '2' }

const startWorker = (file: string): PoolWorker => {
  const child = fork(file, { env, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  // A helper must not keep the server process alive.
  child.unref()
  child.channel?.unref()
  // Requests for pages and the API come first.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  return { process: child, idleTimer: null }
}

const requestResult = ({ process: child }: PoolWorker, message: object, timeoutMs: number): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      child.off('message', handleMessage).off('exit', handleExit).off('error', handleExit)
      settle()
    }
    const handleMessage = (result: unknown) => finish(() => resolve(result))
    const handleExit = () => finish(() => reject(new WorkerLostError('The helper process exited.')))
    const timer = setTimeout(
      () => finish(() => reject(new WorkerLostError('The helper process exceeded its timeout.'))),
      timeoutMs,
    )
    child.once('message', handleMessage).once('exit', handleExit).once('error', handleExit)
    child.send(message, (error) => (error ? handleExit() : undefined))
  })

/** Creates a pool of helper processes. Each starts when there is work for it; one that crashes is replaced. */
export const createWorkerPool = ({ file, concurrency, maxQueued, timeoutMs, idleTimeoutMs }: Options): WorkerPool => {
  const idleWorkers: PoolWorker[] = []
  const workers = new Set<PoolWorker>()
  const createFullError = () => new WorkerPoolBusyError('Too many tasks are waiting.')
  const enqueue = createQueue({ concurrency, maxQueued, createFullError })

  const stopWorker = (worker: PoolWorker) => {
    if (worker.idleTimer) clearTimeout(worker.idleTimer)
    workers.delete(worker)
    const index = idleWorkers.indexOf(worker)
    if (index !== -1) idleWorkers.splice(index, 1)
    worker.process.kill('SIGKILL')
  }
  const acquireWorker = (): PoolWorker => {
    const idleWorker = idleWorkers.pop()
    if (idleWorker?.idleTimer) clearTimeout(idleWorker.idleTimer)
    if (idleWorker) return idleWorker
    const worker = startWorker(file)
    workers.add(worker)
    worker.process.once('exit', () => stopWorker(worker))
    return worker
  }
  const releaseWorker = (worker: PoolWorker) => {
    worker.idleTimer = setTimeout(() => stopWorker(worker), idleTimeoutMs).unref()
    idleWorkers.push(worker)
  }
  const runTask = async (message: object): Promise<unknown> => {
    const worker = acquireWorker()
    try {
      const result = await requestResult(worker, message, timeoutMs)
      releaseWorker(worker)
      return result
    } catch (error) {
      stopWorker(worker)
      throw error
    }
  }

  return {
    run: (message) => enqueue(() => runTask(message)),
    close: () => {
      for (const worker of workers) stopWorker(worker)
    },
  }
}
