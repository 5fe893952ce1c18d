import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { SuggestedPrice as Shape } from '#contract/price-estimates.ts'
import { loaded } from '#web/context/display-error.ts'
import { wholeNumber } from '#web/lib/parse-whole-number.ts'
import { worth as chapter } from '#web/i18n/en/price-estimates.ts'
import { useChapter, useFigures, useWorld } from '#web/context/app-context.ts'
import type { ProductDraft } from '#web/lib/product-draft.ts'

type Suggested = z.output<typeof Shape>
type Asked = { brand: string; model: string; year: string; engineCc?: string; kilometres?: string }

// Somebody who types is not asked about after every letter.
const restMs = 600

/** A field of the draft as a query has it: plain digits, or nothing while it holds what the shop would refuse. */
const digitsIn = (typed: string, least: number, most: number): string | undefined => {
  const number = wholeNumber(typed)
  return number === null || number < least || number > most ? undefined : String(number)
}

/** What can be asked for with what stands in the form, as one text; empty while something is missing. */
const askedOf = (draft: ProductDraft): string => {
  const year = digitsIn(draft.registrationYear, 1950, 2200) ?? digitsIn(draft.purchaseTime, 1950, 2200)
  const [brand, model] = [draft.brand.trim() || draft.name, draft.model.trim()]
  if (year === undefined || brand === '' || model === '') return ''
  const [engineCc, kilometres] = [digitsIn(draft.engineCc, 50, 375), digitsIn(draft.kilometres, 0, 999_999)]
  const asked: Asked = {
    brand,
    model,
    year,
    ...(engineCc !== undefined && { engineCc }),
    ...(kilometres !== undefined && { kilometres }),
  }
  return JSON.stringify(asked)
}

/** The newest answer to what stands in the form; what the shop refuses, such as half a year, has none. */
const useSuggested = (asked: string): Suggested | null => {
  const { client } = useWorld()
  const [told, setTold] = useState<{ asked: string; suggested: Suggested }>()
  useEffect(() => {
    if (asked === '') return undefined
    const end = new AbortController()
    const query: Asked = JSON.parse(asked)
    const timer = setTimeout(() => {
      void loaded(client('GET /suggestedprice', { query }, { signal: end.signal }))
        .then((found) => (found.ok && !end.signal.aborted ? setTold({ asked, suggested: found.value }) : undefined))
        .catch(() => undefined)
    }, restMs)
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [asked, client])
  return asked !== '' && told?.asked === asked ? told.suggested : null
}

/** What bikes like the one in the form cost, once brand, model and year are there. It never fills in the price by itself. */
export const WorthSuggestion = ({ draft }: { draft: ProductDraft }) => {
  const { suggest } = useChapter(chapter)
  const { taka, count } = useFigures()
  const suggested = useSuggested(askedOf(draft))
  return (
    <div aria-live="polite">
      {suggested && (
        <div className="panel worth">
          <b>{suggest.heading}</b>
          {suggested.lacks !== null && <p>{suggest.lacks[suggested.lacks]}</p>}
          {suggested.range && (
            <p>
              {suggest.range(taka(suggested.range.low), taka(suggested.range.high))}{' '}
              {suggest.middle(taka(suggested.range.middle), count(suggested.compared))}
            </p>
          )}
        </div>
      )}
    </div>
  )
}
