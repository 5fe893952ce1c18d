import { Link, useNavigation } from 'react-router'
import { toLanguagePath } from '#web/i18n/language.ts'
import { updateSearch, toSearchPath, sortOrders, type Search } from '#web/lib/search-url.ts'
import { searchAnswerMessages } from '#web/i18n/en/search-answers.ts'
import { searchMessages } from '#web/i18n/en/search.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'
import { CompareBox, compareFormId } from '#web/components/compare-choice.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { toGuidePath } from '#web/lib/guide-path.ts'
import { MiniCard } from '#web/components/mini-card.tsx'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'
import { SaveSearchButton } from './save-search-button.tsx'
import { searchFormId, useLocalizedName } from './search-facets.tsx'
import type { ShownSearch } from './shown-search.ts'
import { parseSavedQuery } from './saved-query.ts'
import { placeKinds, QueryNotes, SearchHeading } from './search-notes.tsx'
import type { useSearchForm } from './use-search-form.ts'

type SearchForm = ReturnType<typeof useSearchForm>

/** Id of the heading of the results, which the link behind the search field leads to. */
export const resultsId = 'results'

// The page's largest paint. The others that are in view load after the layout, so that they do not delay it.
const maxEagerPictures = 1

/** The orders to choose from. The empty value leaves the order to the search: the newest first, unless words ask for another. */
const listSorts = (search: Search, { sort, understood }: ShownSearch) => {
  const hasPlace =
    search.district !== undefined ||
    search.division !== undefined ||
    understood.some(({ kind }) => placeKinds.has(kind))
  const available = sortOrders.filter((name) => name !== 'nearest' || hasPlace)
  const withoutWords = search.q === undefined ? 'newest' : null
  const byDefault = search.sort === undefined ? sort : withoutWords
  const others = available.filter((name) => name !== byDefault).map((name) => ({ value: name, name }))
  return byDefault === null ? others : [{ value: '', name: byDefault }, ...others]
}

type SortSelectProps = { search: Search; found: ShownSearch; form: SearchForm }

const SortSelect = ({ search, found, form }: SortSelectProps) => {
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
        key={`${search.sort} ${found.sort}`}
        defaultValue={search.sort ?? ''}
        onChange={form.onSort}
      >
        {listSorts(search, found).map(({ value, name }) => (
          <option key={name} value={value}>
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

const ResultList = ({ search, found }: { search: Search; found: ShownSearch }) => {
  const messages = useMessages(searchMessages)
  const { language } = useApp()
  const { state } = useNavigation()
  return (
    <>
      <ul className="grid-cards found" aria-busy={state === 'loading'}>
        {found.bikes.map((bike, index) => (
          <li key={bike._id}>
            <MiniCard bike={bike} isFirst={index < maxEagerPictures} badge={bike.badge ?? undefined}>
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

type EmptyProps = { search: Search; guide: ShownSearch['guide'] }

const getQueryString = (search: Search): string => toSearchPath(search).slice('/bikes?'.length)
const isSavable = (search: Search): boolean => parseSavedQuery(getQueryString(search)) !== null

/** Saves the search, and leads to what the model costs. */
const SearchActions = ({ search, guide }: EmptyProps) => {
  const messages = useMessages(searchMessages)
  const getName = useLocalizedName()
  const name = guide && getName({ name: guide.model, nameBn: guide.modelBn })
  return (
    <>
      {isSavable(search) && (
        <span className="needs-scripts">
          <SaveSearchButton search={getQueryString(search)} isPrimary />
        </span>
      )}
      {guide && name && (
        <Link className="btn btn--line" to={toGuidePath(guide)}>
          <span>
            <SentenceWithName text={messages.emptyGuide(name)} name={name} />
          </span>
        </Link>
      )}
    </>
  )
}

/** None of the model is on sale: what to do until one is. The bikes nearest to it follow. */
const NotOnSale = ({ search, guide }: EmptyProps) => (
  <>
    <p>{useMessages(searchAnswerMessages).notOnSaleNext}</p>
    <div className="empty__actions">
      <SearchActions search={search} guide={guide} />
    </div>
  </>
)

/** Nothing fits: the search can be saved, and the guide tells what the model costs. */
const NoResults = ({ search, guide }: EmptyProps) => {
  const messages = useMessages(searchMessages)
  const actions = (
    <div className="empty__actions">
      <SearchActions search={search} guide={guide} />
      <Link className={isSavable(search) ? 'btn btn--quiet' : 'btn btn--primary'} to="/bikes">
        {messages.emptyAction}
      </Link>
    </div>
  )
  return (
    <EmptyState heading={messages.emptyHeading} action={actions}>
      {isSavable(search) ? messages.emptyText : messages.emptyTextUnsaved}
    </EmptyState>
  )
}

type Props = { search: Search; found: ShownSearch; form: SearchForm }

/** Result count, sort order and the bikes. */
export const SearchResults = ({ search, found, form }: Props) => {
  const isEmpty = found.bikes.length === 0
  const { notOnSale } = found
  const guide = notOnSale && !notOnSale.hasGuide ? null : found.guide
  return (
    <>
      <div className="finder__head">
        <h1 id={resultsId} tabIndex={-1} aria-live="polite">
          <SearchHeading {...{ search, found }} />
        </h1>
        <SortSelect search={search} found={found} form={form} />
        {!isEmpty && !notOnSale && (
          <div className="needs-scripts finder__save">
            <SaveSearchButton search={getQueryString(search)} />
          </div>
        )}
      </div>
      {notOnSale && !isEmpty && <NotOnSale search={search} guide={guide} />}
      <QueryNotes found={found} />
      {isEmpty ? <NoResults search={search} guide={guide} /> : <ResultList search={search} found={found} />}
    </>
  )
}
