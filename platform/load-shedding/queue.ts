// Work that takes a whole core for a while, done so many at a time; who would wait for long is told so at once.
import { ApiError } from '#contract/errors/api-errors.ts'

export type Queue = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Opens a queue.
 * @param options.atOnce how many works are under way at most
 * @param options.waitingMost how many wait behind them; whoever comes then is refused as `shop_unavailable`
 */
export const createQueue = ({ concurrency, maxQueued }: { concurrency: number; maxQueued: number }): Queue => {
  const queue: (() => void)[] = []
  let runningCount = 0

  const acquire = async (): Promise<void> => {
    if (runningCount < concurrency) {
      runningCount += 1
      return
    }
    if (queue.length >= maxQueued) throw new ApiError('shop_unavailable')
    // Whoever ends hands the turn on, so it stays counted.
    await new Promise<void>((resolve) => queue.push(resolve))
  }
  const release = (): void => {
    const next = queue.shift()
    if (next) next()
    else runningCount -= 1
  }

  return async (work) => {
    await acquire()
    try {
      return await work()
    } finally {
      release()
    }
  }
}
