// The races: several people, tabs and settlers at the same bike in the same moment. However it falls, one bike is sold to
// one buyer once, or to nobody, and nobody else is charged.
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { sweep } from '#market/payments/jobs.ts'
import { release, settle } from '#market/payments/settle.ts'
import { type Payment, payments } from '#market/payments/table.ts'
import type { Arena, Racer } from './race-setup.ts'
import type { Dice } from './random.ts'

/** How a race ended, for telling whether each side won now and then. */
export type Ending = 'sold' | 'unsold'

export type Race = {
  /** The fault of tests/resilience/README.md that it is a case of. */
  id: 'F17' | 'F21' | 'F23' | 'F29'
  name: string
  /** Which endings it can have; over many rounds each of them should be seen. */
  endings: readonly Ending[]
  /** Runs one round with a bike of its own; gives how it ended, and what was wrong. */
  run(arena: Arena, dice: Dice): Promise<{ ending: Ending; wrong: string[] }>
}

type Bike = { id: string; price: number }
type Order = Bike & { bookingId: string }

const offer = async ({ seller, picture }: Arena): Promise<Bike> => {
  const price = 120_000
  const body = {
    productName: 'Suzuki Gixxer 155',
    salePrice: price,
    originalPrice: 239_950,
    purchaseTime: 2015,
    usedTime: 5,
    condition: 'Good' as const,
    sellerName: 'Nadia Motors',
    contactNumber: '01700-000101',
    location: 'Mirpur 10, Dhaka',
    name: 'Suzuki' as const,
    image: picture,
  }
  const { insertedId } = await seller.call('POST /allbikes', { body })
  return { id: insertedId, price }
}

const book = async ({ call }: Racer, bike: Bike): Promise<Order> => {
  const body = { contactNumber: '01712345678', meetingLocation: 'Farmgate', salePrice: bike.price, producId: bike.id }
  const { insertedId } = await call('POST /bookings', { body })
  return { ...bike, bookingId: insertedId }
}

const begin = async ({ call }: Racer, { price, bookingId }: Order): Promise<string> => {
  const { clientSecret } = await call('POST /create-payment-intent', { body: { price, bookingId } })
  return clientSecret.split('_secret_')[0] ?? ''
}

const tell = ({ call, email }: Racer, { id, price, bookingId }: Order, transactionId: string) =>
  call('POST /payments', { body: { price, transactionId, email, bookingId, productId: id } })

/** All the way from asking to the shop's having heard. */
const buy = async (arena: Arena, racer: Racer, order: Order): Promise<void> => {
  const intent = await begin(racer, order)
  await arena.pay(intent)
  await tell(racer, order, intent)
}

// The one at the front needs less time now and then, so that each side is the first at times.
const headStartsMs = [0, 0, 0, 1, 2, 4, 8, 15, 30]

/** Lets all start at once; gives how many of them were not refused. */
const atOnce = async (dice: Dice, starts: readonly (() => Promise<unknown>)[]): Promise<number> => {
  const all = starts.map(async (start) => {
    await pause(dice.pick(headStartsMs))
    return start()
  })
  const ended = await Promise.allSettled(all)
  return ended.filter(({ status }) => status === 'fulfilled').length
}

const paymentsOf = ({ ask }: Arena, bikeId: string) =>
  ask('select id, intent_id, state, buyer_id from payments where bike_id = $1', [bikeId])

/** Ends what is open, as the sweeper would; the bike's payments only. */
const endAll = async (arena: Arena, bikeId: string): Promise<void> => {
  for (const { intent_id, state } of await paymentsOf(arena, bikeId))
    if (typeof intent_id === 'string' && state !== 'succeeded') await settle(arena.till, intent_id)
}

const judge = async (arena: Arena, { id }: Bike): Promise<{ ending: Ending; wrong: string[] }> => {
  await endAll(arena, id)
  const rows = await paymentsOf(arena, id)
  const [bike] = await arena.ask('select sold_at, withdrawn_at from bikes where id = $1', [id])
  const sales = rows.filter(({ state }) => state === 'succeeded')
  const isSold = bike?.['sold_at'] !== null
  const intents = await Promise.all(
    rows.flatMap(({ intent_id }) => (typeof intent_id === 'string' ? [arena.till.cards.look(intent_id)] : [])),
  )
  // What the provider says, not the shop: money that was sent back on paper only was kept.
  const charged = intents.filter(({ status, isSentBack }) => status === 'succeeded' && !isSentBack).map((one) => one.id)
  const wrong: string[] = []
  if (sales.length !== (isSold ? 1 : 0)) wrong.push(`bike ${id}: sold ${isSold}, sales ${sales.length}`)
  if (charged.length !== sales.length)
    wrong.push(`bike ${id}: ${charged.length} charges were kept for ${sales.length} sales`)
  if (sales.some((sale) => !charged.includes(String(sale['intent_id'])))) wrong.push(`bike ${id}: sold without money`)
  return { ending: isSold ? 'sold' : 'unsold', wrong }
}

