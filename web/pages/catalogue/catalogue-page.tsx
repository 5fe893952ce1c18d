import { Plus, Search } from 'lucide'
import { useState } from 'react'
import { Form, Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { BrandPanel } from './brand-panel.tsx'
import { BrandDialog } from './catalogue-dialog.tsx'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { EmptyStall } from '#web/components/empty-state.tsx'
import { placeIn } from '#web/components/list-position.ts'
import { PagesNav } from '#web/components/pagination.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { catalogue } from '#web/i18n/en/catalogue.ts'
import { useChapter, useFigures, useWords, world } from '#web/context/app-context.ts'

const brandsPerPage = '50'

/** The page of brands that the address asks for, each with its models. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const place = placeIn(new URL(request.url).searchParams)
  const { search, cursor } = place
  const query = { limit: brandsPerPage, cursor, search: search === '' ? undefined : search.slice(0, 60) }
  return { place, page: await context.get(world).client.page('GET /catalogue/brands', { query }) }
}

const SearchBox = ({ search }: { search: string }) => {
  const words = useChapter(catalogue)
  return (
    <Form className="people-search" role="search">
      <input
        key={search}
        className="input"
        type="search"
        name="search"
        maxLength={60}
        defaultValue={search}
        aria-label={words.search}
        placeholder={words.search}
      />
      <button className="btn btn--line" type="submit">
        <Icon of={Search} size={18} />
        {words.searchGo}
      </button>
    </Form>
  )
}

const AddBrand = () => {
  const words = useChapter(catalogue)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button className="btn btn--primary" type="button" onClick={() => setIsOpen(true)}>
        <Icon of={Plus} size={18} />
        {words.addBrand}
      </button>
      {isOpen && <BrandDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

const Empty = ({ search }: { search: string }) => {
  const words = useChapter(catalogue)
  if (search === '') {
    return (
      <EmptyStall heading={words.emptyHeading} way={<AddBrand />}>
        {words.emptyText}
      </EmptyStall>
    )
  }
  const all = (
    <Link className="btn btn--primary" to="?">
      {words.searchEnd}
    </Link>
  )
  return (
    <EmptyStall heading={words.nothingFound(search)} way={all}>
      {words.nothingFoundText}
    </EmptyStall>
  )
}

/** The brands and models that sellers are offered and the search knows, for the admin. */
export default function Catalogue() {
  const { title } = useWords()
  const words = useChapter(catalogue)
  const { count } = useFigures()
  const { place, page } = useLoaderData<typeof loader>()
  const isEmpty = page.items.length === 0 && place.cursor === undefined
  return (
    <>
      <title>{title(words.title)}</title>
      <DashboardHead aside={<SearchBox search={place.search} />}>{words.heading(count(page.total))}</DashboardHead>
      {isEmpty ? (
        <Empty search={place.search} />
      ) : (
        <p>
          <AddBrand />
        </p>
      )}
      {page.items.map((brand) => (
        <BrandPanel key={brand._id} brand={brand} isOpen={place.search !== ''} />
      ))}
      <PagesNav place={place} shown={page.items.length} total={page.total} next={page.next} />
    </>
  )
}
