import type { Search } from '#web/lib/search-url.ts'
import { Note } from '#web/ui/note.tsx'
import { searchAnswerMessages } from '#web/i18n/en/search-answers.ts'
import { searchMessages } from '#web/i18n/en/search.ts'
import { useMessages, useFormat } from '#web/context/app-context.ts'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'
import { useLocalizedName } from './search-facets.tsx'
import type { ShownSearch } from './shown-search.ts'
import { useRangeLabel } from './use-range-label.ts'

/** The kinds of words that name a place. */
export const placeKinds: ReadonlySet<string> = new Set(['district', 'division', 'area'])

type Widened = ShownSearch['widened'][number]

/** A part of a town is known by its slug: mirpur → Mirpur. */
const toPlaceName = (meant: string): string =>
  meant.replaceAll('-', ' ').replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())

/** The number of results as text. */
const useCountText = ({ total, counted }: ShownSearch): string => {
  const messages = useMessages(searchMessages)
  const { count } = useFormat()
  if (counted === 'sample') return messages.foundAbout(count(total))
  if (total === 0) return messages.foundNone
  return total === 1 ? messages.foundOne : messages.found(count(total))
}

/** The heading: the number of bikes, that none of a model is on sale, or that nothing fits all of the search. */
export const SearchHeading = ({ search, found }: { search: Search; found: ShownSearch }) => {
  const messages = useMessages(searchMessages)
  const countText = useCountText(found)
  const getName = useLocalizedName()
  const answers = useMessages(searchAnswerMessages)
  const { widened, notOnSale } = found
  if (notOnSale) {
    const { brand, brandBn: nameBn } = notOnSale
    const name = `${brand === null ? '' : getName({ name: brand, nameBn })} ${getName(notOnSale)}`.trim()
    return <SentenceWithName text={answers.notOnSale(name)} name={name} />
  }
  if (widened.length === 0) return countText
  const isWordsAlone = widened.every(({ part }) => part === 'words')
  const words = isWordsAlone ? widened.map(({ typed }) => typed).join(', ') : search.q
  return words === undefined || words === '' ? messages.noMatchOfAll : messages.noMatch(words)
}

const useWidenedText = () => {
  const messages = useMessages(searchMessages)
  const answers = useMessages(searchAnswerMessages)
  const getRangeLabel = useRangeLabel()
  const droppedTo = { ...messages.droppedTo, audience: answers.anyAudience }
  const filterNames = { ...messages.filterNames, audience: answers.audience }
  const widenedTo = { ...messages.widenedTo, ...answers.widenedTo }
  const toText = ({ part, to, from, until }: Widened): string => {
    if (to === 'none') return droppedTo[part]
    if (to !== 'range') return widenedTo[to]
    const key = part === 'price' || part === 'cc' || part === 'year' || part === 'km' ? part : null
    return key ? getRangeLabel(key, { from, to: until }) : droppedTo[part]
  }
  return (widened: Widened): string => {
    const what = widened.typed === '' ? filterNames[widened.part] : messages.quoted(widened.typed)
    return messages.widenedPart(what, toText(widened))
  }
}

/** How misspelt words were read, which words were not used, and exactly what the search gave up. */
export const QueryNotes = ({ found }: { found: ShownSearch }) => {
  const messages = useMessages(searchMessages)
  const answers = useMessages(searchAnswerMessages)
  const countText = useCountText(found)
  const getWidenedText = useWidenedText()
  const { understood, unused, widened, hasElsewhere } = found
  // Then no bike elsewhere is of the model either.
  const isModelGivenUp = widened.some(({ part }) => part === 'model')
  const getName = useLocalizedName()
  const place = understood
    .filter(({ kind, isExcluded }) => placeKinds.has(kind) && !isExcluded)
    .map(({ meant, meantBn: nameBn }) => getName({ name: toPlaceName(meant), nameBn }))
    .join(', ')
  const corrected = understood.filter(({ isCorrected }) => isCorrected)
  const meanings = corrected.map(({ meant }) => meant).join(', ')
  return (
    <>
      {corrected.length > 0 && (
        <p className="hint">
          <SentenceWithName text={messages.parsedAs(meanings)} name={meanings} />
        </p>
      )}
      {unused.length > 0 && <p className="hint">{answers.unused(unused.join(', '))}</p>}
      {hasElsewhere && !isModelGivenUp && <p className="hint">{answers.elsewhere(place)}</p>}
      {widened.length > 0 && (
        <>
          <Note>{messages.widened(widened.map(getWidenedText).join('; '))}</Note>
          <p className="hint">{countText}</p>
        </>
      )}
    </>
  )
}
