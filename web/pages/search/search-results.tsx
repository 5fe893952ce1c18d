import { Link, useNavigation } from 'react-router'
import type { FoundBikes } from '#contract/search.ts'
import type { Verdict } from '#contract/price-estimates.ts'
import { pathIn } from '#web/i18n/language.ts'
import { changed, searchPath, sortNames, type Search } from '#web/lib/search-url.ts'
import { Note } from '#web/ui/note.tsx'
import { finding } from '#web/i18n/en/search.ts'
import { useChapter, useFigures, useWorld } from '#web/context/app-context.ts'
import { CompareBox, compareForm } from '#web/components/compare-choice.tsx'
import { EmptyStall } from '#web/components/empty-state.tsx'
import { MiniCard } from '#web/components/mini-card.tsx'
import { SaveSearch } from './save-search-button.tsx'
import { SearchChips } from './search-chips.tsx'
import { searchForm } from './search-facets.tsx'
import type { useSearchForm } from './use-search-form.ts'

type Form = ReturnType<typeof useSearchForm>

// On a phone two rows of cards stand in the first view, on a wide screen one row of three.
const firstPictures = 3

const SortBy = ({ search, form }: { search: Search; form: Form }) => {
  const words = useChapter(finding)
  return (
    <div className="finder__sort">
      <label className="sr-only" htmlFor="sort">
        {words.sort}
      </label>
      <select
        className="input"
        id="sort"
        name="sort"
        form={searchForm}
        key={search.sort}
        defaultValue={search.sort ?? 'newest'}
        onChange={form.onSort}
      >
        {sortNames.map((name) => (
          <option key={name} value={name}>
            {words.sorts[name]}
          </option>
        ))}
      </select>
      <button className="btn btn--line without-scripts" type="submit" form={searchForm}>
        {words.sortNow}
      </button>
    </div>
  )
}

/** How many there are, in words. */
const useCount = ({ total, counted }: FoundBikes): string => {
  const words = useChapter(finding)
  const { count } = useFigures()
  if (counted === 'sample') return words.foundAbout(count(total))
  if (total === 0) return words.foundNone
  return total === 1 ? words.foundOne : words.found(count(total))
}

/** What the words were taken for, where they were written otherwise, and what was let go of. */
const Reading = ({ found: { understood, widened } }: { found: FoundBikes }) => {
  const words = useChapter(finding)
  const parts = [...new Set(widened.map(({ part }) => words.parts[part]))]
  const corrected = understood.filter(({ isCorrected }) => isCorrected)
  return (
    <>
      {corrected.length > 0 && <p className="hint">{words.meant(corrected.map(({ meant }) => meant).join(', '))}</p>}
      {parts.length > 0 && <Note>{words.widened(parts.join(', '))}</Note>}
    </>
  )
}

const Pages = ({ search, next }: { search: Search; next: string | null }) => {
  const words = useChapter(finding)
  if (next === null && search.cursor === undefined) return null
  return (
    <nav className="more" aria-label={words.heading}>
      {next !== null && (
        <Link className="btn btn--line btn--lg" rel="next" to={searchPath({ ...search, cursor: next })}>
          {words.next}
        </Link>
      )}
      {search.cursor !== undefined && (
        <Link className="btn btn--quiet" to={searchPath(changed(search, {}))}>
          {words.first}
        </Link>
      )}
    </nav>
  )
}

type Badges = { productId: string; verdict: Verdict; isFarBelow: boolean; compared: number }[]

const FoundList = ({ search, found, badges }: { search: Search; found: FoundBikes; badges: Badges }) => {
  const words = useChapter(finding)
  const { language } = useWorld()
  const { state } = useNavigation()
  const badgeOf = (id: string) => badges.find(({ productId }) => productId === id)
  return (
    <>
      <ul className="grid-cards found" aria-busy={state === 'loading'}>
        {found.bikes.map((bike, at) => (
          <li key={bike._id}>
            <MiniCard bike={bike} isFirst={at < firstPictures} badge={badgeOf(bike._id)}>
              <CompareBox slug={bike.slug} name={bike.productName} />
            </MiniCard>
          </li>
        ))}
      </ul>
      <form className="without-scripts more" id={compareForm} method="get" action={pathIn(language.code, '/compare')}>
        <button className="btn btn--line" type="submit">
          {words.compare.chosen}
        </button>
      </form>
      <Pages search={search} next={found.next} />
    </>
  )
}

const NoneFound = () => {
  const words = useChapter(finding)
  const way = (
    <Link className="btn btn--primary" to="/bikes">
      {words.emptyGo}
    </Link>
  )
  return (
    <EmptyStall heading={words.emptyHeading} way={way}>
      {words.emptyText}
    </EmptyStall>
  )
}

type Props = { search: Search; found: FoundBikes; badges: Badges; form: Form }

/** How many bikes were found, in which order, what narrows the search, and the bikes. */
export const SearchResults = ({ search, found, badges, form }: Props) => (
  <>
    <div className="finder__head">
      <h1 aria-live="polite">{useCount(found)}</h1>
      <SortBy search={search} form={form} />
    </div>
    <SearchChips search={search} facets={found.facets} />
    <div className="needs-scripts finder__save">
      <SaveSearch search={searchPath(search).slice('/bikes?'.length)} />
    </div>
    <Reading found={found} />
    {found.bikes.length > 0 ? <FoundList search={search} found={found} badges={badges} /> : <NoneFound />}
  </>
)
