import { useEffect, useRef, useState } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { Page } from '#contract/call.ts'
import type { Client } from '#contract/client.ts'
import type { Bike } from '#web/lib/bike.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ProductCard } from '#web/components/product-card.tsx'
import { toDisplayError } from '#web/context/display-error.ts'
import { Heading } from '#web/ui/heading.tsx'
import { ErrorNote } from '#web/ui/note.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useBuyerMessages } from '#web/context/use-buyer-messages.ts'
import { useApp, appContext } from '#web/context/app-context.ts'

/** 24 fills rows of two and of three. */
const pageLength = '24'

const fetchPage = (client: Client, { name, cursor }: { name: string; cursor?: string }): Promise<Page<Bike>> =>
  client.page('GET /categoryDetails/:name', { params: { name }, query: { limit: pageLength, cursor } })

/** Loads the first page of the category; an unknown category answers 404. */
export const loader = async ({ context, params: { name = '' } }: LoaderFunctionArgs) => ({
  name,
  first: await fetchPage(context.get(appContext).client, { name }),
})

/** The first page and the pages loaded by "Show more"; a new first page resets the list. */
const useCategoryBikes = ({ name, first }: { name: string; first: Page<Bike> }) => {
  const { client } = useApp()
  const [more, setMore] = useState<{ firstPage: Page<Bike>; items: Bike[]; next: string | null }>()
  const [isBusy, setIsBusy] = useState(false)
  const [failed, setFailed] = useState<string>()
  const loadedMore = more?.firstPage === first ? more : { items: [], next: first.next }
  const showMore = async (cursor: string) => {
    setIsBusy(true)
    setFailed(undefined)
    try {
      const page = await fetchPage(client, { name, cursor })
      setMore({ firstPage: first, items: [...loadedMore.items, ...page.items], next: page.next })
    } catch (error) {
      setFailed(toDisplayError(error).message)
    } finally {
      setIsBusy(false)
    }
  }
  return { bikes: [...first.items, ...loadedMore.items], next: loadedMore.next, isBusy, failed, showMore }
}

/** Focuses the first new bike after "Show more", so that keyboard users continue there. */
const useFocusOnNew = (count: number) => {
  const list = useRef<HTMLUListElement>(null)
  const previousCount = useRef(count)
  useEffect(() => {
    const oldCount = previousCount.current
    previousCount.current = count
    const item = list.current?.children[oldCount]
    if (oldCount > 0 && count > oldCount && item instanceof HTMLElement) item.focus({ preventScroll: true })
  }, [count])
  return list
}

type CategoryBikes = ReturnType<typeof useCategoryBikes>

const ShowMore = ({ next, isBusy, failed, showMore }: CategoryBikes) => {
  const { lists } = useBuyerMessages()
  if (next === null) return null
  if (failed !== undefined)
    return <ErrorNote message={failed} retry={lists.retry} onRetry={() => void showMore(next)} />
  return (
    <p className="more">
      <button
        className="btn btn--line btn--lg"
        type="button"
        aria-busy={isBusy}
        disabled={isBusy}
        onClick={() => void showMore(next)}
      >
        {isBusy && <Spinner size={20} className="wheel-in" />}
        {isBusy ? lists.loadingMore : lists.more}
      </button>
    </p>
  )
}

const BikeList = ({ categoryBikes }: { categoryBikes: CategoryBikes }) => {
  const { category } = useBuyerMessages()
  const list = useFocusOnNew(categoryBikes.bikes.length)
  return (
    <>
      <ul className="grid-cards" ref={list}>
        {categoryBikes.bikes.map((bike) => (
          <li key={bike._id} className="grid-cards__item" tabIndex={-1}>
            <ProductCard bike={bike} level="h2" isFlagged={bike.advertise === 'on'} />
          </li>
        ))}
      </ul>
      <p className="sr-only" aria-live="polite">
        {category.shown(categoryBikes.bikes.length)}
      </p>
      <ShowMore {...categoryBikes} />
    </>
  )
}

const Empty = ({ name }: { name: string }) => {
  const { category } = useBuyerMessages()
  const action = (
    <Link className="btn btn--primary" to="/#products">
      {category.emptyAction}
    </Link>
  )
  return (
    <EmptyState heading={category.emptyHeading(name)} action={action}>
      {category.emptyText}
    </EmptyState>
  )
}

export default function Category() {
  const { category, title } = useBuyerMessages()
  const data = useLoaderData<typeof loader>()
  const categoryBikes = useCategoryBikes(data)
  const heading = data.name === 'Other' ? category.other : data.name
  return (
    <div className="wrap section section--page">
      <title>{title(heading)}</title>
      <Heading level="h1" lead={category.lead(data.first.next === null, data.first.items.length)}>
        {heading}
      </Heading>
      {categoryBikes.bikes.length > 0 ? (
        <BikeList key={data.name} categoryBikes={categoryBikes} />
      ) : (
        <Empty name={heading} />
      )}
    </div>
  )
}
