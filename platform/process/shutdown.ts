// Graceful shutdown: closes the resources of a process in reverse order.

/** Resources in the order in which they were created. */
export type Resources = { close(): Promise<void> }[]

type Log = (line: string) => void

/** Closes resources, the newest first. Logs an error and continues with the next one. */
export const closeAll = async (resources: Resources, log: Log): Promise<void> => {
  for (const resource of resources.toReversed()) {
    await resource.close().catch((error: unknown) => log(`Closing a resource failed: ${String(error)}`))
  }
}

// Process managers send SIGKILL some time after SIGTERM, so this process exits before.
const shutdownTimeoutMs = 10_000

/** Aborts what is still running after the timeout. Every action of the app tolerates being aborted. */
const forceExitAfterTimeout = (log: Log): void => {
  const forceExit = () => {
    log(`Shutdown took longer than ${shutdownTimeoutMs / 1000} seconds: exiting now.`)
    process.exit(1)
  }
  setTimeout(forceExit, shutdownTimeoutMs).unref()
}

// Ctrl-C under npm, or a service manager, signals the whole process group, and npm forwards the signal once more.
const repeatedSignalMs = 2_000

/**
 * Closes everything on SIGTERM or SIGINT and exits with 0. The same signal within two seconds is the same request; a later
 * or another one exits at once with 1.
 */
export const closeOnSignal = (resources: Resources, log: Log): void => {
  let first: { signal: NodeJS.Signals; at: number } | null = null
  const handleSignal = (signal: NodeJS.Signals) => {
    const at = performance.now()
    if (first?.signal === signal && at - first.at < repeatedSignalMs) return
    if (first) process.exit(1)
    first = { signal, at }
    forceExitAfterTimeout(log)
    void closeAll(resources, log).then(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => handleSignal(signal))
}
