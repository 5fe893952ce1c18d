import { Plus } from 'lucide'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link, useLoaderData, useLocation, type LoaderFunctionArgs } from 'react-router'
import type { OwnBike } from '#web/lib/bike.ts'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ProductRow } from './product-row.tsx'
import { StateFilter, useShownBikes } from './state-filter.tsx'
import { fetchWholeList } from '#web/components/whole-list.ts'
import { Note } from '#web/ui/note.tsx'
import { sellingMessages } from '#web/i18n/en/selling.ts'
import { useMessages, appContext } from '#web/context/app-context.ts'
import { Icon } from '#web/ui/icon.tsx'
import ownBikesStyles from '#web/styles/own-bikes.css?url'

const OwnBikesStyles = () => <link rel="stylesheet" href={ownBikesStyles} precedence="screen" />

const loadWithoutBadge = async () => ({ default: (await import('./without-badge.tsx')).WithoutBadge })

const WithoutBadge = lazy(loadWithoutBadge)

/** After a bike was added: the way to its papers, of which buyers ask first. */
const AddedBike = ({ bikes }: { bikes: OwnBike[] }) => {
  const { mine } = useMessages(sellingMessages)
  const state: unknown = useLocation().state
  const addedId = typeof state === 'object' && state !== null && 'addedId' in state ? state.addedId : null
  const added = bikes.find(({ _id }) => _id === addedId)
  if (!added) return null
  return (
    <Note>
      {mine.papersText} <Link to={`/dashboard/myproducts/${added._id}/papers`}>{mine.papersLink}</Link>
    </Note>
  )
}

/** Bikes with bookings come first, then reserved ones, the others for sale, and last what is not for sale. */
const getRank = ({ status, liveDeals }: OwnBike): number => {
  if (status === 'available') return liveDeals > 0 ? 0 : 2
  return status === 'reserved' ? 1 : 3
}

/** Loads all bikes of the seller, on sale and sold, each part newest first. */
export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { client, session } = context.get(appContext)
  const authState = await session.waitForState()
  const email = authState.state === 'member' ? authState.user.email : undefined
  const { items, isWhole } = await fetchWholeList<OwnBike>((cursor) =>
    client.page('GET /allbikes/myproduct', { query: { email, cursor } }),
  )
  const papersOf = items.find(({ status }) => status !== 'sold' && status !== 'withdrawn')?._id
  const sorted = [...items].sort((a, b) => getRank(a) - getRank(b))
  // Asked beside the code that shows it, and of who has no badge alone. Who has no bike yet may have one.
  const question = items[0]?.verification
    ? null
    : (await Promise.all([client('GET /badge'), loadWithoutBadge()]))[0].question
  return { items: sorted, isWhole, nowMs: Date.now(), question, papersOf }
}

const addPath = '/dashboard/addproducts'

const AddLink = () => {
  const { mine } = useMessages(sellingMessages)
  return (
    <Link className="btn btn--primary" to={addPath}>
      <Icon of={Plus} size={18} />
      {mine.add}
    </Link>
  )
}

const Empty = ({ action }: { action: ReactNode }) => {
  const { mine } = useMessages(sellingMessages)
  return (
    <EmptyState heading={mine.emptyHeading} action={action}>
      {mine.emptyText}
    </EmptyState>
  )
}

const Table = ({ bikes, nowMs }: { bikes: OwnBike[]; nowMs: number }) => {
  const { mine } = useMessages(sellingMessages)
  const { columns } = mine
  return (
    <table className="records records--own records--mine">
      <caption className="sr-only">{mine.caption}</caption>
      <thead>
        <tr>
          <th scope="col" className="no">
            {columns.number}
          </th>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.price}</th>
          <th scope="col">{columns.status}</th>
          <th scope="col">{columns.advertisement}</th>
          <th scope="col" className="end">
            {columns.action}
          </th>
        </tr>
      </thead>
      <tbody>
        {bikes.map((bike, index) => (
          <ProductRow key={bike._id} bike={bike} number={index + 1} nowMs={nowMs} />
        ))}
      </tbody>
    </table>
  )
}

export default function MyProducts() {
  const { title } = useMessages()
  const { mine } = useMessages(sellingMessages)
  const { items, isWhole, nowMs, question, papersOf } = useLoaderData<typeof loader>()
  const { shown, name } = useShownBikes(items)
  const count = `${items.length}${isWhole ? '' : '+'}`
  const badge = !items[0]?.verification && (
    <Suspense>
      <WithoutBadge question={question} papersOf={papersOf} hasBikes={items.length > 0} />
    </Suspense>
  )
  return (
    <>
      <OwnBikesStyles />
      <title>{title(mine.title)}</title>
      <DashboardHead aside={(items.length > 0 || question !== null) && <AddLink />}>
        {mine.heading(count)}
      </DashboardHead>
      <AddedBike bikes={items} />
      {badge}
      {items[0] && (
        <p className="hint">
          {items[0].verification && `${mine.verified} `}
          {mine.advertisedHint}
        </p>
      )}
      <StateFilter bikes={items} name={name} />
      {items.length > 0 ? <Table bikes={shown} nowMs={nowMs} /> : <Empty action={question === null && <AddLink />} />}
      {/* A title on a button that cannot be pressed is not read on a phone. */}
      {items.some(({ paid }) => paid) && <p className="hint">{mine.soldNote}</p>}
      {!isWhole && <Note>{mine.onlyNewest(items.length)}</Note>}
    </>
  )
}
