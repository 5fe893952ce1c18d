import { earliestYear, minEngineCc, maxEngineCc, maxKilometres } from '#contract/limits.ts'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { SuggestedPrice as Shape } from '#contract/price-estimates.ts'
import { toLoadResult } from '#web/context/display-error.ts'
import { parseWholeNumber } from '#web/lib/parse-whole-number.ts'
import { priceEstimateMessages as estimateMessages } from '#web/i18n/en/price-estimates.ts'
import { getKeptTaka } from '#web/lib/kept-price.ts'
import { useMessages, useFormat, useApp } from '#web/context/app-context.ts'
import { getBrandName } from './catalogue-suggestions.ts'
import type { ProductDraft } from '#web/lib/product-draft.ts'

type SuggestedPrice = z.output<typeof Shape>
type PriceQuery = { brand: string; model: string; year: string; engineCc?: string; kilometres?: string }

// The longest names that `GET /suggestedprice` accepts, in characters.
const maxLength = { brand: 40, model: 60 } as const

// Debounce while typing.
const debounceMs = 600

/** A draft field as a query value: plain digits, or undefined where the API would reject it. */
const toDigits = (typed: string, min: number, max: number): string | undefined => {
  const number = parseWholeNumber(typed)
  return number === null || number < min || number > max ? undefined : String(number)
}

/** The query string for the estimate; empty while a required field is missing or too long. */
const toQueryText = (draft: ProductDraft): string => {
  const year = toDigits(draft.registrationYear, earliestYear, 2200) ?? toDigits(draft.purchaseTime, earliestYear, 2200)
  const [brand, model] = [getBrandName(draft).trim(), draft.model.trim()]
  if (year === undefined || brand === '' || model === '') return ''
  if (brand.length > maxLength.brand || model.length > maxLength.model) return ''
  const [engineCc, kilometres] = [
    toDigits(draft.engineCc, minEngineCc, maxEngineCc),
    toDigits(draft.kilometres, 0, maxKilometres),
  ]
  const query: PriceQuery = {
    brand,
    model,
    year,
    ...(engineCc !== undefined && { engineCc }),
    ...(kilometres !== undefined && { kilometres }),
  }
  return JSON.stringify(query)
}

/** The newest response for the form's values; null where the API rejects them. */
const useSuggestedPrice = (queryText: string): SuggestedPrice | null => {
  const { client } = useApp()
  const [answer, setAnswer] = useState<{ queryText: string; suggested: SuggestedPrice }>()
  useEffect(() => {
    if (queryText === '') return undefined
    const controller = new AbortController()
    const query: PriceQuery = JSON.parse(queryText)
    const timer = setTimeout(() => {
      void toLoadResult(client('GET /suggestedprice', { query }, { signal: controller.signal }))
        .then((result) =>
          result.ok && !controller.signal.aborted ? setAnswer({ queryText, suggested: result.value }) : undefined,
        )
        .catch(() => undefined)
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [queryText, client])
  return queryText !== '' && answer?.queryText === queryText ? answer.suggested : null
}

type RetainedProps = { retained: NonNullable<SuggestedPrice['retained']>; originalPrice: string }

/** What bikes of this age keep, and in Taka once the price when new is typed. */
const Retained = ({ retained: { low, high, bikes }, originalPrice }: RetainedProps) => {
  const { suggest } = useMessages(estimateMessages)
  const { taka, count, digits } = useFormat()
  const original = parseWholeNumber(originalPrice)
  return (
    <p>
      {suggest.retained(digits(low), digits(high), count(bikes))}{' '}
      {original !== null && suggest.retainedTaka(taka(getKeptTaka(original, low)), count(getKeptTaka(original, high)))}
    </p>
  )
}

/** The usual price of similar bikes, once brand, model and year are known. It never fills in the price. */
export const PriceSuggestion = ({ draft }: { draft: ProductDraft }) => {
  const { suggest } = useMessages(estimateMessages)
  const { taka, count } = useFormat()
  const suggested = useSuggestedPrice(toQueryText(draft))
  return (
    <div aria-live="polite">
      {suggested && (
        <div className="panel worth">
          <b>{suggest.heading}</b>
          {suggested.lacks !== null && <p>{suggest.noEstimate[suggested.lacks]}</p>}
          {suggested.retained && <Retained retained={suggested.retained} originalPrice={draft.originalPrice} />}
          {suggested.range && (
            <p>{suggest.range(taka(suggested.range.low), count(suggested.range.high), count(suggested.compared))}</p>
          )}
        </div>
      )}
    </div>
  )
}