const buyerOf = ({ buyers }: Arena, dice: Dice): Racer => dice.pick(buyers)

const charged = async (arena: Arena, racer: Racer): Promise<{ order: Order; intent: string }> => {
  const order = await book(racer, await offer(arena))
  const intent = await begin(racer, order)
  await arena.pay(intent)
  return { order, intent }
}

const crowd: Race = {
  id: 'F21',
  name: 'twenty buyers and one bike',
  endings: ['sold'],
  run: async (arena, dice) => {
    const bike = await offer(arena)
    const orders = await Promise.all(arena.buyers.map(async (one) => ({ one, order: await book(one, bike) })))
    const won = await atOnce(
      dice,
      orders.map(
        ({ one, order }) =>
          () =>
            buy(arena, one, order),
      ),
    )
    const { ending, wrong } = await judge(arena, bike)
    return { ending, wrong: won > 1 ? [...wrong, `bike ${bike.id}: ${won} buyers were told that it is theirs`] : wrong }
  },
}

const twoTabs: Race = {
  id: 'F21',
  name: 'one buyer in two tabs',
  endings: ['sold'],
  run: async (arena, dice) => {
    const racer = buyerOf(arena, dice)
    const order = await book(racer, await offer(arena))
    const tab = () => buy(arena, racer, order)
    await atOnce(dice, [tab, tab])
    return judge(arena, order)
  },
}

const doubleClicks: Race = {
  id: 'F21',
  name: 'every button clicked four times',
  endings: ['sold'],
  run: async (arena, dice) => {
    const racer = buyerOf(arena, dice)
    const bike = await offer(arena)
    const fourTimes = (click: () => Promise<unknown>) => atOnce(dice, [click, click, click, click])
    const booked = await fourTimes(() => book(racer, bike))
    const [row] = await arena.ask('select id from bookings where bike_id = $1', [bike.id])
    if (!row) return judge(arena, bike)
    const order = { ...bike, bookingId: String(row['id']) }
    const intent = await begin(racer, order)
    await fourTimes(() => begin(racer, order))
    await fourTimes(() => arena.pay(intent))
    await fourTimes(() => tell(racer, order, intent))
    const { ending, wrong } = await judge(arena, bike)
    return { ending, wrong: booked <= 1 ? wrong : [...wrong, `bike ${bike.id} was booked ${booked} times`] }
  },
}

const againstDelete: Race = {
  id: 'F23',
  name: 'a buyer pays while the seller deletes the bike',
  endings: ['sold', 'unsold'],
  run: async (arena, dice) => {
    const racer = buyerOf(arena, dice)
    const { order, intent } = await charged(arena, racer)
    const remove = () => arena.seller.call('DELETE /allbikes/:id', { params: { id: order.id } })
    await atOnce(dice, [() => tell(racer, order, intent), remove])
    return judge(arena, order)
  },
}

const isHold = (row: Record<string, unknown> | undefined): row is Record<string, unknown> & { id: string } =>
  typeof row?.['id'] === 'string'

/** The payment as the till knows it. */
const holdOf = async (arena: Arena, bikeId: string): Promise<Payment | null> => {
  const [row] = await paymentsOf(arena, bikeId)
  if (!isHold(row)) return null
  const [hold] = await arena.till.db.select().from(payments).where(eq(payments.id, row.id))
  return hold ?? null
}

const againstExpiry: Race = {
  id: 'F29',
  name: 'a buyer pays while the hold runs out',
  endings: ['sold', 'unsold'],
  run: async (arena, dice) => {
    const racer = buyerOf(arena, dice)
    const order = await book(racer, await offer(arena))
    const intent = await begin(racer, order)
    const hold = await holdOf(arena, order.id)
    const pay = async () => {
      await arena.pay(intent)
      await tell(racer, order, intent)
    }
    await atOnce(dice, [pay, async () => hold && release(arena.till, hold)])
    return judge(arena, order)
  },
}

const threeSettlers: Race = {
  id: 'F17',
  name: 'the page, the webhook and the sweeper at the same moment',
  endings: ['sold'],
  run: async (arena, dice) => {
    const racer = buyerOf(arena, dice)
    const { order, intent } = await charged(arena, racer)
    const later = { ...arena.till, now: () => new Date(arena.till.now().getTime() + 30_000) }
    await atOnce(dice, [
      () => tell(racer, order, intent),
      () => settle(arena.till, intent),
      () => sweep(later),
      () => tell(racer, order, intent),
    ])
    return judge(arena, order)
  },
}

export const races: readonly Race[] = [crowd, twoTabs, doubleClicks, againstDelete, againstExpiry, threeSettlers]
