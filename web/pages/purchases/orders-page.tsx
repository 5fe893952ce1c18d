import { Link, redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { toDealPath } from '#web/components/deals/deal-paths.ts'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { TransfersLink } from '#web/components/transfers-link.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { useRevalidateOnNotification } from '#web/components/notifications/use-revalidate.ts'
import { toPurchaseFromOrder, type Purchase } from '#web/lib/purchase.ts'
import { isPayFirst, NextLink, OrderLink, OrderState } from './order-state.tsx'
import { formatCount, PurchaseTable } from './purchase-table.tsx'
import { fetchWholeList } from '#web/components/whole-list.ts'
import { useBuyerMessages } from '#web/context/use-buyer-messages.ts'
import { appContext } from '#web/context/app-context.ts'

/**
 * Loads all orders of the person, newest first, and their deals: a deal has the id of its booking. Sellers and staff get
 * what waits for them, unless the orders are asked for with `?show=orders`.
 */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { client, session } = context.get(appContext)
  const authState = await session.waitForState()
  const email = authState.state === 'member' ? authState.user.email : undefined
  const [{ items, isWhole }, deals] = await Promise.all([
    fetchWholeList((cursor) => client.page('GET /bookings', { query: { email, cursor } })),
    fetchWholeList((cursor) => client.page('GET /deals', { query: { side: 'buyer', cursor } })),
  ])
  const { isAdmin, isSeller, isCashier, isModerator } = await session.getRoles()
  if ((isAdmin || isSeller || isCashier || isModerator) && !request.url.endsWith('?show=orders')) {
    // Most members only buy, and their dashboard loads no code for others.
    const { findFirstPage } = await import('./first-page.ts')
    const firstPage = await findFirstPage({ client, session }, items.length)
    if (firstPage !== null) throw redirect(firstPage)
  }
  const dealsById = new Map(deals.items.map((deal) => [deal._id, deal]))
  return { list: { items: items.map(toPurchaseFromOrder), isWhole }, dealsById, nowMs: Date.now() }
}

const Empty = () => {
  const { orders } = useBuyerMessages()
  const action = (
    <Link className="btn btn--primary" to="/#products">
      {orders.emptyAction}
    </Link>
  )
  return (
    <EmptyState heading={orders.emptyHeading} action={action}>
      {orders.emptyText}
    </EmptyState>
  )
}

export default function Orders() {
  const { orders, dashboard, title } = useBuyerMessages()
  const { list, dealsById, nowMs } = useLoaderData<typeof loader>()
  useRevalidateOnNotification()
  const renderState = ({ _id }: Purchase) => {
    const deal = dealsById.get(_id)
    return deal && <OrderState deal={deal} nowMs={nowMs} />
  }
  const renderActs = ({ _id, productName }: Purchase) => {
    const deal = dealsById.get(_id)
    return (
      deal && (
        <>
          <NextLink deal={deal} />
          <OrderLink id={_id} bikeName={productName} />
        </>
      )
    )
  }
  const isPayNext = ({ _id }: Purchase) => isPayFirst(dealsById.get(_id))
  return (
    <>
      <title>{title(dashboard.orders)}</title>
      <DashboardHead aside={<TransfersLink />}>{orders.heading(formatCount(list))}</DashboardHead>
      {list.items.length > 0 ? (
        <PurchaseTable
          list={list}
          caption={orders.caption}
          toPath={({ _id }) => (dealsById.has(_id) ? toDealPath(_id) : null)}
          renderState={renderState}
          renderActs={renderActs}
          isPayNext={isPayNext}
        />
      ) : (
        <Empty />
      )}
    </>
  )
}
