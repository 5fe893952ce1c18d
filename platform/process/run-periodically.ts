type Job = {
  name: string
  /** One run. When the signal is aborted it begins no further step, so that the process can end soon. */
  run: (signal: AbortSignal) => Promise<void>
  intervalMs: number
  log: (line: string) => void
}

/**
 * Runs a job now and every `intervalMs`, never twice at the same time: a run that is due while the last one is still
 * running is skipped. Logs errors. `stop` starts no new run, aborts the signal of the current one and waits for its end.
 */
export const runPeriodically = ({ name, run, intervalMs, log }: Job): { stop: () => Promise<void> } => {
  const abortController = new AbortController()
  let running: Promise<void> | null = null
  const runOnce = async (): Promise<void> => {
    try {
      await run(abortController.signal)
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
      abortController.abort()
      await running
    },
  }
}
