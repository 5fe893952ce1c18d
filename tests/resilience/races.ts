// Races: several people, tabs and jobs act on one bike at the same moment. In every order the bike is reserved for at most
// one buyer, and nobody else is charged.
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { sweep } from '#market/payments/jobs.ts'
import { getProvider } from '#market/payments/providers.ts'
import { release, settle } from '#market/payments/settle.ts'
import { type Payment, payments } from '#market/schema/money/payments.ts'
import type { RaceSetup, Racer } from './race-setup.ts'
import type { Random } from './random.ts'

/** How a race ended; over many rounds each side should win some. */
export type RaceOutcome = 'reserved' | 'free'

export type Race = {
  /** The fault of tests/resilience/README.md that it is a case of. */
  id: 'F17' | 'F21' | 'F23' | 'F29'
  name: string
  /** Which endings it can have; over many rounds each of them should be seen. */
  outcomes: readonly RaceOutcome[]
  /** Runs one round with a bike of its own; gives how it ended, and what was wrong. */
  run(setup: RaceSetup, random: Random): Promise<{ outcome: RaceOutcome; errors: string[] }>
}

type Bike = { id: string; price: number }
type Order = Bike & { bookingId: string }

const createListing = async ({ seller, picture }: RaceSetup): Promise<Bike> => {
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

const startPayment = async ({ call }: Racer, { price, bookingId }: Order): Promise<string> => {
  const { clientSecret } = await call('POST /create-payment-intent', { body: { price, bookingId } })
  return clientSecret.split('_secret_')[0] ?? ''
}

const confirmPayment = ({ call, email }: Racer, { id, price, bookingId }: Order, transactionId: string) =>
  call('POST /payments', { body: { price, transactionId, email, bookingId, productId: id } })

/** The whole purchase, up to the confirmation. */
const buy = async (setup: RaceSetup, racer: Racer, order: Order): Promise<void> => {
  const intent = await startPayment(racer, order)
  await setup.pay(intent)
  await confirmPayment(racer, order, intent)
}

// The one at the front needs less time now and then, so that each side is the first at times.
const headStartsMs = [0, 0, 0, 1, 2, 4, 8, 15, 30]

/** Starts all at once; returns how many succeeded. */
const runConcurrently = async (random: Random, starts: readonly (() => Promise<unknown>)[]): Promise<number> => {
  const runs = starts.map(async (start) => {
    await pause(random.pick(headStartsMs))
    return start()
  })
  const results = await Promise.allSettled(runs)
  return results.filter(({ status }) => status === 'fulfilled').length
}

const findPayments = ({ query }: RaceSetup, bikeId: string) =>
  query('select id, intent_id, state, buyer_id from payments where bike_id = $1', [bikeId])

/** Ends what is open, as the sweeper would; the bike's payments only. */
const settleAll = async (setup: RaceSetup, bikeId: string): Promise<void> => {
  for (const { intent_id, state } of await findPayments(setup, bikeId))
    if (typeof intent_id === 'string' && state !== 'succeeded') await settle(setup.paymentsDeps, intent_id)
}

const findBikeState = async ({ query }: RaceSetup, bikeId: string) => {
  const [row] = await query(
    `select reserved_at is not null as is_reserved, sold_at is not null as is_sold,
       (select count(*)::int from deals where bike_id = bikes.id and held_at is not null and closed_at is null) as held
     from bikes where id = $1`,
    [bikeId],
  )
  return { isReserved: row?.['is_reserved'] === true, isSold: row?.['is_sold'] === true, held: Number(row?.['held']) }
}

/** Whether the provider has the money of this intent: it was charged, and not everything is on its way back. */
const isCharged = async ({ paymentsDeps }: RaceSetup, intentId: string): Promise<boolean> => {
  const provider = getProvider(paymentsDeps, 'cards')
  const { status, amountTaka } = await provider.retrieve(intentId)
  if (status !== 'succeeded') return false
  const refunds = await provider.listRefunds({ intentId, transactionId: null })
  const poisha = refunds.map((refund) => (refund.status === 'failed' ? 0 : refund.amountPoisha))
  return poisha.reduce((sum, part) => sum + part, 0) < amountTaka * 100
}

const evaluateRace = async (setup: RaceSetup, { id }: Bike): Promise<{ outcome: RaceOutcome; errors: string[] }> => {
  await settleAll(setup, id)
  const rows = await findPayments(setup, id)
  const { isReserved, isSold, held } = await findBikeState(setup, id)
  const purchases = rows.filter(({ state }) => state === 'succeeded')
  const intentIds = rows.flatMap(({ intent_id }) => (typeof intent_id === 'string' ? [intent_id] : []))
  // From the provider, not the app: a refund that is only recorded here leaves the charge.
  const charged = await Promise.all(intentIds.map((intentId) => isCharged(setup, intentId)))
  const chargedIds = intentIds.filter((_, at) => charged[at])
  const errors: string[] = []
  if (isSold) errors.push(`bike ${id} is sold, and nobody handed it over`)
  if (purchases.length !== (isReserved ? 1 : 0) || held !== purchases.length)
    errors.push(`bike ${id}: reserved ${isReserved}, held deals ${held}, purchases ${purchases.length}`)
  if (chargedIds.length !== purchases.length)
    errors.push(`bike ${id}: ${chargedIds.length} charges were kept for ${purchases.length} purchases`)
  if (purchases.some((purchase) => !chargedIds.includes(String(purchase['intent_id']))))
    errors.push(`bike ${id}: reserved without money`)
  return { outcome: isReserved ? 'reserved' : 'free', errors }
}

const pickBuyer = ({ buyers }: RaceSetup, random: Random): Racer => random.pick(buyers)

const createChargedOrder = async (setup: RaceSetup, racer: Racer): Promise<{ order: Order; intent: string }> => {
  const order = await book(racer, await createListing(setup))
  const intent = await startPayment(racer, order)
  await setup.pay(intent)
  return { order, intent }
}

const crowdRace: Race = {
  id: 'F21',
  name: 'twenty buyers and one bike',
  outcomes: ['reserved'],
  run: async (setup, random) => {
    const bike = await createListing(setup)
    const orders = await Promise.all(setup.buyers.map(async (one) => ({ one, order: await book(one, bike) })))
    const winnerCount = await runConcurrently(
      random,
      orders.map(
        ({ one, order }) =>
          () =>
            buy(setup, one, order),
      ),
    )
    const { outcome, errors } = await evaluateRace(setup, bike)
    return {
      outcome,
      errors: winnerCount > 1 ? [...errors, `bike ${bike.id}: ${winnerCount} purchases were acknowledged`] : errors,
    }
  },
}

const twoTabsRace: Race = {
  id: 'F21',
  name: 'one buyer in two tabs',
  outcomes: ['reserved'],
  run: async (setup, random) => {
    const racer = pickBuyer(setup, random)
    const order = await book(racer, await createListing(setup))
    const buyInTab = () => buy(setup, racer, order)
    await runConcurrently(random, [buyInTab, buyInTab])
    return evaluateRace(setup, order)
  },
}

const doubleClickRace: Race = {
  id: 'F21',
  name: 'every button clicked four times',
  outcomes: ['reserved'],
  run: async (setup, random) => {
    const racer = pickBuyer(setup, random)
    const bike = await createListing(setup)
    const fourTimes = (click: () => Promise<unknown>) => runConcurrently(random, [click, click, click, click])
    const bookedCount = await fourTimes(() => book(racer, bike))
    const [row] = await setup.query('select id from bookings where bike_id = $1', [bike.id])
    if (!row) return evaluateRace(setup, bike)
    const order = { ...bike, bookingId: String(row['id']) }
    const intent = await startPayment(racer, order)
    await fourTimes(() => startPayment(racer, order))
    await fourTimes(() => setup.pay(intent))
    await fourTimes(() => confirmPayment(racer, order, intent))
    const { outcome, errors } = await evaluateRace(setup, bike)
    return {
      outcome,
      errors: bookedCount <= 1 ? errors : [...errors, `bike ${bike.id} was booked ${bookedCount} times`],
    }
  },
}

const deleteRace: Race = {
  id: 'F23',
  name: 'a buyer pays while the seller deletes the bike',
  outcomes: ['reserved', 'free'],
  run: async (setup, random) => {
    const racer = pickBuyer(setup, random)
    const { order, intent } = await createChargedOrder(setup, racer)
    const remove = () => setup.seller.call('DELETE /allbikes/:id', { params: { id: order.id } })
    await runConcurrently(random, [() => confirmPayment(racer, order, intent), remove])
    return evaluateRace(setup, order)
  },
}

const isHold = (row: Record<string, unknown> | undefined): row is Record<string, unknown> & { id: string } =>
  typeof row?.['id'] === 'string'

/** Finds the payment row of the bike. */
const findHold = async (setup: RaceSetup, bikeId: string): Promise<Payment | null> => {
  const [row] = await findPayments(setup, bikeId)
  if (!isHold(row)) return null
  const [hold] = await setup.paymentsDeps.db.select().from(payments).where(eq(payments.id, row.id))
  return hold ?? null
}

const expiryRace: Race = {
  id: 'F29',
  name: 'a buyer pays while the hold runs out',
  outcomes: ['reserved', 'free'],
  run: async (setup, random) => {
    const racer = pickBuyer(setup, random)
    const order = await book(racer, await createListing(setup))
    const intent = await startPayment(racer, order)
    const hold = await findHold(setup, order.id)
    const pay = async () => {
      await setup.pay(intent)
      await confirmPayment(racer, order, intent)
    }
    await runConcurrently(random, [pay, async () => hold && release(setup.paymentsDeps, hold)])
    return evaluateRace(setup, order)
  },
}

const settlerRace: Race = {
  id: 'F17',
  name: 'the page, the webhook and the sweeper at the same moment',
  outcomes: ['reserved'],
  run: async (setup, random) => {
    const racer = pickBuyer(setup, random)
    const { order, intent } = await createChargedOrder(setup, racer)
    const laterDeps = { ...setup.paymentsDeps, now: () => new Date(setup.paymentsDeps.now().getTime() + 30_000) }
    await runConcurrently(random, [
      () => confirmPayment(racer, order, intent),
      () => settle(setup.paymentsDeps, intent),
      () => sweep(laterDeps),
      () => confirmPayment(racer, order, intent),
    ])
    return evaluateRace(setup, order)
  },
}

export const races: readonly Race[] = [crowdRace, twoTabsRace, doubleClickRace, deleteRace, expiryRace, settlerRace]
