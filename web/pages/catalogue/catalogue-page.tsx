import { Plus, Search } from 'lucide'
import { useState } from 'react'
import { Form, Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { BrandPanel } from './brand-panel.tsx'
import { BrandDialog } from './catalogue-dialog.tsx'
import { MemberStyles } from '#web/layout/page-styles.tsx'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { parseListPosition } from '#web/components/list-position.ts'
import { Pagination } from '#web/components/pagination.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TypedBrands } from './typed-brands.tsx'
import { catalogueMessages } from '#web/i18n/en/catalogue.ts'
import { useMessages, useFormat, appContext } from '#web/context/app-context.ts'

const brandsPerPage = '50'

/** Fetches the page of brands that the URL names, each with its models. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const position = parseListPosition(new URL(request.url).searchParams)
  const { search, cursor } = position
  const query = { limit: brandsPerPage, cursor, search: search === '' ? undefined : search.slice(0, 60) }
  const { client } = context.get(appContext)
  const isFirstPage = search === '' && cursor === undefined
  const [page, typedBrands] = await Promise.all([
    client.page('GET /catalogue/brands', { query }),
    isFirstPage ? client('GET /catalogue/typedbrands') : [],
  ])
  return { position, page, typedBrands }
}

const SearchBox = ({ search }: { search: string }) => {
  const messages = useMessages(catalogueMessages)
  return (
    <Form className="people-search" role="search">
      <input
        key={search}
        className="input"
        type="search"
        name="search"
        maxLength={60}
        defaultValue={search}
        aria-label={messages.search}
        placeholder={messages.search}
      />
      <button className="btn btn--line" type="submit">
        <Icon of={Search} size={18} />
        {messages.searchSubmit}
      </button>
    </Form>
  )
}

const AddBrand = () => {
  const messages = useMessages(catalogueMessages)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button className="btn btn--primary" type="button" onClick={() => setIsOpen(true)}>
        <Icon of={Plus} size={18} />
        {messages.addBrand}
      </button>
      {isOpen && <BrandDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

const Empty = ({ search }: { search: string }) => {
  const messages = useMessages(catalogueMessages)
  if (search === '') {
    return (
      <EmptyState heading={messages.emptyHeading} action={<AddBrand />}>
        {messages.emptyText}
      </EmptyState>
    )
  }
  const all = (
    <Link className="btn btn--primary" to="?">
      {messages.searchReset}
    </Link>
  )
  return (
    <EmptyState heading={messages.nothingFound(search)} action={all}>
      {messages.nothingFoundText}
    </EmptyState>
  )
}

/** The admin's catalogue of brands and models, used by the seller's form and the search. */
export default function Catalogue() {
  const { title } = useMessages()
  const messages = useMessages(catalogueMessages)
  const { count } = useFormat()
  const { position, page, typedBrands } = useLoaderData<typeof loader>()
  const isEmpty = page.items.length === 0 && position.cursor === undefined
  return (
    <>
      <MemberStyles />
      <title>{title(messages.title)}</title>
      <DashboardHead aside={<SearchBox search={position.search} />}>
        {messages.heading(count(page.total))}
      </DashboardHead>
      {isEmpty ? (
        <Empty search={position.search} />
      ) : (
        <p className="addmaker">
          <AddBrand />
        </p>
      )}
      <TypedBrands brands={typedBrands} />
      {page.items.map((brand) => (
        <BrandPanel key={brand._id} brand={brand} isOpen={position.search !== ''} />
      ))}
      <Pagination position={position} shown={page.items.length} total={page.total} next={page.next} />
    </>
  )
}
