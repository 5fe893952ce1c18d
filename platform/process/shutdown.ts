// What a program has opened, and its way to close all of it, whatever happens on the way.

/** What has been opened, to be closed in the opposite order. */
export type Resources = { close(): Promise<void> }[]

type Log = (line: string) => void

/** Closes what was opened, the newest first, each even when another failed. */
export const closeAll = async (resources: Resources, log: Log): Promise<void> => {
  for (const resource of resources.toReversed()) {
    await resource.close().catch((error: unknown) => log(`Closing: ${String(error)}`))
  }
}

// Whoever asked the program to end kills it after a while; it ends by itself before.
const shutdownTimeoutMs = 10_000

/** Whatever is still under way by then is cut off; every deed of the shop bears that. */
const forceExitAfterTimeout = (log: Log): void => {
  const forceExit = () => {
    log(`Not everything was finished within ${shutdownTimeoutMs / 1000} seconds: the shop ends now.`)
    process.exit(1)
  }
  setTimeout(forceExit, shutdownTimeoutMs).unref()
}

/** Closes all when the process is asked to end; asked twice, it ends at once. */
export const closeOnSignal = (resources: Resources, log: Log): void => {
  let isClosing = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isClosing) process.exit(1)
      isClosing = true
      forceExitAfterTimeout(log)
      void closeAll(resources, log).then(() => process.exit(0))
    })
  }
}
