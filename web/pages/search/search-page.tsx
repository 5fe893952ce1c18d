import { Search as Glass, SlidersHorizontal, X } from 'lucide'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { FoundBikes } from '#contract/search.ts'
import { pathIn } from '#web/i18n/language.ts'
import { CompareBar } from '#web/components/compare-choice.tsx'
import { RecentBikes } from '#web/components/recent-bikes.tsx'
import { searchForm, SearchFacets, useNameOf } from './search-facets.tsx'
import { SearchResults } from './search-results.tsx'
import { sheetBox, useSearchForm } from './use-search-form.ts'
import { chosenOf, countFilters, isForEngines, readSearch, searchPath, type Search } from '#web/lib/search-url.ts'
import { loaded } from '#web/context/display-error.ts'
import { Icon } from '#web/ui/icon.tsx'
import { FailedNote } from '#web/ui/note.tsx'
import { finding } from '#web/i18n/en/search.ts'
import { useChapter, useFigures, useWords, useWorld, world } from '#web/context/app-context.ts'

/** Rows of one, two and three all come out even. */
const pageLength = '24'

/** The words for the prices of these bikes; none where they cannot be told now, since the bikes are worth more than that. */
const badgesOf = async (client: Client, bikes: { _id: string }[]) => {
  if (bikes.length === 0) return []
  const ids = bikes.map(({ _id }) => _id).join(',')
  const badges = await loaded(client('GET /worthbadges', { query: { ids } }, { as: 'anyone' }))
  return badges.ok ? badges.value : []
}

/** The search of the address. Its answer is the same for everybody, so that the page may be shared. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { client } = context.get(world)
  const search = readSearch(new URL(request.url).searchParams)
  const found = await loaded(client('GET /bikes', { query: { ...search, limit: pageLength } }, { as: 'anyone' }))
  return { search, found, badges: found.ok ? await badgesOf(client, found.value.bikes) : [] }
}

type Form = ReturnType<typeof useSearchForm>

const SearchBar = ({ search, form }: { search: Search; form: Form }) => {
  const words = useChapter(finding)
  const { language } = useWorld()
  return (
    <form
      className="finder__bar"
      id={searchForm}
      role="search"
      method="get"
      action={pathIn(language.code, '/bikes')}
      onSubmit={form.onSubmit}
    >
      <label className="sr-only" htmlFor="q">
        {words.lookFor}
      </label>
      <input
        className="input"
        id="q"
        name="q"
        type="search"
        maxLength={100}
        enterKeyHint="search"
        autoComplete="off"
        placeholder={words.example}
        defaultValue={search.q}
        key={search.q}
      />
      <button className="btn btn--primary" type="submit" aria-label={words.look}>
        <Icon of={Glass} size={22} />
      </button>
    </form>
  )
}

/** Beside the bikes on wide screens; a sheet over the page on narrow ones, which opens without scripts too. */
const Filters = ({ search, found, form }: { search: Search; found: FoundBikes; form: Form }) => {
  const words = useChapter(finding)
  const { count } = useFigures()
  const chosen = countFilters(search)
  return (
    <>
      <input className="facets__open" id={sheetBox} type="checkbox" aria-label={words.filters} />
      <label className="chip facets__opener" htmlFor={sheetBox}>
        <Icon of={SlidersHorizontal} size={18} />
        {chosen > 0 ? words.filtersOn(count(chosen)) : words.filters}
      </label>
      {/* The keys are heard here for what stands inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <aside className="facets" aria-label={words.filters} onChange={form.onTick} onKeyDown={form.onKeyDown}>
        <label className="facets__close" htmlFor={sheetBox}>
          <span className="sr-only">{words.closeFilters}</span>
          <Icon of={X} size={24} />
        </label>
        <SearchFacets key={searchPath(search)} search={search} facets={found.facets} />
        <button className="btn btn--primary btn--lg facets__show" type="submit" form={searchForm}>
          {words.show}
        </button>
      </aside>
    </>
  )
}

/** What the tab, search engines and shared links say of this search. */
const Head = ({ search, found }: { search: Search; found: FoundBikes | null }) => {
  const words = useChapter(finding)
  const { title } = useWords()
  const nameOf = useNameOf()
  const brand = found?.facets.brands.find(({ slug }) => slug === chosenOf(search, 'brand')[0])
  const what = search.q ?? (brand && isForEngines(search) ? nameOf(brand) : undefined)
  return (
    <>
      <title>{title(what === undefined ? words.title : words.titleOf(what))}</title>
      <meta name="description" content={words.description} />
      {!isForEngines(search) && <meta name="robots" content="noindex, follow" />}
    </>
  )
}

const Failed = ({ message, form }: { message: string; form: Form }) => {
  const words = useChapter(finding)
  const { lists } = useWords()
  return (
    <>
      <h1>{words.heading}</h1>
      <FailedNote message={message} retry={lists.retry} onRetry={form.again} />
    </>
  )
}

/** The public search: words, filters with what they would leave, and the bikes; all of it stands in the address. */
export default function Bikes() {
  const { search, found, badges } = useLoaderData<typeof loader>()
  const form = useSearchForm(searchPath(search))
  return (
    <div className="wrap">
      <Head search={search} found={found.ok ? found.value : null} />
      <div className="finder">
        <SearchBar search={search} form={form} />
        {found.ok && <Filters search={search} found={found.value} form={form} />}
        <div className="finder__main">
          {found.ok ? (
            <SearchResults search={search} found={found.value} badges={badges} form={form} />
          ) : (
            <Failed message={found.message} form={form} />
          )}
          <RecentBikes />
        </div>
      </div>
      <CompareBar />
    </div>
  )
}
