import { lazy, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Page } from '#contract/call.ts'
import type { Bike } from '#web/lib/bike.ts'
import { troubleOf, type Loaded } from '#web/context/display-error.ts'
import { Heading } from '#web/ui/heading.tsx'
import { FailedNote } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.ts'
import { WhenHere, type Coming } from '#web/ui/await.tsx'
import { Wheel } from '#web/ui/spinner.tsx'
import { useWords, useWorld } from '#web/context/app-context.ts'
import { advertisedBikes } from './advertised-bikes.ts'
import { CardBones } from './card-skeletons.tsx'
import { ProductCard } from '#web/components/product-card.tsx'

const loadNone = async () => (await import('./no-advertised-bikes.tsx')).NoneAdvertised
// Seldom shown, so a browser fetches it when it is; the server has it at hand.
const NoneAdvertised = import.meta.env.SSR ? await loadNone() : lazy(async () => ({ default: await loadNone() }))

/** The first page, and those that "Show more" has fetched behind it; a new first page begins anew. */
const useMore = (first: Page<Bike>) => {
  const { client } = useWorld()
  const [more, setMore] = useState<{ behind: Page<Bike>; items: Bike[]; next: string | null } | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const fetched = more?.behind === first ? more : { items: [], next: first.next }
  const fetchMore = async (cursor: string) => {
    setIsBusy(true)
    try {
      const page = await advertisedBikes(client, cursor)
      setMore({ behind: first, items: [...fetched.items, ...page.items], next: page.next })
    } catch (error) {
      toast.error(troubleOf(error).message)
    } finally {
      setIsBusy(false)
    }
  }
  return { bikes: [...first.items, ...fetched.items], next: fetched.next, isBusy, fetchMore }
}

const Grid = ({ first }: { first: Page<Bike> }) => {
  const { lists } = useWords()
  const { bikes, next, isBusy, fetchMore } = useMore(first)
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
            {isBusy && <Wheel size={20} className="wheel-in" />}
            {isBusy ? lists.loadingMore : lists.more}
          </button>
        </p>
      )}
    </>
  )
}

const List = ({ list }: { list: Loaded<Page<Bike>> }) => {
  const { home, lists } = useWords()
  const { revalidate } = useRevalidator()
  const { failed } = home.advertised
  if (!list.ok) {
    return <FailedNote message={`${failed} ${list.message}`} retry={lists.retry} onRetry={() => void revalidate()} />
  }
  if (list.value.items.length > 0) return <Grid first={list.value} />
  return <NoneAdvertised />
}

/** "Product Advertisement": the bikes that their sellers have put forward. */
export const Advertisement = ({ data }: { data: Coming<Loaded<Page<Bike>>> }) => {
  const { advertised } = useWords().home
  return (
    <section className="section section--sunken" id="advertised">
      <div className="wrap">
        <Heading lead={advertised.lead}>{advertised.heading}</Heading>
        <WhenHere data={data} waiting={<CardBones />}>
          {(list) => <List list={list} />}
        </WhenHere>
      </div>
    </section>
  )
}
