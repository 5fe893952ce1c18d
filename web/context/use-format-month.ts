import { bikePageMessages } from '#web/i18n/en/bike-page.ts'
import { useFormat, useMessages } from './app-context.ts'

/** Formats a year and a month: 2025-03 → March 2025. */
export const useFormatMonth = () => {
  const { months, since } = useMessages(bikePageMessages)
  const { digits } = useFormat()
  return (yearAndMonth: string): string => {
    const [year = '', month = ''] = yearAndMonth.split('-')
    return since(months[parseInt(month, 10) - 1] ?? '', digits(year))
  }
}
