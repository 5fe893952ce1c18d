import { searchMessages } from '#web/i18n/en/search.ts'
import { useMessages, useFormat } from '#web/context/app-context.ts'
import { useBandLabel } from './search-facets.tsx'

export type RangeKey = 'price' | 'cc' | 'year' | 'km'

/** Gives a range of prices, engine sizes, years or kilometres as text, such as "up to ৳1,50,000"; a single value alone. */
export const useRangeLabel = () => {
  const getBandLabel = useBandLabel()
  const { ccValue, kmValue } = useMessages(searchMessages)
  const { taka, digits, count } = useFormat()
  const formats: Record<RangeKey, (value: number) => string> = {
    price: taka,
    cc: (cc) => ccValue(digits(cc)),
    year: digits,
    km: (km) => kmValue(count(km)),
  }
  return (key: RangeKey, { from, to }: { from: number | null; to: number | null }): string =>
    from !== null && from === to ? formats[key](from) : getBandLabel({ from, to }, formats[key])
}
