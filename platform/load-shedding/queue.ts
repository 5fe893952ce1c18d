import pLimit from 'p-limit'
import { ApiError } from '#contract/errors/api-errors.ts'

export type Queue = <Result>(work: () => Promise<Result>) => Promise<Result>

type Options = {
  /** How many tasks run at once. */
  concurrency: number
  /** How many tasks may wait. One more is rejected at once. */
  maxQueued: number
  /** The error for a rejected task; `shop_unavailable` by default. */
  createFullError?: () => Error
}

/** Creates a queue with a bounded number of waiting tasks, for work that takes a whole core. */
export const createQueue = ({
  concurrency,
  maxQueued,
  createFullError = () => new ApiError('shop_unavailable'),
}: Options): Queue => {
  const limit = pLimit(concurrency)
  return async (work) => {
    if (limit.activeCount >= concurrency && limit.pendingCount >= maxQueued) throw createFullError()
    return limit(work)
  }
}
