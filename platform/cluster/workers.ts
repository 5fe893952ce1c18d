// Several processes that serve on one port: forks them, replaces one that exits or hangs, restarts them one after the other.
import cluster, { type Worker } from 'node:cluster'
import { on } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

export type Workers = {
  /** Replaces all workers, one after the other, each when its successor listens. Throws when a successor fails to start. */
  restart(): Promise<void>
  /** Sends the bootstrap message again, since it has changed. */
  sendBootstrap(): void
  /** Collects the metrics of each worker as prom-client's JSON. Leaves out a worker that does not answer in time. */
  collectMetrics(): Promise<object[][]>
  /** Drains all workers and waits until they have exited. */
  close(): Promise<void>
}

type Options = {
  /** The program of a worker; it calls runWorkerProcess. */
  file: string
  count: number
  /** What a worker needs to start. Called for each worker, since it may change. */
  getBootstrap: () => object
  log: (line: string) => void
}

const restartDelayMs = 1_000
// Longer than the shutdown timeout of a worker.
const stopTimeoutMs = 12_000
const metricsTimeoutMs = 2_000
// A worker whose event loop is blocked still gets connections. It is killed after four pings in a row without an answer:
// no work of a request blocks the event loop for seconds. Pings are counted instead of time, for a machine that slept.
const pingIntervalMs = 5_000
const maxMissedPings = 4

/** Connections to PostgreSQL for each worker. Together they leave some of its 100 to other programs. */
export const getConnectionsPerWorker = (workers: number): number => Math.min(12, Math.floor(80 / workers) - 2)

const listWorkers = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)

// A worker may have exited a moment ago: then sending fails, which does not matter.
const send = (worker: Worker, message: object | string): void => void worker.send(message, () => {})

const waitForExit = (worker: Worker): Promise<void> =>
  worker.isDead() ? Promise.resolve() : new Promise((resolve) => worker.once('exit', () => resolve()))

const collectWorkerMetrics = async (worker: Worker): Promise<object[]> => {
  const messages = on(worker, 'message', { signal: AbortSignal.timeout(metricsTimeoutMs) })
  send(worker, 'metrics')
  try {
    // Every other message of a worker is the answer to a ping.
    for await (const [message] of messages) if (Array.isArray(message)) return message
  } catch {
    // No answer in time.
  }
  return []
}

/** Pings a worker until it exits; kills it when it does not answer. */
const watchWorker = (worker: Worker, log: (line: string) => void): void => {
  let missedPings = 0
  worker.on('message', (message) => {
    if (message === 'pong') missedPings = 0
  })
  const ping = () => {
    if (missedPings >= maxMissedPings) {
      log(`Worker ${worker.process.pid} hangs: it is killed.`)
      worker.process.kill('SIGKILL')
      return
    }
    missedPings += 1
    send(worker, 'ping')
  }
  const timer = setInterval(ping, pingIntervalMs)
  worker.once('exit', () => clearInterval(timer))
}

/** Starts a worker and waits until it listens. Throws when it fails to start. */
const forkWorker = async (bootstrap: object, log: (line: string) => void): Promise<Worker> => {
  const worker = cluster.fork()
  worker.on('error', (error) => log(`Worker ${worker.process.pid}: IPC error: ${error.message}`))
  send(worker, bootstrap)
  const isListening = await new Promise<boolean>((resolve) => {
    worker.once('listening', () => resolve(true)).once('exit', () => resolve(false))
  })
  if (!isListening) throw new Error(`Worker ${worker.process.pid} failed to start.`)
  watchWorker(worker, log)
  return worker
}

/** Starts workers and waits until all listen. Throws when one fails to start. */
export const startWorkers = async ({ file, count, getBootstrap, log }: Options): Promise<Workers> => {
  cluster.setupPrimary({ exec: file })
  // Workers that exit on purpose: they are not replaced.
  const stopping = new WeakSet<Worker>()
  let isClosing = false

  const startWorker = async (): Promise<Worker> => {
    const worker = await forkWorker(getBootstrap(), log)
    worker.once('exit', () => {
      if (!stopping.has(worker)) void replaceWorker(worker)
    })
    return worker
  }
  const startReplacement = async (): Promise<void> => {
    if (isClosing) return
    try {
      const { process: replacement } = await startWorker()
      log(`Worker ${replacement.pid} listens in its place.`)
    } catch (error) {
      log(String(error))
      await delay(restartDelayMs)
      await startReplacement()
    }
  }
  const replaceWorker = async ({ process: { pid } }: Worker): Promise<void> => {
    if (!isClosing) log(`Worker ${pid} exited; starting a replacement.`)
    await startReplacement()
  }
  const stopWorker = async (worker: Worker): Promise<void> => {
    stopping.add(worker)
    worker.process.kill('SIGTERM')
    const killTimer = setTimeout(() => worker.process.kill('SIGKILL'), stopTimeoutMs)
    await waitForExit(worker)
    clearTimeout(killTimer)
  }
  const restartWorker = async (worker: Worker): Promise<void> => {
    // If it exits before its successor listens, the successor already replaces it.
    stopping.add(worker)
    try {
      await startWorker()
    } catch (error) {
      stopping.delete(worker)
      if (worker.isDead()) void replaceWorker(worker)
      throw error
    }
    await stopWorker(worker)
  }
  const restartAll = async (): Promise<void> => {
    for (const worker of listWorkers()) if (!isClosing && !worker.isDead()) await restartWorker(worker)
  }
  const close = async (): Promise<void> => {
    isClosing = true
    await Promise.all(listWorkers().map(stopWorker))
  }

  try {
    await Promise.all(Array.from({ length: count }, startWorker))
  } catch (error) {
    await close()
    throw error
  }
  let restarting: Promise<void> = Promise.resolve()
  return {
    // A restart that is requested during another one runs after it: the files may have changed again.
    restart: () => (restarting = restarting.catch(() => {}).then(restartAll)),
    sendBootstrap: () => listWorkers().forEach((worker) => send(worker, getBootstrap())),
    collectMetrics: () => Promise.all(listWorkers().map(collectWorkerMetrics)),
    close,
  }
}
