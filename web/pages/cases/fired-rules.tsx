import { useFormat, useMessages } from '#web/context/app-context.ts'
import { publishingMessages } from '#web/i18n/en/publishing.ts'
import type { CaseDetail } from './case-detail.ts'

/** What a rule found, for moderators; null where that stands elsewhere or tells nothing. */
const useQuote = () => {
  const { quotes } = useMessages(publishingMessages)
  const { taka } = useFormat()
  return ({ rule, quote }: CaseDetail['firedRules'][number]): string | null => {
    // The picture itself stands above; of a paper the quote is a hash.
    if (quote === null || rule === 'same_picture' || rule === 'paper_of_another') return null
    if (rule === 'price_far_below') return taka(Number(quote))
    if (rule !== 'number_of_another' && rule !== 'reported_stolen') return quote
    const words: Readonly<Record<string, string>> = quotes[rule]
    return words[quote] ?? quote
  }
}

/** The rules of publishing that an advertisement breaks, with their points. */
export const FiredRules = ({ found }: { found: Pick<CaseDetail, 'firedRules' | 'rulePoints'> }) => {
  const messages = useMessages(publishingMessages)
  const { count } = useFormat()
  const toQuote = useQuote()
  if (found.firedRules.length === 0) return null
  return (
    <>
      <h3>
        {messages.found} · {messages.points(count(found.rulePoints))}
      </h3>
      <ul>
        {found.firedRules.map((fired) => {
          const quote = toQuote(fired)
          return (
            <li key={fired.rule}>
              <b>{messages.rules[fired.rule]}</b> · {messages.points(count(fired.points))}
              {fired.isCleared && <> · {messages.cleared}</>}
              {quote !== null && <p dir="auto">{quote}</p>}
            </li>
          )
        })}
      </ul>
    </>
  )
}
