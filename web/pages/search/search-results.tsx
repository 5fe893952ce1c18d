import { Link, useNavigation } from 'react-router'
import type { SearchResponseBody } from '#contract/search.ts'
import type { Verdict } from '#contract/price-estimates.ts'
import { toLanguagePath } from '#web/i18n/language.ts'
import { updateSearch, toSearchPath, sortOrders, type Search } from '#web/lib/search-url.ts'
import { Note } from '#web/ui/note.tsx'
import { searchMessages } from '#web/i18n/en/search.ts'
import { useMessages, useFormat, useApp } from '#web/context/app-context.ts'
import { CompareBox, compareFormId } from '#web/components/compare-choice.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { MiniCard } from '#web/components/mini-card.tsx'
import { SaveSearchButton } from './save-search-button.tsx'
import { SearchChips } from './search-chips.tsx'
import { searchFormId } from './search-facets.tsx'
import type { useSearchForm } from './use-search-form.ts'

type SearchForm = ReturnType<typeof useSearchForm>

// The first viewport shows two rows of cards on a phone, and one row of three on a wide screen.
const maxEagerPictures = 3

const SortSelect = ({ search, form }: { search: Search; form: SearchForm }) => {
  const messages = useMessages(searchMessages)
  return (
    <div className="finder__sort">
      <label className="sr-only" htmlFor="sort">
        {messages.sort}
      </label>
      <select
        className="input"
        id="sort"
        name="sort"
        form={searchFormId}
        key={search.sort}
        defaultValue={search.sort ?? 'newest'}
        onChange={form.onSort}
      >
        {sortOrders.map((name) => (
          <option key={name} value={name}>
            {messages.sorts[name]}
          </option>
        ))}
      </select>
      <button className="btn btn--line without-scripts" type="submit" form={searchFormId}>
        {messages.sortSubmit}
      </button>
    </div>
  )
}

/** The number of results as text. */
const useCountText = ({ total, counted }: SearchResponseBody): string => {
  const messages = useMessages(searchMessages)
  const { count } = useFormat()
  if (counted === 'sample') return messages.foundAbout(count(total))
  if (total === 0) return messages.foundNone
  return total === 1 ? messages.foundOne : messages.found(count(total))
}

/** How the query was understood (spelling, synonyms), and which filters were dropped. */
const QueryNotes = ({ found: { understood, widened } }: { found: SearchResponseBody }) => {
  const messages = useMessages(searchMessages)
  const widenedNames = [...new Set(widened.map(({ part }) => messages.filterNames[part]))]
  const corrected = understood.filter(({ isCorrected }) => isCorrected)
  return (
    <>
      {corrected.length > 0 && (
        <p className="hint">{messages.parsedAs(corrected.map(({ meant }) => meant).join(', '))}</p>
      )}
      {widenedNames.length > 0 && <Note>{messages.widened(widenedNames.join(', '))}</Note>}
    </>
  )
}

const SearchPagination = ({ search, next }: { search: Search; next: string | null }) => {
  const messages = useMessages(searchMessages)
  if (next === null && search.cursor === undefined) return null
  return (
    <nav className="more" aria-label={messages.heading}>
      {next !== null && (
        <Link className="btn btn--line btn--lg" rel="next" to={toSearchPath({ ...search, cursor: next })}>
          {messages.next}
        </Link>
      )}
      {search.cursor !== undefined && (
        <Link className="btn btn--quiet" to={toSearchPath(updateSearch(search, {}))}>
          {messages.first}
        </Link>
      )}
    </nav>
  )
}

type Badges = { productId: string; verdict: Verdict; isFarBelow: boolean; compared: number }[]

const ResultList = ({ search, found, badges }: { search: Search; found: SearchResponseBody; badges: Badges }) => {
  const messages = useMessages(searchMessages)
  const { language } = useApp()
  const { state } = useNavigation()
  const findBadge = (id: string) => badges.find(({ productId }) => productId === id)
  return (
    <>
      <ul className="grid-cards found" aria-busy={state === 'loading'}>
        {found.bikes.map((bike, index) => (
          <li key={bike._id}>
            <MiniCard bike={bike} isFirst={index < maxEagerPictures} badge={findBadge(bike._id)}>
              <CompareBox slug={bike.slug} name={bike.productName} formId={compareFormId} />
            </MiniCard>
          </li>
        ))}
      </ul>
      <form
        className="without-scripts more"
        id={compareFormId}
        method="get"
        action={toLanguagePath(language.code, '/compare')}
      >
        <button className="btn btn--line" type="submit">
          {messages.compare.chosenHeading}
        </button>
      </form>
      <SearchPagination search={search} next={found.next} />
    </>
  )
}

const NoResults = () => {
  const messages = useMessages(searchMessages)
  const action = (
    <Link className="btn btn--primary" to="/bikes">
      {messages.emptyAction}
    </Link>
  )
  return (
    <EmptyState heading={messages.emptyHeading} action={action}>
      {messages.emptyText}
    </EmptyState>
  )
}

type Props = { search: Search; found: SearchResponseBody; badges: Badges; form: SearchForm }

/** Result count, sort order, active filters and the bikes. */
export const SearchResults = ({ search, found, badges, form }: Props) => (
  <>
    <div className="finder__head">
      <h1 aria-live="polite">{useCountText(found)}</h1>
      <SortSelect search={search} form={form} />
    </div>
    <SearchChips search={search} facets={found.facets} />
    <div className="needs-scripts finder__save">
      <SaveSearchButton search={toSearchPath(search).slice('/bikes?'.length)} />
    </div>
    <QueryNotes found={found} />
    {found.bikes.length > 0 ? <ResultList search={search} found={found} badges={badges} /> : <NoResults />}
  </>
)
