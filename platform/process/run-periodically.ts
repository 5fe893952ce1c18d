// What the shop does by itself, again and again, until it is told to stop.

type Job = { what: string; once: () => Promise<void>; everyMs: number; say: (line: string) => void }

/**
 * Does a job at once and then again each time, never twice at the same time: a round that is due while the last one is
 * still under way is left out. `stop` begins no new one and waits for the one under way.
 */
export const keepDoing = ({ what, once, everyMs, say }: Job): { stop: () => Promise<void> } => {
  let doing: Promise<void> | null = null
  const round = async (): Promise<void> => {
    try {
      await once()
    } catch (error) {
      say(`${what} failed: ${String(error)}`)
    }
    doing = null
  }
  const begin = () => {
    doing ??= round()
  }
  const timer = setInterval(begin, everyMs)
  begin()
  return {
    stop: async () => {
      clearInterval(timer)
      await doing
    },
  }
}
