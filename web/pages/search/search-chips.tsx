import { X } from 'lucide'
import { Link } from 'react-router'
import {
  updateSearch,
  multiValueFilters,
  exclusionFilters,
  flagNames,
  listChosen,
  toSearchPath,
  removeChoice,
  type MultiValueFilter,
  type Search,
} from '#web/lib/search-url.ts'
import { Icon } from '#web/ui/icon.tsx'
import { searchAnswerMessages } from '#web/i18n/en/search-answers.ts'
import { searchMessages } from '#web/i18n/en/search.ts'
import { useMessages } from '#web/context/app-context.ts'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'
import { isNaming, toOwnersLabel, useFlagLabels, useLocalizedName } from './search-facets.tsx'
import type { ShownSearch } from './shown-search.ts'
import { useRangeLabel, type RangeKey } from './use-range-label.ts'
import { type Chip, useUnderstoodChips } from './use-understood-chips.ts'

type Facets = ShownSearch['facets']
/** The label of a chosen value; an unknown value is shown as in the URL. */
const useChoiceLabel = (facets: Facets) => {
  const { card } = useMessages()
  const { kinds, ownerCounts } = useMessages(searchMessages)
  const fixed = new Map<string, string>([...Object.entries(card.conditions), ...Object.entries(kinds)])
  const lists = {
    brand: facets.brands,
    model: facets.models,
    division: facets.divisions,
    district: facets.districts,
    area: facets.areas,
    condition: [],
    kind: [],
    owners: [],
  }
  return (name: MultiValueFilter, value: string): string => {
    if (name === 'owners') return toOwnersLabel(Number(value), ownerCounts)
    const found = lists[name].find(({ slug }) => slug === value)
    return found?.name ?? fixed.get(value) ?? value.replaceAll('-', ' ')
  }
}

/** What the URL excludes, each with a link that allows it again. */
const useExclusionChips = (search: Search, { excluded }: ShownSearch): Chip[] => {
  const { card } = useMessages()
  const { kinds } = useMessages(searchMessages)
  const answers = useMessages(searchAnswerMessages)
  const getName = useLocalizedName()
  const fixed = new Map<string, string>([...Object.entries(card.conditions), ...Object.entries(kinds)])
  return exclusionFilters.flatMap((name) =>
    listChosen(search, name).map((value) => {
      const named = excluded.find(({ param, slug }) => param === name && slug === value)
      const label = named ? getName(named) : (fixed.get(value) ?? value.replaceAll('-', ' '))
      const rest = removeChoice(search, name, value)
      return { key: `${name}-${value}`, label: answers.excluded(label), name: label, rest }
    }),
  )
}

const rangeKeys: readonly RangeKey[] = ['price', 'cc', 'year', 'km']

const useRangeChips = (search: Search): Chip[] => {
  const getRangeLabel = useRangeLabel()
  const parseNumber = (text: string | undefined) => (text === undefined || !/^\d+$/.test(text) ? null : Number(text))
  return rangeKeys.flatMap((name) => {
    const [from, to] = [parseNumber(search[`${name}From`]), parseNumber(search[`${name}To`])]
    if (from === null && to === null) return []
    const rest = updateSearch(search, { [`${name}From`]: undefined, [`${name}To`]: undefined })
    return [{ key: name, label: getRangeLabel(name, { from, to }), rest }]
  })
}

const useChips = (search: Search, found: ShownSearch): Chip[] => {
  const flagLabels = useFlagLabels()
  const getLabel = useChoiceLabel(found.facets)
  const understood = useUnderstoodChips(search, found)
  const ranges = useRangeChips(search)
  const exclusions = useExclusionChips(search, found)
  const chosen = multiValueFilters.flatMap((name) =>
    listChosen(search, name).map((value) => {
      const label = getLabel(name, value)
      return { key: `${name}-${value}`, label, rest: removeChoice(search, name, value) }
    }),
  )
  const flags = flagNames.flatMap((name) =>
    search[name] ? [{ key: name, label: flagLabels[name], rest: updateSearch(search, { [name]: undefined }) }] : [],
  )
  return [...understood, ...chosen, ...exclusions, ...ranges, ...flags]
}

/** A filter: one link that removes it, or two, of which the first turns it into a filter that can be changed. */
const ChipLinks = ({ chip: { key, label, name = label, rest, edited, isGivenUp = false } }: { chip: Chip }) => {
  const messages = useMessages(searchMessages)
  const className = isGivenUp ? 'chip' : 'chip chip--on'
  const text = (
    <span className="num">
      <SentenceWithName text={label} name={isNaming(key) ? name : ''} />
    </span>
  )
  return (
    <>
      {edited && (
        <Link
          className={`${className} chip--start`}
          to={toSearchPath(edited)}
          aria-label={messages.editFilter(label)}
          preventScrollReset
        >
          {text}
        </Link>
      )}
      <Link
        className={edited ? `${className} chip--end` : className}
        to={toSearchPath(rest)}
        aria-label={messages.removeFilter(label)}
        preventScrollReset
      >
        {!edited && text}
        <Icon of={X} size={16} />
      </Link>
    </>
  )
}

/** What was understood of the words and the active filters, each with a link that removes it. */
export const SearchChips = ({ search, found }: { search: Search; found: ShownSearch }) => {
  const messages = useMessages(searchMessages)
  const chips = useChips(search, found)
  if (chips.length === 0) return null
  const { q, sort } = search
  const cleared = updateSearch({}, { q, sort })
  return (
    <ul className="chips" aria-label={messages.chosenHeading}>
      {chips.map((chip) => (
        <li key={chip.key} className="chips__one">
          <ChipLinks chip={chip} />
        </li>
      ))}
      {toSearchPath(cleared) !== toSearchPath(updateSearch(search, {})) && (
        <li>
          <Link className="btn btn--quiet" to={toSearchPath(cleared)} preventScrollReset>
            {messages.clear}
          </Link>
        </li>
      )}
    </ul>
  )
}
