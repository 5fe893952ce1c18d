import { X } from 'lucide'
import { Link } from 'react-router'
import type { SearchResponseBody } from '#contract/search.ts'
import {
  updateSearch,
  multiValueFilters,
  listChosen,
  toSearchPath,
  removeChoice,
  type MultiValueFilter,
  type Search,
} from '#web/lib/search-url.ts'
import { Icon } from '#web/ui/icon.tsx'
import { searchMessages } from '#web/i18n/en/search.ts'
import { useMessages, useFormat } from '#web/context/app-context.ts'
import { useBandLabel, useLocalizedName } from './search-facets.tsx'

type Facets = SearchResponseBody['facets']
type Chip = { key: string; label: string; rest: Search }

/** The label of a chosen value; an unknown value is shown as in the URL. */
const useChoiceLabel = (facets: Facets) => {
  const { card } = useMessages()
  const getName = useLocalizedName()
  const lists = {
    brand: facets.brands,
    model: facets.models,
    division: facets.divisions,
    district: facets.districts,
  }
  return (name: MultiValueFilter, value: string): string => {
    if (name === 'condition') {
      const known = (['Excellent', 'Good', 'Fair'] as const).find((condition) => condition === value)
      return known === undefined ? value : card.conditions[known]
    }
    const found = lists[name].find(({ slug }) => slug === value)
    return found ? getName(found) : value.replaceAll('-', ' ')
  }
}

const useRangeChips = (search: Search): Chip[] => {
  const getBandLabel = useBandLabel()
  const { ccValue, kmValue } = useMessages(searchMessages)
  const { taka, digits, count } = useFormat()
  const formats = {
    price: taka,
    cc: (cc: number) => ccValue(digits(cc)),
    year: (year: number) => digits(year),
    km: (km: number) => kmValue(count(km)),
  }
  const parseNumber = (text: string | undefined) => (text === undefined || !/^\d+$/.test(text) ? null : Number(text))
  return (['price', 'cc', 'year', 'km'] as const).flatMap((name) => {
    const [from, to] = [parseNumber(search[`${name}From`]), parseNumber(search[`${name}To`])]
    if (from === null && to === null) return []
    const rest = updateSearch(search, { [`${name}From`]: undefined, [`${name}To`]: undefined })
    return [{ key: name, label: getBandLabel({ from, to }, formats[name]), rest }]
  })
}

const useChips = (search: Search, facets: Facets): Chip[] => {
  const messages = useMessages(searchMessages)
  const getLabel = useChoiceLabel(facets)
  const ranges = useRangeChips(search)
  const chosen = multiValueFilters.flatMap((name) =>
    listChosen(search, name).map((value) => ({
      key: `${name}-${value}`,
      label: getLabel(name, value),
      rest: removeChoice(search, name, value),
    })),
  )
  const unverified = { key: 'verified', label: messages.verified, rest: updateSearch(search, { verified: undefined }) }
  return [...chosen, ...ranges, ...(search.verified ? [unverified] : [])]
}

/** The active filters, each a link that removes it. */
export const SearchChips = ({ search, facets }: { search: Search; facets: Facets }) => {
  const messages = useMessages(searchMessages)
  const chips = useChips(search, facets)
  if (chips.length === 0) return null
  const { q, sort } = search
  return (
    <ul className="chips" aria-label={messages.chosenHeading}>
      {chips.map(({ key, label, rest }) => (
        <li key={key}>
          <Link
            className="chip chip--on"
            to={toSearchPath(rest)}
            aria-label={messages.removeFilter(label)}
            preventScrollReset
          >
            <span className="num">{label}</span>
            <Icon of={X} size={16} />
          </Link>
        </li>
      ))}
      <li>
        <Link className="btn btn--quiet" to={toSearchPath(updateSearch({}, { q, sort }))} preventScrollReset>
          {messages.clear}
        </Link>
      </li>
    </ul>
  )
}
