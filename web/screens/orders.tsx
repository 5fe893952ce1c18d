import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { DashboardHead } from '#web/parts/dashboard-head.tsx'
import { EmptyStall } from '#web/parts/empty-stall.tsx'
import { purchaseOfOrder } from '#web/parts/purchase.ts'
import { countOf, PurchaseTable } from '#web/parts/purchase-table.tsx'
import { wholeList } from '#web/parts/whole-list.ts'
import { useBuyerWords } from '#web/words/use-buyer-words.ts'
import { world } from '#web/world.ts'

/** All orders of the person, newest first. */
export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { client, session } = context.get(world)
  const who = await session.settled()
  const email = who.state === 'member' ? who.user.email : undefined
  const { items, isWhole } = await wholeList((cursor) => client.page('GET /bookings', { query: { email, cursor } }))
  return { items: items.map(purchaseOfOrder), isWhole }
}

const Empty = () => {
  const { orders } = useBuyerWords()
  const way = (
    <Link className="btn btn--primary" to="/#products">
      {orders.emptyGo}
    </Link>
  )
  return (
    <EmptyStall heading={orders.emptyHeading} way={way}>
      {orders.emptyText}
    </EmptyStall>
  )
}

/** What the person has booked, and what is still to be paid. */
export default function Orders() {
  const { orders, dashboard, title } = useBuyerWords()
  const list = useLoaderData<typeof loader>()
  return (
    <>
      <title>{title(dashboard.orders)}</title>
      <DashboardHead>{orders.heading(countOf(list))}</DashboardHead>
      {list.items.length > 0 ? <PurchaseTable list={list} caption={orders.caption} /> : <Empty />}
    </>
  )
}
