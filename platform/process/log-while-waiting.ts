// Tells people who wait that something long goes on.

const defaultIntervalMs = 10_000

/**
 * Waits for work. From `intervalMs` on (10,000 ms by default) it logs that it goes on, and for how long: "Still building the
 * pages (20 s)…". `what` is what is done, as after "still".
 */
export const logWhileWaiting = async <Result>(
  log: (line: string) => void,
  what: string,
  work: Promise<Result>,
  intervalMs = defaultIntervalMs,
): Promise<Result> => {
  const startedAt = Date.now()
  const timer = setInterval(() => {
    log(`Still ${what} (${Math.round((Date.now() - startedAt) / 1_000)} s)…`)
  }, intervalMs)
  try {
    return await work
  } finally {
    clearInterval(timer)
  }
}
