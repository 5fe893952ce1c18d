// What the shop does by itself, again and again, until it is told to stop.

type Job = { name: string; run: () => Promise<void>; intervalMs: number; log: (line: string) => void }

/**
 * Does a job at once and then again each time, never twice at the same time: a round that is due while the last one is
 * still under way is left out. `stop` begins no new one and waits for the one under way.
 */
export const runPeriodically = ({ name, run, intervalMs, log }: Job): { stop: () => Promise<void> } => {
  let running: Promise<void> | null = null
  const runOnce = async (): Promise<void> => {
    try {
      await run()
    } catch (error) {
      log(`${name} failed: ${String(error)}`)
    }
    running = null
  }
  const start = () => {
    running ??= runOnce()
  }
  const timer = setInterval(start, intervalMs)
  start()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
