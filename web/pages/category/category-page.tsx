import { useEffect, useRef, useState } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { Page } from '#contract/call.ts'
import type { Client } from '#contract/client.ts'
import type { Bike } from '#web/lib/bike.ts'
import { EmptyStall } from '#web/components/empty-state.tsx'
import { ProductCard } from '#web/components/product-card.tsx'
import { troubleOf } from '#web/context/display-error.ts'
import { Heading } from '#web/ui/heading.tsx'
import { FailedNote } from '#web/ui/note.tsx'
import { Wheel } from '#web/ui/spinner.tsx'
import { useBuyerWords } from '#web/context/use-buyer-messages.ts'
import { useWorld, world } from '#web/context/app-context.ts'

/** Rows of two and of three both come out even. */
const pageLength = '24'

const pageOf = (client: Client, { name, cursor }: { name: string; cursor?: string }): Promise<Page<Bike>> =>
  client.page('GET /categoryDetails/:name', { params: { name }, query: { limit: pageLength, cursor } })

/** The first page of the category; a name that is no category is refused with 404. */
export const loader = async ({ context, params: { name = '' } }: LoaderFunctionArgs) => ({
  name,
  first: await pageOf(context.get(world).client, { name }),
})

/** The first page, and those that "Show more" has fetched behind it; a new first page begins anew. */
const useBikes = ({ name, first }: { name: string; first: Page<Bike> }) => {
  const { client } = useWorld()
  const [more, setMore] = useState<{ behind: Page<Bike>; items: Bike[]; next: string | null }>()
  const [isBusy, setIsBusy] = useState(false)
  const [failed, setFailed] = useState<string>()
  const fetched = more?.behind === first ? more : { items: [], next: first.next }
  const showMore = async (cursor: string) => {
    setIsBusy(true)
    setFailed(undefined)
    try {
      const page = await pageOf(client, { name, cursor })
      setMore({ behind: first, items: [...fetched.items, ...page.items], next: page.next })
    } catch (error) {
      setFailed(troubleOf(error).message)
    } finally {
      setIsBusy(false)
    }
  }
  return { bikes: [...first.items, ...fetched.items], next: fetched.next, isBusy, failed, showMore }
}

/** When a page has come, the focus goes to its first bike, so that the keyboard goes on where the list goes on. */
const useFocusOnNew = (count: number) => {
  const list = useRef<HTMLUListElement>(null)
  const shown = useRef(count)
  useEffect(() => {
    const before = shown.current
    shown.current = count
    const item = list.current?.children[before]
    if (before > 0 && count > before && item instanceof HTMLElement) item.focus({ preventScroll: true })
  }, [count])
  return list
}

type Shown = ReturnType<typeof useBikes>

const More = ({ next, isBusy, failed, showMore }: Shown) => {
  const { lists } = useBuyerWords()
  if (next === null) return null
  if (failed !== undefined)
    return <FailedNote message={failed} retry={lists.retry} onRetry={() => void showMore(next)} />
  return (
    <p className="more">
      <button
        className="btn btn--line btn--lg"
        type="button"
        aria-busy={isBusy}
        disabled={isBusy}
        onClick={() => void showMore(next)}
      >
        {isBusy && <Wheel size={20} className="wheel-in" />}
        {isBusy ? lists.loadingMore : lists.more}
      </button>
    </p>
  )
}

const Bikes = ({ shown }: { shown: Shown }) => {
  const { category } = useBuyerWords()
  const list = useFocusOnNew(shown.bikes.length)
  return (
    <>
      <ul className="grid-cards" ref={list}>
        {shown.bikes.map((bike) => (
          <li key={bike._id} className="grid-cards__item" tabIndex={-1}>
            <ProductCard bike={bike} level="h2" isFlagged={bike.advertise === 'on'} />
          </li>
        ))}
      </ul>
      <p className="sr-only" aria-live="polite">
        {category.shown(shown.bikes.length)}
      </p>
      <More {...shown} />
    </>
  )
}

const Empty = ({ name }: { name: string }) => {
  const { category } = useBuyerWords()
  const way = (
    <Link className="btn btn--primary" to="/#products">
      {category.emptyGo}
    </Link>
  )
  return (
    <EmptyStall heading={category.emptyHeading(name)} way={way}>
      {category.emptyText}
    </EmptyStall>
  )
}

/** The bikes of one category. */
export default function Category() {
  const { category, title } = useBuyerWords()
  const data = useLoaderData<typeof loader>()
  const shown = useBikes(data)
  return (
    <div className="wrap section section--page">
      <title>{title(data.name)}</title>
      <Heading level="h1" lead={category.lead(data.first.next === null, data.first.items.length)}>
        {data.name}
      </Heading>
      {shown.bikes.length > 0 ? <Bikes key={data.name} shown={shown} /> : <Empty name={data.name} />}
    </div>
  )
}
