// What a buyer does: looks about, books, wishes, pays; closes tabs, clicks twice, opens two of them, comes back later.
import type { Answer } from '#contract/call.ts'
import type { Contract } from '#contract/api.ts'
import type { History, Seen } from './history.ts'
import type { User } from './users.ts'
import type { RigProvider } from './harness-provider.ts'

type Bike = Answer<Contract['GET /allbikes']>[number]
type Booking = Answer<Contract['GET /bookings/:id']>
type Order = { bikeId: string; price: number } & ({ bookingId: string } | { wishlistId: string })

export type Buying = {
  user: User
  history: History
  provider: RigProvider
  /** Orders and wishes that were not paid to the end: their buyer may come back to them. */
  unfinished: Order[]
  /** What this buyer wanted once; the shop refuses a second order of the same bike. */
  wanted: Set<string>
}

const about = ({ user }: Pick<Buying, 'user'>) => ({ who: user.name, at: user.at })

/** The shop window as a list of what stands in it. */
export const seenInWindow = (bikes: readonly { _id: string }[]): Seen => ({
  kind: 'window',
  bikeIds: bikes.map(({ _id }) => _id),
})

export const seenOrder = (order: Booking): Seen => ({
  kind: 'order',
  bookingId: order._id,
  bikeId: order.producId,
  paid: order.paid,
  status: order.status,
})

/** Looks at the shop window. */
export const look = ({ user, history }: Pick<Buying, 'user' | 'history'>): Promise<Bike[] | null> =>
  history.attempt(
    { ...about({ user }), deed: 'read' },
    () => user.call('GET /allbikes', { query: { limit: '100' } }, { as: 'anyone' }),
    (bikes) => ({ seen: [seenInWindow(bikes)] }),
  )

/** Reads the newest orders. */
export const readOrders = ({ user, history }: Pick<Buying, 'user' | 'history'>) =>
  history.attempt(
    { ...about({ user }), deed: 'read' },
    () => user.call('GET /bookings', { query: { limit: '50' } }),
    (orders) => ({ seen: orders.map(seenOrder) }),
  )

const book = async (buying: Buying, bike: Bike): Promise<Order | null> => {
  const { user, history } = buying
  const body = {
    contactNumber: '01712345678',
    meetingLocation: 'Farmgate',
    salePrice: bike.salePrice,
    producId: bike._id,
  }
  const made = await history.attempt(
    { ...about(buying), deed: 'book', bikeId: bike._id },
    () => user.call('POST /bookings', { body }),
    ({ insertedId }) => ({ id: insertedId }),
  )
  return made && { bikeId: bike._id, price: bike.salePrice, bookingId: made.insertedId }
}

const wish = async (buying: Buying, bike: Bike): Promise<Order | null> => {
  const { user, history } = buying
  const made = await history.attempt(
    { ...about(buying), deed: 'wish', bikeId: bike._id },
    () => user.call('POST /wishlist', { body: { productId: bike._id } }),
    ({ insertedId }) => ({ id: insertedId }),
  )
  return made && { bikeId: bike._id, price: bike.salePrice, wishlistId: made.insertedId }
}

const begin = async (buying: Buying, order: Order): Promise<string | null> => {
  const item = 'bookingId' in order ? { bookingId: order.bookingId } : { wishlistId: order.wishlistId }
  const begun = await buying.history.attempt(
    { ...about(buying), deed: 'begin', bikeId: order.bikeId },
    () => buying.user.call('POST /create-payment-intent', { body: { price: order.price, ...item } }),
    ({ clientSecret }) => ({ id: clientSecret.split('_secret_')[0] ?? '' }),
  )
  return begun && (begun.clientSecret.split('_secret_')[0] ?? '')
}

/** The call that the page makes after the card was accepted. */
const tell = (buying: Buying, order: Order, transactionId: string) => {
  const isOrder = 'bookingId' in order
  const body = {
    price: order.price,
    transactionId,
    email: buying.user.email,
    bookingId: isOrder ? order.bookingId : order.wishlistId,
    productId: order.bikeId,
  }
  return buying.history.attempt(
    { ...about(buying), deed: 'pay', bikeId: order.bikeId, id: transactionId },
    async () => {
      await buying.user.call(isOrder ? 'POST /payments' : 'POST /payments/wishlist', { body })
      // The second call is the same door; whichever of the two was acknowledged, the bike is paid.
      await buying.user.call(isOrder ? 'POST /payments/product' : 'POST /payments/wishlist/product', { body })
    },
  )
}

/** The card is confirmed at the provider, past the shop; a lost answer there is nothing that the shop is told. */
const confirm = ({ provider }: Buying, intentId: string): Promise<unknown> => provider.pay(intentId).catch(() => null)

const payWith = async (buying: Buying, order: Order): Promise<void> => {
  const { dice } = buying.user
  const twice = dice.chance(0.1)
  const [intentId] = await Promise.all([begin(buying, order), ...(twice ? [begin(buying, order)] : [])])
  if (!intentId || dice.chance(0.03)) return void buying.unfinished.push(order)
  if (dice.chance(0.05)) await buying.provider.payWithBadCard(intentId).catch(() => null)
  const tabs = dice.chance(0.1) ? 2 : 1
  await Promise.all(Array.from({ length: tabs }, () => confirm(buying, intentId)))
  // The tab is closed before it could tell the shop.
  if (dice.chance(0.2)) return
  const told = await Promise.all(Array.from({ length: tabs }, () => tell(buying, order, intentId)))
  if (told.every((one) => one === null)) buying.unfinished.push(order)
}

const buySomething = async (buying: Buying): Promise<void> => {
  const bikes = (await look(buying))?.filter(({ _id }) => !buying.wanted.has(_id)) ?? []
  if (bikes.length === 0) return
  const bike = buying.user.dice.pick(bikes)
  buying.wanted.add(bike._id)
  const order = buying.user.dice.chance(0.15) ? await wish(buying, bike) : await book(buying, bike)
  if (order && buying.user.dice.chance(0.8)) await payWith(buying, order)
}

const comeBack = async (buying: Buying): Promise<void> => {
  const order = buying.unfinished.shift()
  if (order) await payWith(buying, order)
  else await readOrders(buying)
}

/** Does one thing that buyers do. */
export const buyerDoes = async (buying: Buying): Promise<void> => {
  const roll = buying.user.dice.roll()
  if (roll < 0.25) return void (await look(buying))
  if (roll < 0.4) return void (await readOrders(buying))
  if (roll < 0.5) return comeBack(buying)
  return buySomething(buying)
}
