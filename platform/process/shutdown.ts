// What a program has opened, and its way to close all of it, whatever happens on the way.

/** What has been opened, to be closed in the opposite order. */
export type Opened = { close(): Promise<void> }[]

type Say = (line: string) => void

/** Closes what was opened, the newest first, each even when another failed. */
export const closeAll = async (opened: Opened, say: Say): Promise<void> => {
  for (const one of opened.toReversed()) {
    await one.close().catch((error: unknown) => say(`Closing: ${String(error)}`))
  }
}

// Whoever asked the program to end kills it after a while; it ends by itself before.
const patienceMs = 10_000

/** Whatever is still under way by then is cut off; every deed of the shop bears that. */
const endAtLast = (say: Say): void => {
  const end = () => {
    say(`Not everything was finished within ${patienceMs / 1000} seconds: the shop ends now.`)
    process.exit(1)
  }
  setTimeout(end, patienceMs).unref()
}

/** Closes all when the process is asked to end; asked twice, it ends at once. */
export const closeOnSignal = (opened: Opened, say: Say): void => {
  let closing = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (closing) process.exit(1)
      closing = true
      endAtLast(say)
      void closeAll(opened, say).then(() => process.exit(0))
    })
  }
}
