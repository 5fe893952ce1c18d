import { listChosen, type MultiValueFilter, updateSearch, type Search } from '#web/lib/search-url.ts'
import { searchAnswerMessages } from '#web/i18n/en/search-answers.ts'
import { searchMessages } from '#web/i18n/en/search.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { toOwnersLabel, useLocalizedName } from './search-facets.tsx'
import type { ShownSearch } from './shown-search.ts'
import { useRangeLabel } from './use-range-label.ts'

/**
 * `key`: begins with the name of the filter. `name`: of the brand or model in the label, which may say more. `edited`: the search with this as a filter that its fields show; `rest`: the search without it; `isGivenUp`: not
 * all bikes of the list fit it.
 */
export type Chip = {
  key: string
  label: string
  name?: string
  rest: Search
  edited?: Search
  isGivenUp?: boolean
}

type Term = ShownSearch['understood'][number]

/** The words of the search without those of a term. */
const omitWords = (q: string, { start, end }: Term): string =>
  `${q.slice(0, start)} ${q.slice(end)}`.replaceAll(/\s+/g, ' ').trim()

const addChoice = (search: Search, name: MultiValueFilter, value: string): string =>
  [...new Set([...listChosen(search, name), value])].join(',')

/** The filters that say the same as a term, if the form has fields for it. */
const toFilters = (search: Search, { kind, meant, from, to, isExcluded }: Term): Partial<Search> | null => {
  if (isExcluded) return null
  if (kind === 'price' || kind === 'cc' || kind === 'year' || kind === 'km')
    return {
      ...(from !== null && { [`${kind}From`]: String(from) }),
      ...(to !== null && { [`${kind}To`]: String(to) }),
    }
  if (kind === 'kind' || kind === 'condition' || kind === 'area') return { [kind]: addChoice(search, kind, meant) }
  return kind === 'owners' ? { owners: addChoice(search, 'owners', String(Math.min(from ?? 1, 3))) } : null
}

// An engine size is typed as one number and read as a few cc either way.
const ccTolerance = 7

const useTermLabel = () => {
  const messages = useMessages(searchMessages)
  const answers = useMessages(searchAnswerMessages)
  const { card } = useMessages()
  const { count } = useFormat()
  const getRangeLabel = useRangeLabel()
  const getName = useLocalizedName()
  const fixed = new Map<string, string>([
    ...Object.entries(card.conditions),
    ...Object.entries(messages.kinds),
    ...Object.entries(messages.sorts),
    ...Object.entries(answers.audiences),
  ])
  const getWantedLabel = ({ kind, meant, meantBn, typed, from, to }: Term): string => {
    if (kind === 'cc' && from !== null && to === from + 2 * ccTolerance)
      return getRangeLabel('cc', { from: from + ccTolerance, to: from + ccTolerance })
    if (kind === 'price' || kind === 'cc' || kind === 'year' || kind === 'km') return getRangeLabel(kind, { from, to })
    if (kind === 'owners') return toOwnersLabel(from ?? 1, messages.ownerCounts)
    if (kind === 'verified') return messages.verified
    if (kind === 'audience' && from !== null) return answers.mileage(count(from))
    if (kind === 'condition' || kind === 'kind' || kind === 'sort' || kind === 'audience')
      return fixed.get(meant) ?? meant
    if (kind === 'word' || kind === 'papers' || kind === 'colour' || kind === 'feature' || kind === 'area') return typed
    return getName({ name: meant, nameBn: meantBn })
  }
  const pasts = new Map<string, string>(Object.entries(answers.pasts))
  return (term: Term): string => {
    if (!term.isExcluded) return getWantedLabel(term)
    if (term.kind === 'past') return pasts.get(term.meant) ?? term.typed
    if (term.kind === 'verified') return answers.unverified
    const label = getWantedLabel(term)
    // "not scooter, light commuter": its label begins as a sentence does.
    return answers.excluded(term.kind === 'audience' ? label.charAt(0).toLowerCase() + label.slice(1) : label)
  }
}

/** What was understood of the words; each chip removes its words, or moves them into the filters. */
export const useUnderstoodChips = (search: Search, { understood, widened }: ShownSearch): Chip[] => {
  const getLabel = useTermLabel()
  const getName = useLocalizedName()
  const { q = '' } = search
  return understood.map((term) => {
    const rest = updateSearch(search, { q: omitWords(q, term) })
    const filters = toFilters(search, term)
    const label = getLabel(term)
    const isGivenUp = !term.isExcluded && widened.some(({ typed }) => typed === term.typed)
    const name = getName({ name: term.meant, nameBn: term.meantBn })
    const chip = { key: `${term.kind}-${term.start}`, label, name, rest, isGivenUp }
    return filters ? { ...chip, edited: updateSearch(rest, filters) } : chip
  })
}
