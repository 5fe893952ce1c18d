// Pure: the days on which an office of BRTA is open. Facts: public offices in Bangladesh rest on Fridays and Saturdays.

import { addMs, dayMs } from '../time/durations.ts'

const friday = 5
const saturday = 6

/**
 * The last day on which an office of BRTA is open, on or before `day` (YYYY-MM-DD). A deadline of the law that falls on a
 * Friday or a Saturday is met on the Thursday before. Public holidays are not known here.
 */
export const getLastOpenDay = (day: string): string => {
  const moment = new Date(`${day}T00:00:00Z`)
  const weekday = moment.getUTCDay()
  const closedDays = weekday === friday ? 1 : weekday === saturday ? 2 : 0
  return addMs(moment, -closedDays * dayMs)
    .toISOString()
    .slice(0, 10)
}
