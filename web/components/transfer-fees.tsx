// Fees, stamp values and deadlines of a transfer, each with the day on which it was last checked.
import type { z } from 'zod'
import type { Fee as FeeShape } from '#contract/transfers/transfer-fees.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { useFormatDay } from '#web/context/use-format-day.ts'
import { transferMessages } from '#web/i18n/en/transfers.ts'

export type Fee = z.output<typeof FeeShape>

/** Formats the value of a fee; an unknown one says so. */
export const useFormatFee = () => {
  const { fees } = useMessages(transferMessages)
  const { taka, count } = useFormat()
  return ({ unit, amount }: Pick<Fee, 'unit' | 'amount'>): string => {
    if (amount === null) return fees.unknown
    if (unit === 'taka') return taka(amount)
    return unit === 'days' ? fees.days(count(amount)) : count(amount)
  }
}

/** The day of the last check and the source of a fee. */
export const FeeCheck = ({ fee }: { fee: Fee }) => {
  const { fees } = useMessages(transferMessages)
  const formatDay = useFormatDay()
  return (
    <small>
      {fee.checkedOn === null ? fees.unchecked : fees.checked(formatDay(fee.checkedOn))} · {fees.source}:{' '}
      <span lang="en">{fee.source}</span>
    </small>
  )
}
