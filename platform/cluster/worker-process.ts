// The worker's side of workers.ts.
import cluster from 'node:cluster'

type WorkerHandlers = {
  /** Starts and listens, with what `getBootstrap` of the primary process returned. */
  start: (bootstrap: unknown) => Promise<void>
  /** Receives the bootstrap again after it has changed. */
  update: (bootstrap: unknown) => void
  collectMetrics: () => Promise<object[]>
  /** Finishes the requests in progress and closes everything. */
  shutDown: () => Promise<void>
  log: (line: string) => void
}

// The primary process kills a worker a little later.
const shutdownTimeoutMs = 10_000

/** Serves until SIGTERM, or until the primary process exits (then node:cluster ends this process). */
export const runWorkerProcess = ({ start, update, collectMetrics, shutDown, log }: WorkerHandlers): void => {
  let isStarted = false
  let isShuttingDown = false

  process.on('message', (message) => {
    if (message === 'ping') process.send?.('pong', undefined, {}, () => {})
    else if (message === 'metrics')
      void collectMetrics().then((metrics) => process.send?.(metrics, undefined, {}, () => {}))
    else if (isStarted) update(message)
    else {
      isStarted = true
      start(message).catch((error: unknown) => {
        log(String(error))
        process.exit(1)
      })
    }
  })
  process.on('SIGTERM', () => {
    if (isShuttingDown) return
    isShuttingDown = true
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref()
    // disconnect() first returns connections that the primary process sent meanwhile; another worker gets them.
    process.once('disconnect', () => process.exit(0))
    void shutDown().then(() => cluster.worker?.disconnect())
  })
  // Ctrl-C in a terminal signals the whole process group; the primary process then stops its workers.
  for (const signal of ['SIGINT', 'SIGUSR2'] as const) process.on(signal, () => {})
}
