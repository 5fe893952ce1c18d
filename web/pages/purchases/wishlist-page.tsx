import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { toPurchaseFromWish } from '#web/lib/purchase.ts'
import { formatCount, PurchaseTable } from './purchase-table.tsx'
import { fetchWholeList } from '#web/components/whole-list.ts'
import { useBuyerMessages } from '#web/context/use-buyer-messages.ts'
import { appContext } from '#web/context/app-context.ts'

/** Loads the whole wishlist of the person, newest first. */
export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { client, session } = context.get(appContext)
  const authState = await session.waitForState()
  const email = authState.state === 'member' ? authState.user.email : undefined
  const { items, isWhole } = await fetchWholeList((cursor) =>
    client.page('GET /wishlist', { query: { email, cursor } }),
  )
  return { items: items.map(toPurchaseFromWish), isWhole }
}

const Empty = () => {
  const { wishlist } = useBuyerMessages()
  const action = (
    <Link className="btn btn--primary" to="/#products">
      {wishlist.emptyAction}
    </Link>
  )
  return (
    <EmptyState heading={wishlist.emptyHeading} action={action}>
      {wishlist.emptyText}
    </EmptyState>
  )
}

export default function Wishlist() {
  const { wishlist, dashboard, title } = useBuyerMessages()
  const list = useLoaderData<typeof loader>()
  return (
    <>
      <title>{title(dashboard.wishlist)}</title>
      <DashboardHead>{wishlist.heading(formatCount(list))}</DashboardHead>
      {list.items.length > 0 ? <PurchaseTable list={list} caption={wishlist.caption} /> : <Empty />}
    </>
  )
}
