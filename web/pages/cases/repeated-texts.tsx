import { useFormat, useMessages } from '#web/context/app-context.ts'
import { caseMessages } from '#web/i18n/en/cases.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import type { CaseDetail } from './case-detail.ts'

/** What the member sent to many sellers on one day, and when it went to the last one. */
export const RepeatedTexts = ({ texts }: { texts: CaseDetail['repeatedTexts'] }) => {
  const { queue } = useMessages(caseMessages)
  const { times } = useMessages(dealMessages)
  const { count } = useFormat()
  return texts.map(({ text, sellers, at }) => (
    <div key={`${at}${text}`}>
      <h3>{queue.sameText(count(sellers))}</h3>
      <p>{times.at(at)}</p>
      <p dir="auto">{text}</p>
    </div>
  ))
}
