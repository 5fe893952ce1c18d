type Job = { name: string; run: () => Promise<void>; intervalMs: number; log: (line: string) => void }

/**
 * Runs a job now and every `intervalMs`, never twice at the same time: a run that is due while the last one is still
 * running is skipped. Logs errors. `stop` starts no new run and waits for the current one.
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
