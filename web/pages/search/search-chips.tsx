import { X } from 'lucide'
import { Link } from 'react-router'
import type { FoundBikes } from '#contract/search.ts'
import { changed, choices, chosenOf, searchPath, withoutChoice, type Choice, type Search } from '#web/lib/search-url.ts'
import { Icon } from '#web/ui/icon.tsx'
import { finding } from '#web/i18n/en/search.ts'
import { useChapter, useFigures, useWords } from '#web/context/app-context.ts'
import { useBandWords, useNameOf } from './search-facets.tsx'

type Facets = FoundBikes['facets']
type Chip = { key: string; label: string; rest: Search }

/** What a chosen value is called; one that the shop does not know is called as it stands in the address. */
const useLabelOf = (facets: Facets) => {
  const { card } = useWords()
  const nameOf = useNameOf()
  const lists = {
    brand: facets.brands,
    model: facets.models,
    division: facets.divisions,
    district: facets.districts,
  }
  return (name: Choice, value: string): string => {
    if (name === 'condition') {
      const known = (['Excellent', 'Good', 'Fair'] as const).find((condition) => condition === value)
      return known === undefined ? value : card.conditions[known]
    }
    const found = lists[name].find(({ slug }) => slug === value)
    return found ? nameOf(found) : value.replaceAll('-', ' ')
  }
}

const useRangeChips = (search: Search): Chip[] => {
  const words = useBandWords()
  const { ccOf, kmOf } = useChapter(finding)
  const { taka, digits, count } = useFigures()
  const spells = {
    price: taka,
    cc: (cc: number) => ccOf(digits(cc)),
    year: (year: number) => digits(year),
    km: (km: number) => kmOf(count(km)),
  }
  const numberOf = (text: string | undefined) => (text === undefined || !/^\d+$/.test(text) ? null : Number(text))
  return (['price', 'cc', 'year', 'km'] as const).flatMap((name) => {
    const [from, to] = [numberOf(search[`${name}From`]), numberOf(search[`${name}To`])]
    if (from === null && to === null) return []
    const rest = changed(search, { [`${name}From`]: undefined, [`${name}To`]: undefined })
    return [{ key: name, label: words({ from, to }, spells[name]), rest }]
  })
}

const useChips = (search: Search, facets: Facets): Chip[] => {
  const words = useChapter(finding)
  const labelOf = useLabelOf(facets)
  const ranges = useRangeChips(search)
  const chosen = choices.flatMap((name) =>
    chosenOf(search, name).map((value) => ({
      key: `${name}-${value}`,
      label: labelOf(name, value),
      rest: withoutChoice(search, name, value),
    })),
  )
  const unverified = { key: 'verified', label: words.verified, rest: changed(search, { verified: undefined }) }
  return [...chosen, ...ranges, ...(search.verified ? [unverified] : [])]
}

/** What narrows the search, each a link that takes it away. */
export const SearchChips = ({ search, facets }: { search: Search; facets: Facets }) => {
  const words = useChapter(finding)
  const chips = useChips(search, facets)
  if (chips.length === 0) return null
  const { q, sort } = search
  return (
    <ul className="chips" aria-label={words.chosen}>
      {chips.map(({ key, label, rest }) => (
        <li key={key}>
          <Link className="chip chip--on" to={searchPath(rest)} aria-label={words.without(label)} preventScrollReset>
            <span className="num">{label}</span>
            <Icon of={X} size={16} />
          </Link>
        </li>
      ))}
      <li>
        <Link className="btn btn--quiet" to={searchPath(changed({}, { q, sort }))} preventScrollReset>
          {words.clear}
        </Link>
      </li>
    </ul>
  )
}
