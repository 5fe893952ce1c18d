import { useFormat, useMessages } from '#web/context/app-context.ts'
import { useFormatMonth } from '#web/context/use-format-month.ts'
import { meetingMessages } from '#web/i18n/en/meeting.ts'
import type { DealSummary } from './describe-deal.ts'

/** What a seller can go by: since when the buyer is here, what was bought, and whether the number is the buyer's. */
export const BuyerFacts = ({
  buyer: { memberSince, bought, hasProvenNumber },
}: {
  buyer: NonNullable<DealSummary['buyer']>
}) => {
  const meeting = useMessages(meetingMessages)
  const { count } = useFormat()
  const formatMonth = useFormatMonth()
  return (
    <p>
      {meeting.since(formatMonth(memberSince))}
      <br />
      {[meeting.bought(bought, count(bought)), ...(hasProvenNumber ? [meeting.provenNumber] : [])].join(' · ')}
    </p>
  )
}
