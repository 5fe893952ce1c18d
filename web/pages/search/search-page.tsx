import { Search as SearchIcon, SlidersHorizontal, X } from 'lucide'
import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { Client } from '#contract/client.ts'
import { BrowseStyles, preloadBrowseStyles } from '#web/layout/page-styles.tsx'
import { toLanguagePath } from '#web/i18n/language.ts'
import { CompareBar } from '#web/components/compare-choice.tsx'
import { RecentBikes } from '#web/components/recent-bikes.tsx'
import { searchFormId, SearchFacets } from './search-facets.tsx'
import { SearchChips } from './search-chips.tsx'
import { resultsId, SearchResults } from './search-results.tsx'
import { type Badges, type ShownSearch, toShownSearch } from './shown-search.ts'
import { filterToggleId, useSearchForm } from './use-search-form.ts'
import {
  listChosen,
  countFilters,
  exclusionFilters,
  isIndexable,
  parseSearch,
  toSearchPath,
  type Search,
} from '#web/lib/search-url.ts'
import { toLoadResult } from '#web/context/display-error.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ErrorNote } from '#web/ui/note.tsx'
import { searchMessages } from '#web/i18n/en/search.ts'
import { useMessages, useFormat, useApp, appContext } from '#web/context/app-context.ts'

preloadBrowseStyles()

/** 24 fills rows of one, two and three. */
const pageLength = '24'

/** The price badges of these bikes; none when the request fails, so that the bikes are still shown. */
const fetchBadges = async (client: Client, bikes: { _id: string }[]): Promise<Badges> => {
  if (bikes.length === 0) return []
  const ids = bikes.map(({ _id }) => _id).join(',')
  const badges = await toLoadResult(client('GET /worthbadges', { query: { ids } }, { as: 'anyone' }))
  return badges.ok ? badges.value : []
}

/** Loads the search of the URL. The response is the same for everybody, so the page can be cached. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { client, language } = context.get(appContext)
  const search = parseSearch(new URL(request.url).searchParams)
  const found = await toLoadResult(client('GET /bikes', { query: { ...search, limit: pageLength } }, { as: 'anyone' }))
  if (!found.ok) return { search, found }
  const badges = await fetchBadges(client, found.value.bikes)
  return { search, found: { ok: true as const, value: toShownSearch(found.value, badges, language.code) } }
}

type SearchForm = ReturnType<typeof useSearchForm>

const SearchBar = ({ search, form }: { search: Search; form: SearchForm }) => {
  const messages = useMessages(searchMessages)
  const { language } = useApp()
  return (
    <form
      className="finder__bar"
      id={searchFormId}
      role="search"
      method="get"
      action={toLanguagePath(language.code, '/bikes')}
      onSubmit={form.onSubmit}
    >
      <label className="sr-only" htmlFor="q">
        {messages.searchLabel}
      </label>
      <input
        className="input"
        id="q"
        name="q"
        type="search"
        maxLength={100}
        enterKeyHint="search"
        autoComplete="off"
        placeholder={messages.placeholder}
        defaultValue={search.q}
        key={search.q}
      />
      {exclusionFilters.map(
        (name) =>
          search[name] !== undefined && <input key={name} type="hidden" name={name} value={search[name]} readOnly />,
      )}
      <button className="btn btn--primary" type="submit" aria-label={messages.submit}>
        <Icon of={SearchIcon} size={22} />
      </button>
    </form>
  )
}

/** Filters: beside the results on wide screens; on narrow ones a sheet that opens without JavaScript too. */
const Filters = ({ search, found, form }: { search: Search; found: ShownSearch; form: SearchForm }) => {
  const messages = useMessages(searchMessages)
  const { count } = useFormat()
  const chosen = countFilters(search)
  return (
    <>
      <input className="facets__open" id={filterToggleId} type="checkbox" aria-label={messages.filters} />
      <label className="chip facets__opener" htmlFor={filterToggleId}>
        <Icon of={SlidersHorizontal} size={18} />
        {chosen > 0 ? messages.filtersOn(count(chosen)) : messages.filters}
      </label>
      {/* Key events of the controls inside bubble up to here. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <aside className="facets" aria-label={messages.filters} onChange={form.onTick} onKeyDown={form.onKeyDown}>
        <label className="facets__close" htmlFor={filterToggleId}>
          <b>{messages.filters}</b>
          <Icon of={X} size={24} />
        </label>
        <SearchFacets key={toSearchPath(search)} search={search} facets={found.facets} />
        <button className="btn btn--primary btn--lg facets__show" type="submit" form={searchFormId}>
          {form.total === null ? messages.show : messages.showCount(count(form.total))}
        </button>
      </aside>
    </>
  )
}

/** Title, description and robots tag of this search. */
const Head = ({ search, found }: { search: Search; found: ShownSearch | null }) => {
  const messages = useMessages(searchMessages)
  const { title } = useMessages()
  const brand = found?.facets.brands.find(({ slug }) => slug === listChosen(search, 'brand')[0])
  const subject = search.q ?? (brand && isIndexable(search) ? brand.name : undefined)
  return (
    <>
      <title>{title(subject === undefined ? messages.title : messages.titleFor(subject))}</title>
      <meta name="description" content={messages.description} />
      {!isIndexable(search) && <meta name="robots" content="noindex, follow" />}
    </>
  )
}

type Loaded = Awaited<ReturnType<typeof loader>>

/** What is shown, and why the search of the URL is not: when it fails, the list that was there stays. */
const useLastFound = (loaded: Loaded): { shown: Loaded; failure: string | null } => {
  const [shown, setShown] = useState(loaded)
  if (loaded.found.ok && loaded !== shown) setShown(loaded)
  return loaded.found.ok ? { shown: loaded, failure: null } : { shown, failure: loaded.found.message }
}

/** The public search. Its whole state is in the URL. */
export default function SearchPage() {
  const { shown, failure } = useLastFound(useLoaderData<typeof loader>())
  const { search, found } = shown
  const messages = useMessages(searchMessages)
  const { errorPage } = useMessages()
  const form = useSearchForm(toSearchPath(search))
  return (
    <div className="wrap">
      <BrowseStyles />
      <Head search={search} found={found.ok ? found.value : null} />
      <div className="finder">
        <SearchBar search={search} form={form} />
        <a className="skip skip--results" href={`#${resultsId}`}>
          {messages.skip}
        </a>
        {found.ok && (
          <>
            <Filters search={search} found={found.value} form={form} />
            <div className="finder__chips">
              <SearchChips search={search} found={found.value} />
            </div>
          </>
        )}
        <div className="finder__main">
          {failure !== null && <ErrorNote message={failure} retry={errorPage.retry} onRetry={form.retry} />}
          {found.ok ? (
            <SearchResults search={search} found={found.value} form={form} />
          ) : (
            <h1 id={resultsId}>{messages.heading}</h1>
          )}
          <RecentBikes />
        </div>
      </div>
      <CompareBar />
    </div>
  )
}
