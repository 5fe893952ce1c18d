import { lazy, Suspense } from 'react'
import { Link, redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { toDealPath } from '#web/components/deals/deal-paths.ts'
import type { DealSummary } from '#web/components/deals/describe-deal.ts'
import { compareByUrgency } from '#web/components/deals/urgency.ts'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { TransfersLink } from '#web/components/transfers-link.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { useRevalidateOnNotification } from '#web/components/notifications/use-revalidate.ts'
import { getPurchaseState, toPurchaseFromOrder, type Purchase } from '#web/lib/purchase.ts'
import { isPayFirst, NextLink, OrderLink, OrderState } from './order-state.tsx'
import { formatCount, PurchaseTable } from './purchase-table.tsx'
import { fetchWholeList } from '#web/components/whole-list.ts'
import { useBuyerMessages } from '#web/context/use-buyer-messages.ts'
import { appContext } from '#web/context/app-context.ts'

// Most buyers have no ended order.
const EndedOrders = lazy(async () => ({ default: (await import('./ended-orders.tsx')).EndedOrders }))

/** Whether the deal ended without a sale. */
const hasFailed = ({ state, closeReason }: DealSummary): boolean =>
  state === 'closed' && closeReason !== 'released' && closeReason !== 'sold_for_cash'

/** Whether the bike is the buyer's, so that BRTA has to know. */
const isBought = ({ handedOverAt, closeReason }: DealSummary): boolean =>
  handedOverAt !== null || closeReason === 'sold_for_cash'

/**
 * Loads all orders of the person, newest first, and their deals: a deal has the id of its booking. Orders that ended
 * without a sale are a list of their own, also those that the buyer cancelled. Sellers and staff get what waits for them,
 * unless the orders are asked for with `?show=orders`.
 */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { client, session } = context.get(appContext)
  const authState = await session.waitForState()
  const email = authState.state === 'member' ? authState.user.email : undefined
  const [{ items, isWhole }, deals] = await Promise.all([
    fetchWholeList((cursor) => client.page('GET /bookings', { query: { email, cursor } })),
    fetchWholeList((cursor) => client.page('GET /deals', { query: { side: 'buyer', cursor } })),
  ])
  const dealsById = new Map(deals.items.map((deal) => [deal._id, deal]))
  const ended = deals.items.filter(hasFailed)
  const endedIds = new Set(ended.map(({ _id }) => _id))
  const orders = items.filter(({ _id }) => !endedIds.has(_id)).map(toPurchaseFromOrder)
  const { isAdmin, isSeller, isCashier, isModerator } = await session.getRoles()
  if ((isAdmin || isSeller || isCashier || isModerator) && !request.url.endsWith('?show=orders')) {
    // Most members only buy, and their dashboard loads no code for others.
    const { findFirstPage } = await import('./first-page.ts')
    const firstPage = await findFirstPage({ client, session }, orders.length)
    if (firstPage !== null) throw redirect(firstPage)
  }
  return { list: { items: orders, isWhole }, ended, dealsById, nowMs: Date.now() }
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
  const { list, ended, dealsById, nowMs } = useLoaderData<typeof loader>()
  useRevalidateOnNotification()
  const bought = [...dealsById.values()].filter(isBought)
  // A row with something left to do at BRTA leads there itself.
  const hasTransfersLink = bought.length > 0 && bought.every(({ transferDueOn }) => transferDueOn === null)
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
  const mayWait = list.items.some(
    (item) => dealsById.get(item._id)?.state === 'requested' && getPurchaseState(item) === 'payable',
  )
  const isPayNext = ({ _id }: Purchase) => isPayFirst(dealsById.get(_id))
  // One table, as the specification has it, in which the orders with something to do come first, the most urgent on top.
  const compare = compareByUrgency(nowMs)
  const sorted = [...list.items].sort((a, b) => compare(dealsById.get(a._id), dealsById.get(b._id)))
  return (
    <>
      <title>{title(dashboard.orders)}</title>
      <DashboardHead aside={hasTransfersLink && <TransfersLink />}>{orders.heading(formatCount(list))}</DashboardHead>
      {mayWait && <p className="hint">{orders.mayWait}</p>}
      {list.items.length > 0 ? (
        <PurchaseTable
          list={{ ...list, items: sorted }}
          caption={orders.caption}
          toPath={({ _id }) => (dealsById.has(_id) ? toDealPath(_id) : null)}
          renderState={renderState}
          renderActs={renderActs}
          isPayNext={isPayNext}
        />
      ) : (
        <Empty />
      )}
      {ended.length > 0 && (
        <Suspense fallback={null}>
          <EndedOrders deals={ended} nowMs={nowMs} />
        </Suspense>
      )}
    </>
  )
}
