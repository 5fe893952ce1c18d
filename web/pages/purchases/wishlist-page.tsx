import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { EmptyStall } from '#web/components/empty-state.tsx'
import { purchaseOfWish } from '#web/lib/purchase.ts'
import { countOf, PurchaseTable } from './purchase-table.tsx'
import { wholeList } from '#web/components/whole-list.ts'
import { useBuyerWords } from '#web/context/use-buyer-messages.ts'
import { world } from '#web/context/app-context.ts'

/** The whole wishlist of the person, newest first. */
export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { client, session } = context.get(world)
  const who = await session.settled()
  const email = who.state === 'member' ? who.user.email : undefined
  const { items, isWhole } = await wholeList((cursor) => client.page('GET /wishlist', { query: { email, cursor } }))
  return { items: items.map(purchaseOfWish), isWhole }
}

const Empty = () => {
  const { wishlist } = useBuyerWords()
  const way = (
    <Link className="btn btn--primary" to="/#products">
      {wishlist.emptyGo}
    </Link>
  )
  return (
    <EmptyStall heading={wishlist.emptyHeading} way={way}>
      {wishlist.emptyText}
    </EmptyStall>
  )
}

/** What the person keeps aside, to be paid from here too. */
export default function Wishlist() {
  const { wishlist, dashboard, title } = useBuyerWords()
  const list = useLoaderData<typeof loader>()
  return (
    <>
      <title>{title(dashboard.wishlist)}</title>
      <DashboardHead>{wishlist.heading(countOf(list))}</DashboardHead>
      {list.items.length > 0 ? <PurchaseTable list={list} caption={wishlist.caption} /> : <Empty />}
    </>
  )
}
