import { bikePageMessages } from '#web/i18n/en/bike-page.ts'
import { useFormat, useMessages } from './app-context.ts'

/** Formats a day: 2026-11-03 → 3 November 2026. */
export const useFormatDay = () => {
  const { months } = useMessages(bikePageMessages)
  const { digits } = useFormat()
  return (day: string): string => {
    const [year = '', month = '', date = ''] = day.split('-')
    return `${digits(parseInt(date, 10))} ${months[parseInt(month, 10) - 1] ?? ''} ${digits(parseInt(year, 10))}`
  }
}
