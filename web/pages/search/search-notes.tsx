import type { SearchResponseBody } from '#contract/search.ts'
import type { Search } from '#web/lib/search-url.ts'
import { Note } from '#web/ui/note.tsx'
import { searchMessages } from '#web/i18n/en/search.ts'
import { useMessages, useFormat } from '#web/context/app-context.ts'
import { useRangeLabel } from './use-range-label.ts'

type Widened = SearchResponseBody['widened'][number]

/** The number of results as text. */
const useCountText = ({ total, counted }: SearchResponseBody): string => {
  const messages = useMessages(searchMessages)
  const { count } = useFormat()
  if (counted === 'sample') return messages.foundAbout(count(total))
  if (total === 0) return messages.foundNone
  return total === 1 ? messages.foundOne : messages.found(count(total))
}

/** The heading: the number of bikes, or that nothing fits all of the search. */
export const useSearchHeading = (search: Search, found: SearchResponseBody): string => {
  const messages = useMessages(searchMessages)
  const countText = useCountText(found)
  const { widened } = found
  if (widened.length === 0) return countText
  const isWordsAlone = widened.every(({ part }) => part === 'words')
  const words = isWordsAlone ? widened.map(({ typed }) => typed).join(', ') : search.q
  return words === undefined || words === '' ? messages.noMatchOfAll : messages.noMatch(words)
}

const useWidenedText = () => {
  const messages = useMessages(searchMessages)
  const getRangeLabel = useRangeLabel()
  const toText = ({ part, to, from, until }: Widened): string => {
    if (to === 'none') return messages.droppedTo[part]
    if (to !== 'range') return messages.widenedTo[to]
    const key = part === 'price' || part === 'cc' || part === 'year' || part === 'km' ? part : null
    return key ? getRangeLabel(key, { from, to: until }) : messages.droppedTo[part]
  }
  return (widened: Widened): string => {
    const what = widened.typed === '' ? messages.filterNames[widened.part] : messages.quoted(widened.typed)
    return messages.widenedPart(what, toText(widened))
  }
}

/** How misspelt words were read, which words were not used, and exactly what the search gave up. */
export const QueryNotes = ({ found }: { found: SearchResponseBody }) => {
  const messages = useMessages(searchMessages)
  const countText = useCountText(found)
  const getWidenedText = useWidenedText()
  const { understood, unused, widened, hasElsewhere } = found
  const corrected = understood.filter(({ isCorrected }) => isCorrected)
  return (
    <>
      {corrected.length > 0 && (
        <p className="hint">{messages.parsedAs(corrected.map(({ meant }) => meant).join(', '))}</p>
      )}
      {unused.length > 0 && <p className="hint">{messages.unused(unused.join(', '))}</p>}
      {hasElsewhere && <p className="hint">{messages.elsewhere}</p>}
      {widened.length > 0 && (
        <>
          <Note>{messages.widened(widened.map(getWidenedText).join('; '))}</Note>
          <p className="hint">{countText}</p>
        </>
      )}
    </>
  )
}
