// One type for orders and wishlist items: a bike that a buyer wants, and its state.
import type { z } from 'zod'
import type { Booking } from '#contract/deals/bookings.ts'
import type { Client } from '#contract/client.ts'
import type { Wish } from '#contract/wishlist.ts'

type Order = z.output<typeof Booking>
type WishItem = z.output<typeof Wish>

export type Purchase = Pick<
  Order,
  | '_id'
  | 'productName'
  | 'email'
  | 'salePrice'
  | 'image'
  | 'paid'
  | 'status'
  | 'transactionId'
  | 'payments'
  | 'rest'
  | 'refunded'
  | 'payObstacle'
> & {
  bikeId: string
  from: 'order' | 'wish'
  /** The deal of this purchase; null for a wish that nobody has paid for. */
  dealId: string | null
  /** Whose bike it is, and what a payment of a wish without a deal would be. */
  offer?: Pick<WishItem, 'sellerName' | 'deposit' | 'isFirstTime'>
  /** The name of the bike's page, for a wish. */
  slug?: string
  /** Whether the bike of a wish is the buyer's, and whether the wish can be taken off the list. */
  isBought?: boolean
  mayRemove?: boolean
  /** How much more the bike costs than when it was added to the wishlist, in whole Taka; below 0 for less. */
  priceChange?: number
  /** Year, kilometres and place of the bike, for a wish. */
  facts?: Pick<WishItem, 'year' | 'kilometres' | 'location'>
  /** What speaks for the bike of a wish and for its price, as on the cards of a search. */
  trust?: Pick<WishItem, 'priceVerdict' | 'verification' | 'papersLevel' | 'isInspected'>
}

export const toPurchaseFromOrder = ({ producId, ...order }: Order): Purchase => ({
  ...order,
  bikeId: producId,
  from: 'order',
})

export const toPurchaseFromWish = ({
  productId,
  priceWhenKept,
  year,
  kilometres,
  location,
  sellerName,
  deposit,
  isFirstTime,
  priceVerdict,
  verification,
  papersLevel,
  isInspected,
  ...wish
}: WishItem): Purchase => ({
  ...wish,
  facts: { year, kilometres, location },
  offer: { sellerName, deposit, isFirstTime },
  trust: { priceVerdict, verification, papersLevel, isInspected },
  bikeId: productId,
  from: 'wish',
  priceChange: wish.salePrice - priceWhenKept,
})

export type Obstacle = NonNullable<Purchase['payObstacle']>

/** `refused`: what others do keeps the buyer from paying now; `payObstacle` says why. */
export type PurchaseState = 'paid' | 'payable' | 'refused' | 'refunded' | 'reserved' | 'sold' | 'withdrawn'

/** The state that the buyer sees. A refund takes precedence over a sold or withdrawn bike. */
export const getPurchaseState = ({
  paid,
  status,
  refunded,
  payObstacle,
}: Pick<Purchase, 'paid' | 'status' | 'refunded' | 'payObstacle'>): PurchaseState => {
  if (paid) return 'paid'
  const hasEnded = payObstacle === 'deal_closed'
  // A reserved bike may come free again; until then another buyer comes first.
  const isOnSale = status === 'available' || status === 'reserved'
  if (refunded && (hasEnded || !isOnSale)) return 'refunded'
  if (isOnSale) return payObstacle === null ? 'payable' : 'refused'
  return status
}

/** The path of the payment page of an order or a wishlist item. */
export const toPayPath = ({ _id, from }: Pick<Purchase, '_id' | 'from'>): string =>
  `/dashboard/${from === 'order' ? 'payment' : 'payments'}/${_id}`

/** Fetches an order or wishlist item of the signed-in person; throws a 404 error for a missing one or somebody else's. */
export const fetchPurchase = async (
  client: Client,
  { from, id }: { from: Purchase['from']; id: string },
): Promise<Purchase> =>
  from === 'order'
    ? toPurchaseFromOrder(await client('GET /bookings/:id', { params: { id } }))
    : toPurchaseFromWish(await client('GET /wishlists/:id', { params: { id } }))
