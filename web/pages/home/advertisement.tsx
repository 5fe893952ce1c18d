import { lazy, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Page } from '#contract/call.ts'
import { homeMessages } from '#web/i18n/en/home.ts'
import type { Bike } from '#web/lib/bike.ts'
import { toDisplayError, type LoadResult } from '#web/context/display-error.ts'
import { Heading } from '#web/ui/heading.tsx'
import { ErrorNote } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.ts'
import { Await, type Deferred } from '#web/ui/await.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useMessages, useApp } from '#web/context/app-context.ts'
import { fetchAdvertisedBikes } from './advertised-bikes.ts'
import { CardSkeletons } from './card-skeletons.tsx'
import { BookUnlisted } from '#web/components/product-card/book-unlisted.tsx'
import { ProductCard } from '#web/components/product-card/product-card.tsx'

const loadNoAdvertisedBikes = async () => (await import('./no-advertised-bikes.tsx')).NoAdvertisedBikes
// Rarely shown, so the browser loads it on demand; the server imports it directly.
const NoAdvertisedBikes = import.meta.env.SSR
  ? await loadNoAdvertisedBikes()
  : lazy(async () => ({ default: await loadNoAdvertisedBikes() }))

/** The first page and the pages loaded by "Show more"; a new first page resets the list. */
const useMoreBikes = (first: Page<Bike>) => {
  const { client } = useApp()
  const [more, setMore] = useState<{ firstPage: Page<Bike>; items: Bike[]; next: string | null } | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const loadedMore = more?.firstPage === first ? more : { items: [], next: first.next }
  const fetchMore = async (cursor: string) => {
    setIsBusy(true)
    try {
      const page = await fetchAdvertisedBikes(client, cursor)
      setMore({ firstPage: first, items: [...loadedMore.items, ...page.items], next: page.next })
    } catch (error) {
      toast.error(toDisplayError(error).message)
    } finally {
      setIsBusy(false)
    }
  }
  return { bikes: [...first.items, ...loadedMore.items], next: loadedMore.next, isBusy, fetchMore }
}

const Grid = ({ first }: { first: Page<Bike> }) => {
  const { lists, loading } = useMessages()
  const { bikes, next, isBusy, fetchMore } = useMoreBikes(first)
  return (
    <>
      <ul className="grid-cards">
        {bikes.map((bike) => (
          <li key={bike._id}>
            <ProductCard bike={bike} />
          </li>
        ))}
      </ul>
      {next !== null && (
        <p className="more">
          <button
            className="btn btn--line btn--lg"
            type="button"
            aria-busy={isBusy}
            disabled={isBusy}
            onClick={() => void fetchMore(next)}
          >
            {isBusy && <Spinner size={20} className="wheel-in" />}
            {isBusy ? loading.label : lists.more}
          </button>
        </p>
      )}
    </>
  )
}

const List = ({ list }: { list: LoadResult<Page<Bike>> }) => {
  const { errorPage } = useMessages()
  const home = useMessages(homeMessages)
  const { revalidate } = useRevalidator()
  const { failed } = home.advertised
  if (!list.ok) {
    return <ErrorNote message={`${failed} ${list.message}`} retry={errorPage.retry} onRetry={() => void revalidate()} />
  }
  if (list.value.items.length > 0) return <Grid first={list.value} />
  return <NoAdvertisedBikes />
}

/** "Product Advertisement": the advertised bikes. */
export const Advertisement = ({ data }: { data: Deferred<LoadResult<Page<Bike>>> }) => {
  const { advertised } = useMessages(homeMessages)
  return (
    <section className="section section--sunken" id="advertised">
      <div className="wrap">
        <Heading lead={advertised.lead}>{advertised.heading}</Heading>
        <Await data={data} fallback={<CardSkeletons />}>
          {(list) => (
            <>
              <List list={list} />
              <BookUnlisted listed={list.ok ? list.value.items : []} />
            </>
          )}
        </Await>
      </div>
    </section>
  )
}
