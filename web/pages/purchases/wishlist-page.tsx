import { Trash2 } from 'lucide'
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import type { Client } from '#contract/client.ts'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import type { DealSummary } from '#web/components/deals/describe-deal.ts'
import { useRevalidateOnNotification } from '#web/components/notifications/use-revalidate.ts'
import { PriceEstimateBadge } from '#web/components/price-estimate-badge.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { toPurchaseFromWish, type Purchase } from '#web/lib/purchase.ts'
import { isPayFirst, NextLink, OrderLink, OrderState } from './order-state.tsx'
import { formatCount, PurchaseTable } from './purchase-table.tsx'
import { fetchWholeList } from '#web/components/whole-list.ts'
import { useBuyerMessages } from '#web/context/use-buyer-messages.ts'
import { orderMessages } from '#web/i18n/en/orders.ts'
import { appContext, useApp, useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { toBookingFragment } from '#web/lib/bike.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { BikeMarks } from '#web/ui/bike-marks.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toast.ts'
import { VerifiedBadge } from '#web/ui/verified-badge.tsx'

/** The live deals of saved bikes that the person has booked or paid for: they say what comes first. */
const fetchDeals = async (client: Client, items: readonly Purchase[]): Promise<Map<string, DealSummary>> => {
  const ids = new Set(items.flatMap(({ dealId }) => (dealId === null ? [] : [dealId])))
  if (ids.size === 0) return new Map()
  const query = { side: 'buyer', ended: 'no' } as const
  const deals = await fetchWholeList((cursor) => client.page('GET /deals', { query: { ...query, cursor } }))
  return new Map(deals.items.filter(({ _id }) => ids.has(_id)).map((deal) => [deal._id, deal]))
}

/** Loads the whole wishlist of the person, newest first. */
export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { client, session } = context.get(appContext)
  const authState = await session.waitForState()
  const email = authState.state === 'member' ? authState.user.email : undefined
  const { items, isWhole } = await fetchWholeList((cursor) =>
    client.page('GET /wishlist', { query: { email, cursor } }),
  )
  const list = { items: items.map(toPurchaseFromWish), isWhole }
  return { list, dealsById: await fetchDeals(client, list.items), nowMs: Date.now() }
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

/** Removes an item after asking. */
const RemoveWish = ({ item }: { item: Purchase }) => {
  const { removeWish: remove } = useMessages(orderMessages)
  const { client, loadMemberBikes } = useApp()
  const { revalidate } = useRevalidator()
  const [isAsking, setIsAsking] = useState(false)
  const send = async () => {
    await client('DELETE /wishlist/:id', { params: { id: item._id } })
    void loadMemberBikes?.().then(
      ({ wished }) => wished.remove(item.bikeId),
      () => {},
    )
    toast.success(remove.success)
    await revalidate()
  }
  return (
    <>
      <button
        className="btn btn--quiet btn--icon"
        type="button"
        aria-label={remove.label(item.productName)}
        title={remove.button}
        onClick={() => setIsAsking(true)}
      >
        <Icon of={Trash2} size={18} />
      </button>
      {isAsking && (
        <Confirm
          heading={remove.heading}
          text={item.paid || item.isBought ? remove.orderStays : remove.text(item.productName)}
          labels={{ confirm: remove.button, busy: remove.busy, cancel: remove.keep }}
          onConfirm={() => send().catch((error: unknown) => toast.error(toDisplayError(error).message))}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

/** The way to the booking form of the bike, where it can be booked; a reserved one has a line. */
const BookLink = ({ item: { slug, status, productName } }: { item: Purchase }) => {
  const { card, purchases } = useBuyerMessages()
  const { list } = useMessages(dealMessages)
  if (slug === undefined || (status !== 'available' && status !== 'reserved')) return null
  const text = status === 'available' ? card.bookNow : purchases.standInLine
  return (
    <Link
      className="btn btn--primary"
      to={`/bikes/${slug}${toBookingFragment(slug)}`}
      aria-label={list.labelled(text, productName)}
    >
      {text}
    </Link>
  )
}

/** The verdict on the price of a bike on sale, its marks, and whether its seller is verified. */
const Trust = ({ trust, status }: Pick<Purchase, 'trust' | 'status'>) => {
  const { wishlist } = useBuyerMessages()
  if (trust === undefined || (status !== 'available' && status !== 'reserved')) return null
  const { priceVerdict, verification } = trust
  const isFarBelow = priceVerdict === 'far_below'
  const verdict = isFarBelow ? 'unknown' : (priceVerdict ?? 'unknown')
  return (
    <p className="card__fair">
      <PriceEstimateBadge badge={{ verdict, isFarBelow, compared: 0 }} />
      <BikeMarks of={trust} />
      <VerifiedBadge isVerified={verification} text={wishlist.verifiedSeller} />
    </p>
  )
}

/** What comes next for a saved bike that is not on its way: booking it, or the order that ended with a sale. */
const WithoutDeal = ({ item }: { item: Purchase }) => {
  if (!item.paid && !item.isBought) return <BookLink item={item} />
  return item.dealId !== null && <OrderLink id={item.dealId} bikeName={item.productName} />
}

export default function Wishlist() {
  const { wishlist, dashboard, title } = useBuyerMessages()
  const { youBought } = useMessages(orderMessages).removeWish
  const { list, dealsById, nowMs } = useLoaderData<typeof loader>()
  useRevalidateOnNotification()
  const findDeal = ({ dealId }: Purchase) => (dealId === null ? undefined : dealsById.get(dealId))
  const renderState = (item: Purchase) => {
    const deal = findDeal(item)
    if (deal) return <OrderState deal={deal} nowMs={nowMs} />
    if (item.isBought) return <p className="state state--now">{youBought}</p>
    return <Trust trust={item.trust} status={item.status} />
  }
  const renderActs = (item: Purchase) => {
    const deal = findDeal(item)
    return (
      <>
        {deal ? (
          <>
            <NextLink deal={deal} />
            <OrderLink id={deal._id} bikeName={item.productName} />
          </>
        ) : (
          <WithoutDeal item={item} />
        )}
        {item.mayRemove && <RemoveWish item={item} />}
      </>
    )
  }
  const isPayNext = (item: Purchase) => isPayFirst(findDeal(item))
  // Of a bike that was bought, and whose deal is over, nothing is to be done.
  const getRank = (item: Purchase) => (item.isBought && findDeal(item) === undefined ? 1 : 0)
  const sorted = [...list.items].sort((a, b) => getRank(a) - getRank(b))
  return (
    <>
      <title>{title(dashboard.wishlist)}</title>
      <DashboardHead>{wishlist.heading(formatCount(list))}</DashboardHead>
      {list.items.some((item) => !item.paid && !item.isBought && findDeal(item) === undefined) && (
        <p className="hint">{wishlist.hint}</p>
      )}
      {list.items.length > 0 ? (
        <PurchaseTable
          list={{ ...list, items: sorted }}
          caption={wishlist.caption}
          isWishlist
          toPath={({ slug, status }) => (slug === undefined || status === 'withdrawn' ? null : `/bikes/${slug}`)}
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
