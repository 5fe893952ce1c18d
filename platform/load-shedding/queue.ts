// Work that takes a whole core for a while, done so many at a time; who would wait for long is told so at once.
import { Refused } from '#contract/errors/api-errors.ts'

export type Turns = <Done>(work: () => Promise<Done>) => Promise<Done>

/**
 * Opens a queue.
 * @param options.atOnce how many works are under way at most
 * @param options.waitingMost how many wait behind them; whoever comes then is refused as `shop_unavailable`
 */
export const openTurns = ({ atOnce, waitingMost }: { atOnce: number; waitingMost: number }): Turns => {
  const waiting: (() => void)[] = []
  let working = 0

  const begin = async (): Promise<void> => {
    if (working < atOnce) {
      working += 1
      return
    }
    if (waiting.length >= waitingMost) throw new Refused('shop_unavailable')
    // Whoever ends hands the turn on, so it stays counted.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const end = (): void => {
    const next = waiting.shift()
    if (next) next()
    else working -= 1
  }

  return async (work) => {
    await begin()
    try {
      return await work()
    } finally {
      end()
    }
  }
}
