// An order and a wishlist item alike: a bike that somebody wants, and what has become of it.
import type { z } from 'zod'
import type { Booking } from '#contract/bookings.ts'
import type { Client } from '#contract/client.ts'
import type { Wish } from '#contract/wishlist.ts'

type Order = z.output<typeof Booking>
type WishItem = z.output<typeof Wish>

export type Purchase = Pick<
  Order,
  '_id' | 'productName' | 'email' | 'salePrice' | 'image' | 'paid' | 'status' | 'transactionId' | 'refunded'
> & {
  bikeId: string
  from: 'order' | 'wish'
  /** How much cheaper the bike is than when it was kept aside, in whole Taka; 0 where it is not. */
  cheaperBy?: number
}

export const toPurchaseFromOrder = ({ producId, ...order }: Order): Purchase => ({
  ...order,
  bikeId: producId,
  from: 'order',
})

export const toPurchaseFromWish = ({ productId, priceWhenKept, ...wish }: WishItem): Purchase => ({
  ...wish,
  bikeId: productId,
  from: 'wish',
  cheaperBy: Math.max(0, priceWhenKept - wish.salePrice),
})

export type PurchaseState = 'paid' | 'payable' | 'refunded' | 'sold' | 'withdrawn'

/** What the buyer can do about it, or why nothing. Money sent back explains more than that the bike is gone. */
export const getPurchaseState = ({
  paid,
  status,
  refunded,
}: Pick<Purchase, 'paid' | 'status' | 'refunded'>): PurchaseState => {
  if (paid) return 'paid'
  if (status === 'available') return 'payable'
  if (refunded) return 'refunded'
  return status
}

/** The payment screen of an order or of a wishlist item. */
export const toPayPath = ({ _id, from }: Pick<Purchase, '_id' | 'from'>): string =>
  `/dashboard/${from === 'order' ? 'payment' : 'payments'}/${_id}`

/** One order or wishlist item of the person; refuses 404 for what is not there or not theirs. */
export const fetchPurchase = async (
  client: Client,
  { from, id }: { from: Purchase['from']; id: string },
): Promise<Purchase> =>
  from === 'order'
    ? toPurchaseFromOrder(await client('GET /bookings/:id', { params: { id } }))
    : toPurchaseFromWish(await client('GET /wishlists/:id', { params: { id } }))
