// The side of one of several processes that serve: it opens when it is told how, and leaves when it is told to.
import { type WorkerMessage, WorkerCommand } from './messages.ts'

/** What it does about what it is told. */
type WorkerHandlers = {
  /** Opens and listens. `ground` is what the first process said, not yet looked at. */
  start: (bootstrap: unknown) => Promise<void>
  onDatabaseMoved: (socketDir: string) => void
  collectMetrics: () => Promise<object[]>
  /** Lets those inside finish, and closes everything. */
  shutDown: () => Promise<void>
  log: (line: string) => void
}

// Whoever is asked to leave ends by itself within this time; the first process ends it a little later.
const shutdownTimeoutMs = 10_000

/** Serves as one of several until it is told to leave or the first process is gone. Ends the process in the end. */
export const runWorkerProcess = (handlers: WorkerHandlers): void => {
  let isShuttingDown = false
  // Nobody hears it when the first process is gone; then this one ends too.
  const sendMessage = (message: WorkerMessage): void => void process.send?.(message, undefined, {}, () => {})
  const shutDown = (): void => {
    if (isShuttingDown) return
    isShuttingDown = true
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref()
    // Words arrive in their order: whatever was handed over before the answer has come, and was given back.
    void handlers.shutDown().then(() => sendMessage({ said: 'gone' }))
  }
  const start = (bootstrap: unknown): void =>
    void handlers.start(bootstrap).catch((error: unknown) => {
      handlers.log(String(error))
      process.exit(1)
    })
  const sendMetrics = async (asked: number): Promise<void> =>
    sendMessage({ said: 'measured', asked, values: await handlers.collectMetrics() })

  process.on('message', (message) => {
    const command = WorkerCommand.safeParse(message).data
    if (command?.tell === 'open') start(command.ground)
    if (command?.tell === 'moved') handlers.onDatabaseMoved(command.socketDir)
    if (command?.tell === 'measure') void sendMetrics(command.asked).catch(() => {})
    if (command?.tell === 'leave') shutDown()
    if (command?.tell === 'bye') setImmediate(() => process.exit(0))
  })
  // A terminal tells everybody of Ctrl-C: the first process then asks us to leave, in its turn.
  for (const signal of ['SIGINT', 'SIGUSR2'] as const) process.on(signal, () => {})
  process.on('SIGTERM', shutDown)
  sendMessage({ said: 'here' })
}
