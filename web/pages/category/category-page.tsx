import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { Page } from '#contract/call.ts'
import type { Client } from '#contract/client.ts'
import type { Bike } from '#web/lib/bike.ts'
import { BookUnlisted } from '#web/components/product-card/book-unlisted.tsx'
import { ProductCard } from '#web/components/product-card/product-card.tsx'
import { toDisplayError } from '#web/context/display-error.ts'
import { Heading } from '#web/ui/heading.tsx'
import { ErrorNote } from '#web/ui/note.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { categoryMessages } from '#web/i18n/en/category.ts'
import { useApp, useFormat, useMessages, appContext } from '#web/context/app-context.ts'
import { LoadingPart } from '#web/ui/loading-part.tsx'

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
  const { errorPage, lists, loading } = useMessages()
  if (next === null) return null
  if (failed !== undefined)
    return <ErrorNote message={failed} retry={errorPage.retry} onRetry={() => void showMore(next)} />
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
        {isBusy ? loading.label : lists.more}
      </button>
    </p>
  )
}

const BikeList = ({ categoryBikes }: { categoryBikes: CategoryBikes }) => {
  const category = useMessages(categoryMessages)
  const list = useFocusOnNew(categoryBikes.bikes.length)
  return (
    <>
      <ul className="grid-cards" ref={list}>
        {categoryBikes.bikes.map((bike, position) => (
          <li key={bike._id} className="grid-cards__item" tabIndex={-1}>
            <ProductCard bike={bike} level="h2" isFlagged={bike.advertise === 'on'} isFirst={position === 0} />
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

// Most categories have bikes.
const EmptyCategory = lazy(async () => ({ default: (await import('./empty-category.tsx')).EmptyCategory }))

const lowPricesTaka = [100_000, 200_000]

/** One row of searches for this brand: by order, price, condition and place. */
const Chips = ({ brand }: { brand: string }) => {
  const category = useMessages(categoryMessages)
  const { card } = useMessages()
  const { taka, digits } = useFormat()
  const { chips } = category
  const links = [
    [chips.cheapest, 'sort=price'],
    [chips.fewestKilometres, 'sort=km'],
    ...lowPricesTaka.map((price) => [chips.under(taka(price), digits(price / 100_000)), `priceTo=${price}`]),
    [card.conditions.Excellent, 'condition=Excellent'],
    [chips.dhaka, 'district=dhaka'],
    [chips.all, ''],
  ]
  return (
    <nav aria-label={chips.label}>
      <ul className="chips chips--one">
        {links.map(([label, query]) => (
          <li key={query}>
            <Link className="chip" to={`/bikes?brand=${brand}&${query}`}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Royal Enfield → royal-enfield, as the search names it. */
const toBrandSlug = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

export default function Category() {
  const category = useMessages(categoryMessages)
  const { title } = useMessages()
  const data = useLoaderData<typeof loader>()
  const categoryBikes = useCategoryBikes(data)
  const isOther = data.name === 'Other'
  const heading = isOther ? category.other : data.name
  return (
    <div className="wrap section section--page">
      <title>{title(heading)}</title>
      <Heading level="h1" lead={category.lead(data.first.next === null, data.first.items.length)}>
        {isOther ? heading : <span translate="no">{heading}</span>}
      </Heading>
      {!isOther && <Chips brand={toBrandSlug(data.name)} />}
      {categoryBikes.bikes.length > 0 ? (
        <BikeList key={data.name} categoryBikes={categoryBikes} />
      ) : (
        <Suspense fallback={<LoadingPart />}>
          <EmptyCategory name={heading} />
        </Suspense>
      )}
      <BookUnlisted listed={categoryBikes.bikes} />
    </div>
  )
}
