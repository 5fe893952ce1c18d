// Several processes that serve on one port. The first one listens for none of it by itself: it opens what there is once,
// hands connections to the others in turn, and sees to it that as many are there as were asked for.
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import { WorkerMessage, type WorkerCommand } from './messages.ts'

export type Workers = {
  /** Replaces all, one after the other, each only when its follower is listening. Throws when a follower did not open. */
  restart(): Promise<void>
  /** Says it to all that are there. */
  broadcast(command: WorkerCommand): void
  /** What each counts and times, as prom-client writes it; one that does not answer in time is left out. */
  collectMetrics(): Promise<object[][]>
  /** Lets all finish what is under way, and waits until they are gone. */
  close(): Promise<void>
}

type Options = {
  /** The program of a worker. */
  file: string
  count: number
  /** What a worker must know to open: read anew for each, since it may have changed. */
  getBootstrap: () => unknown
  log: (line: string) => void
}

/** `leaving` are those that were asked to go, which nobody replaces. */
type ClusterState = Options & {
  workers: Set<Worker>
  stopping: WeakSet<Worker>
  isClosing: boolean
  requestCount: number
}

// One that does not live for so long would be replaced in a circle without a rest.
const minLifetimeMs = 5_000
const restartDelayMs = 1_000
// Longer than a worker gives itself.
const stopTimeoutMs = 12_000
const metricsTimeoutMs = 2_000

/** How many connections to PostgreSQL each of so many may hold: all together leave some of its hundred to others. */
export const getConnectionsPerWorker = (workers: number): number => Math.min(12, Math.floor(80 / workers) - 2)

const sendCommand = (worker: Worker, command: WorkerCommand): void => {
  // It may have died a moment ago: then nobody needs to know.
  if (worker.isConnected()) worker.send(command, () => {})
}

const waitForExit = (worker: Worker): Promise<void> =>
  worker.isDead() ? Promise.resolve() : new Promise((resolve) => worker.once('exit', () => resolve()))

/** Starts one and waits until it is listening; throws when it ends before. */
const startWorker = async (state: ClusterState): Promise<Worker> => {
  const worker = cluster.fork()
  const startedAt = performance.now()
  state.workers.add(worker)
  worker.on('message', (message: unknown) => {
    const messageType = WorkerMessage.safeParse(message).data?.said
    if (messageType === 'gone') sendCommand(worker, { tell: 'bye' })
    if (messageType === 'here')
      sendCommand(
        worker,
        state.stopping.has(worker) ? { tell: 'leave' } : { tell: 'open', ground: state.getBootstrap() },
      )
  })
  worker.on('error', (error) => state.log(`Process ${worker.process.pid} does not hear us: ${error.message}`))
  const listening = new Promise<boolean>((resolve) => worker.once('listening', () => resolve(true)))
  const ended = waitForExit(worker).then(() => false)
  void ended.then(() => state.workers.delete(worker))
  if (!(await Promise.race([listening, ended]))) throw new Error(`The process ${worker.process.pid} did not open.`)
  void ended.then(() => replaceWorker(state, worker, performance.now() - startedAt))
  return worker
}

/** Puts another one in the place of one that ended by itself; tries until it opens. */
const replaceWorker = async (state: ClusterState, worker: Worker, livedMs: number): Promise<void> => {
  if (state.stopping.has(worker) || state.isClosing) return
  state.log(`The process ${worker.process.pid} ended by itself. Another one takes its place.`)
  if (livedMs < minLifetimeMs) await pause(restartDelayMs)
  while (!state.isClosing) {
    try {
      await startWorker(state)
      return
    } catch (error) {
      if (!state.isClosing) state.log(String(error))
      await pause(restartDelayMs)
    }
  }
}

/** Asks it to go and waits until it is gone; one that hangs is ended. */
const stopWorker = async (state: ClusterState, worker: Worker): Promise<void> => {
  state.stopping.add(worker)
  sendCommand(worker, { tell: 'leave' })
  const killTimer = setTimeout(() => worker.process.kill('SIGKILL'), stopTimeoutMs)
  await waitForExit(worker)
  clearTimeout(killTimer)
}

/** Puts a new one beside it and lets it go then; one that dies meanwhile has its follower already. */
const restartWorker = async (state: ClusterState, worker: Worker): Promise<void> => {
  state.stopping.add(worker)
  try {
    await startWorker(state)
  } catch (error) {
    state.stopping.delete(worker)
    if (worker.isDead()) void replaceWorker(state, worker, minLifetimeMs)
    throw error
  }
  await stopWorker(state, worker)
}

const restartAll = async (state: ClusterState): Promise<void> => {
  // Not those that come meanwhile.
  const all = [...state.workers]
  for (const worker of all) if (!state.isClosing && state.workers.has(worker)) await restartWorker(state, worker)
}

const requestMetrics = (worker: Worker, asked: number): Promise<object[]> =>
  new Promise((resolve) => {
    const handleMessage = (message: unknown): void => {
      const reply = WorkerMessage.safeParse(message).data
      if (reply?.said === 'measured' && reply.asked === asked) finish(reply.values)
    }
    const finish = (values: object[]): void => {
      clearTimeout(timer)
      worker.off('message', handleMessage)
      resolve(values)
    }
    const timer = setTimeout(() => finish([]), metricsTimeoutMs)
    worker.on('message', handleMessage)
    sendCommand(worker, { tell: 'measure', asked })
  })

/**
 * Opens so many workers and waits until all listen; throws when one does not open. A connection that a worker which is
 * just leaving no longer takes is handed to another one, so that nobody is turned away.
 */
export const startWorkers = async (options: Options): Promise<Workers> => {
  cluster.setupPrimary({ exec: options.file })
  const state: ClusterState = {
    ...options,
    workers: new Set(),
    stopping: new WeakSet(),
    isClosing: false,
    requestCount: 0,
  }
  // Nobody may stay behind who serves without the one who looks after them.
  process.once('exit', () => {
    for (const worker of state.workers) worker.process.kill('SIGKILL')
  })
  const close = async (): Promise<void> => {
    state.isClosing = true
    await Promise.all([...state.workers].map((worker) => stopWorker(state, worker)))
  }
  try {
    await Promise.all(Array.from({ length: options.count }, () => startWorker(state)))
  } catch (error) {
    await close()
    throw error
  }
  let restarting: Promise<void> = Promise.resolve()
  return {
    // Asked again meanwhile, it is done again: what was new then may not be any more.
    restart: () => (restarting = restarting.catch(() => {}).then(() => restartAll(state))),
    broadcast: (command) => {
      for (const worker of state.workers) sendCommand(worker, command)
    },
    collectMetrics: () => {
      state.requestCount += 1
      return Promise.all([...state.workers].map((worker) => requestMetrics(worker, state.requestCount)))
    },
    close,
  }
}
