import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { EmptyStall } from '#web/components/empty-state.tsx'
import { purchaseOfOrder } from '#web/lib/purchase.ts'
import { countOf, PurchaseTable } from './purchase-table.tsx'
import { wholeList } from '#web/components/whole-list.ts'
import { useBuyerWords } from '#web/context/use-buyer-messages.ts'
import { world } from '#web/context/app-context.ts'

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
