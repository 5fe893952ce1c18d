// What a buyer does: looks about, books, wishes, pays a deposit or all; closes tabs, clicks twice, opens two of them, comes
// back later, and goes on with the deals.
import type { CallResponse } from '#contract/call.ts'
import type { Contract } from '#contract/api.ts'
import { actAsBuyerOfDeal, type DealsState } from './deal-actor.ts'
import type { Seen } from '#tests/resilience/history.ts'
import type { HarnessProvider } from '#tests/resilience/harness-provider.ts'

type Bike = CallResponse<Contract['GET /allbikes']>[number]
type Booking = CallResponse<Contract['GET /bookings/:id']>
type Order = { bikeId: string; price: number } & ({ bookingId: string } | { wishlistId: string })

export type BuyerState = DealsState & {
  provider: HarnessProvider
  /** Orders and wishes that were not paid to the end: their buyer may come back to them. */
  unpaidOrders: Order[]
  /** What this buyer wanted once; the shop refuses a second order of the same bike. */
  orderedBikeIds: Set<string>
}

const getAttemptInfo = ({ user }: Pick<BuyerState, 'user'>) => ({ who: user.name, serverName: user.serverName })

/** The ids of the bikes of the list. */
export const createSeenOnSale = (bikes: readonly { _id: string }[]): Seen => ({
  kind: 'window',
  bikeIds: bikes.map(({ _id }) => _id),
})

export const createSeenOrder = (order: Booking): Seen => ({
  kind: 'order',
  bookingId: order._id,
  bikeId: order.producId,
  paid: order.paid,
  status: order.status,
})

/** Looks at the shop window. */
export const browseBikes = ({ user, history }: Pick<BuyerState, 'user' | 'history'>): Promise<Bike[] | null> =>
  history.attempt(
    { ...getAttemptInfo({ user }), action: 'read' },
    () => user.call('GET /allbikes', { query: { limit: '100' } }, { as: 'anyone' }),
    (bikes) => ({ seen: [createSeenOnSale(bikes)] }),
  )

/** Reads the newest orders. */
export const readOrders = ({ user, history }: Pick<BuyerState, 'user' | 'history'>) =>
  history.attempt(
    { ...getAttemptInfo({ user }), action: 'read' },
    () => user.call('GET /bookings', { query: { limit: '50' } }),
    (orders) => ({ seen: orders.map(createSeenOrder) }),
  )

const book = async (state: BuyerState, bike: Bike): Promise<Order | null> => {
  const { user, history } = state
  const body = {
    contactNumber: '01712345678',
    meetingLocation: 'Farmgate',
    salePrice: bike.salePrice,
    producId: bike._id,
  }
  const result = await history.attempt(
    { ...getAttemptInfo(state), action: 'book', bikeId: bike._id },
    () => user.call('POST /bookings', { body }),
    ({ insertedId }) => ({ id: insertedId }),
  )
  return result && { bikeId: bike._id, price: bike.salePrice, bookingId: result.insertedId }
}

const addToWishlist = async (state: BuyerState, bike: Bike): Promise<Order | null> => {
  const { user, history } = state
  const result = await history.attempt(
    { ...getAttemptInfo(state), action: 'wish', bikeId: bike._id },
    () => user.call('POST /wishlist', { body: { productId: bike._id } }),
    ({ insertedId }) => ({ id: insertedId }),
  )
  return result && { bikeId: bike._id, price: bike.salePrice, wishlistId: result.insertedId }
}

type Purpose = 'full' | 'deposit'

const startPayment = async (state: BuyerState, order: Order, purpose: Purpose): Promise<string | null> => {
  const item = 'bookingId' in order ? { bookingId: order.bookingId } : { wishlistId: order.wishlistId }
  const started = await state.history.attempt(
    { ...getAttemptInfo(state), action: 'begin', bikeId: order.bikeId },
    () => state.user.call('POST /create-payment-intent', { body: { price: order.price, purpose, ...item } }),
    ({ clientSecret }) => ({ id: clientSecret.split('_secret_')[0] ?? '' }),
  )
  return started && (started.clientSecret.split('_secret_')[0] ?? '')
}

/** A deal that begins with a booking has its id; that of a wish begins with the payment. */
const toDeal = (order: Order) => ('bookingId' in order ? { dealId: order.bookingId } : {})

/** The call that the page makes after the card was accepted. */
const confirmPayment = (state: BuyerState, order: Order, transactionId: string) => {
  const isOrder = 'bookingId' in order
  const body = {
    price: order.price,
    transactionId,
    email: state.user.email,
    bookingId: isOrder ? order.bookingId : order.wishlistId,
    productId: order.bikeId,
  }
  return state.history.attempt(
    { ...getAttemptInfo(state), action: 'pay', bikeId: order.bikeId, id: transactionId, ...toDeal(order) },
    async () => {
      await state.user.call(isOrder ? 'POST /payments' : 'POST /payments/wishlist', { body })
      // The second call is the same door; whichever of the two was acknowledged, the bike is paid.
      await state.user.call(isOrder ? 'POST /payments/product' : 'POST /payments/wishlist/product', { body })
    },
  )
}

/** Confirms the card at the provider, without the app; the app does not learn of a lost response. */
const confirmCard = ({ provider }: BuyerState, intentId: string): Promise<unknown> =>
  provider.pay(intentId).catch(() => null)

const payForOrder = async (state: BuyerState, order: Order): Promise<void> => {
  const { random } = state.user
  const isDoubleClick = random.chance(0.1)
  const purpose = random.chance(0.4) ? 'deposit' : 'full'
  const [intentId] = await Promise.all([
    startPayment(state, order, purpose),
    ...(isDoubleClick ? [startPayment(state, order, purpose)] : []),
  ])
  if (!intentId || random.chance(0.03)) return void state.unpaidOrders.push(order)
  if (random.chance(0.05)) await state.provider.payWithDeclinedCard(intentId).catch(() => null)
  const tabs = random.chance(0.1) ? 2 : 1
  await Promise.all(Array.from({ length: tabs }, () => confirmCard(state, intentId)))
  // The tab is closed before it could tell the shop.
  if (random.chance(0.2)) return
  const confirmations = await Promise.all(Array.from({ length: tabs }, () => confirmPayment(state, order, intentId)))
  if (confirmations.every((one) => one === null)) state.unpaidOrders.push(order)
}

const buyRandomBike = async (state: BuyerState): Promise<void> => {
  const bikes = (await browseBikes(state))?.filter(({ _id }) => !state.orderedBikeIds.has(_id)) ?? []
  if (bikes.length === 0) return
  const bike = state.user.random.pick(bikes)
  state.orderedBikeIds.add(bike._id)
  const order = state.user.random.chance(0.15) ? await addToWishlist(state, bike) : await book(state, bike)
  if (order && state.user.random.chance(0.8)) await payForOrder(state, order)
}

const resumeOrder = async (state: BuyerState): Promise<void> => {
  const order = state.unpaidOrders.shift()
  if (order) await payForOrder(state, order)
  else await readOrders(state)
}

/** Does one thing that buyers do. */
export const performBuyerAction = async (state: BuyerState): Promise<void> => {
  const roll = state.user.random.next()
  if (roll < 0.2) return void (await browseBikes(state))
  if (roll < 0.32) return void (await readOrders(state))
  if (roll < 0.42) return resumeOrder(state)
  if (roll < 0.6) return actAsBuyerOfDeal(state)
  return buyRandomBike(state)
}
