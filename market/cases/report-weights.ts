// Pure. How much a report weighs: less from a new account, and less after reports that were wrong.
import { dayMs } from '#contract/time/durations.ts'

// A brigade of new accounts needs six, and their wrong reports count less each time.
const newAccountMs = 7 * dayMs
const [minWeight, maxWeight] = [2, 20]

type Reporter = { isProven: boolean; joinedAt: Date; upheld: number; dismissed: number }

/** The weight of a report in tenths, 2 to 20, by the reporter's account and earlier reports. */
export const getWeight = ({ isProven, joinedAt, upheld, dismissed }: Reporter, now: Date): number => {
  const isNew = !isProven || now.getTime() - joinedAt.getTime() < newAccountMs
  const weight = ((isNew ? 5 : 10) * (upheld + 1)) / (dismissed + 1)
  return Math.min(maxWeight, Math.max(minWeight, Math.round(weight)))
}
