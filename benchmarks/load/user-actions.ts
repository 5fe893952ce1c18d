// User actions of the load benchmarks: read lists, book bikes, pay for them.
import { z } from 'zod'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import type { SendRequest } from '#benchmarks/measurement/http-client.ts'
import { requestedDealsSql } from './fill-deals.ts'
import { loggedIn, type BenchmarkApp } from './benchmark-app.ts'
import type { Action } from './load-generator.ts'

const toJsonRequest = (body: object): { method: 'POST'; body: string } => ({
  method: 'POST',
  body: JSON.stringify(body),
})

const Bike = z.object({ id: z.string(), price: z.number() })
const Order = Bike.extend({ buyer: z.number(), bookingId: z.string() })

// Every later page has its own cursor, as for people who scroll.
const maxPages = 400
// The Accept-Encoding header of browsers.
const compressed = { encoding: 'gzip, deflate, br' }

/** Reads public lists: seven of ten requests the first page, one the categories, two later pages, compressed as for browsers. */
export const createListAction = async ({ send, db }: BenchmarkApp, random: () => number): Promise<Action> => {
  const { rows } = await db.query<{ id: string }>(
    `select id from bikes where sold_at is null and reserved_at is null and withdrawn_at is null and advertised_at is null
     order by md5(id::text) limit ${maxPages}`,
  )
  const laterPages = rows.map(({ id }) => `/api/allbikes?limit=100&cursor=n${id}`)
  return async () => {
    const roll = random()
    if (roll < 0.6) return (await send('/api/allbikes', compressed)).status
    if (roll < 0.7) return (await send('/api/allbikes?advertise=on', compressed)).status
    if (roll < 0.8) return (await send('/api/category', compressed)).status
    return (await send(laterPages[Math.floor(random() * laterPages.length)] ?? '', compressed)).status
  }
}

/** Reads later pages of all bikes, each page once; two clients read the same sequence. */
export const createLaterPageAction = async ({ db }: BenchmarkApp, send: SendRequest): Promise<Action> => {
  const { rows } = await db.query<{ id: string }>(
    `select id from bikes where sold_at is null and reserved_at is null and withdrawn_at is null and advertised_at is null
     order by md5(id::text)`,
  )
  let next = 0
  return async () => {
    const { id } = rows[next % rows.length] ?? { id: '' }
    next += 1
    return (await send(`/api/allbikes?cursor=n${id}`)).status
  }
}

/** Reads a category: every other time its first page, else a later page. */
export const createCategoryAction = async ({ send, getBuyer, db }: BenchmarkApp): Promise<Action> => {
  const { rows } = await db.query<{ id: string }>(
    `select id from bikes where sold_at is null and reserved_at is null and withdrawn_at is null and advertised_at is null
     order by md5(id::text) limit ${maxPages}`,
  )
  let next = 0
  return async () => {
    next += 1
    const { token } = await getBuyer(1 + (next % loggedIn))
    const cursor = next % 2 === 0 ? '' : `&cursor=n${rows[next % rows.length]?.id}`
    return (await send(`/api/categoryDetails/Suzuki?limit=50${cursor}`, { token })).status
  }
}

/** Books bikes on sale, each pair of bike and buyer once. */
export const createBookingAction = async ({ send, getBuyer, db }: BenchmarkApp): Promise<Action> => {
  const { rows } = await db.query(
    `select id, sale_price_taka as price from bikes
     where sold_at is null and reserved_at is null and withdrawn_at is null
       and not exists (select from bookings where bike_id = bikes.id)
       and not exists (select from wishes where bike_id = bikes.id)
     order by md5(id::text) limit 20000`,
  )
  const bikes = z.array(Bike).min(1).parse(rows)
  let next = 0
  return async () => {
    const position = next
    next += 1
    const at = position % bikes.length
    const bike = bikes[at]
    if (!bike) return 0
    const { token, email } = await getBuyer(1 + ((at * 7919 + Math.floor(position / bikes.length)) % loggedIn))
    const body = { contactNumber: '01712345678', meetingLocation: 'Farmgate', salePrice: bike.price, producId: bike.id }
    const { status } = await send('/api/bookings', { token, ...toJsonRequest({ ...body, email }) })
    return status
  }
}

/** Creates unpaid orders, each for a different bike that nobody else books. */
const createOrders = async ({ db }: BenchmarkApp, count: number): Promise<z.infer<typeof Order>[]> => {
  const { rows } = await db.query(
    `with free as (
       select id, sale_price_taka as price, (row_number() over ())::int as n from bikes
       where sold_at is null and reserved_at is null and withdrawn_at is null
         and not exists (select from bookings where bike_id = bikes.id)
         and not exists (select from wishes where bike_id = bikes.id)
       limit ${count}
     ), booked as (
       insert into bookings (id, bike_id, buyer_id, contact_number, meeting_location, price_taka, created_at)
       select gen_random_uuid(), id, bench_id(3, n % ${loggedIn} + 1), '+8801712345678', 'Farmgate', price, now() from free
       returning id as "bookingId", bike_id
     )
     select "bookingId", free.id, price, n % ${loggedIn} + 1 as buyer from booked join free on free.id = bike_id`,
  )
  await db.query(requestedDealsSql)
  return z.array(Order).parse(rows)
}

/** Begins to pay for orders, each once, in the way that is named. */
export const createBeginAction = async (
  app: BenchmarkApp,
  count: number,
): Promise<(way: 'card' | 'bkash' | 'sslcommerz') => Promise<number>> => {
  const orders = await createOrders(app, count)
  return async (way) => {
    const order = orders.pop()
    if (!order) throw new Error('There are no orders left to pay for.')
    const { token } = await app.getBuyer(order.buyer)
    const { price, bookingId } = order
    // A wallet does not take the price of every bike.
    const body = { price, bookingId, purpose: 'deposit', way }
    return (await app.send('/api/create-payment-intent', { token, ...toJsonRequest(body) })).status
  }
}

const parseIntentId = (text: string): string => /"clientSecret":"(pi_\w+?)_secret/.exec(text)?.[1] ?? ''

/** Pays for orders, from the intent to settlement. Also returns the number of remaining orders. */
export const createPaymentAction = async (
  app: BenchmarkApp,
  count: number,
): Promise<{ action: Action; countLeft(): number }> => {
  const orders = await createOrders(app, count)
  const { send, sendToProvider, getBuyer } = app
  const confirm = {
    method: 'POST',
    token: sandboxKeys.stripe.secretKey,
    body: 'payment_method=pm_card_visa',
    type: 'application/x-www-form-urlencoded',
  } as const
  const action = async (): Promise<number> => {
    const order = orders.pop()
    if (!order) throw new Error('There are no orders left to pay for.')
    const { id: productId, price, bookingId } = order
    const { token, email } = await getBuyer(order.buyer)
    const started = await send('/api/create-payment-intent', { token, ...toJsonRequest({ price, bookingId }) })
    if (started.status !== 200) return started.status
    const transactionId = parseIntentId(started.text)
    const confirmed = await sendToProvider(`/v1/payment_intents/${transactionId}/confirm`, confirm)
    if (confirmed.status !== 200) return 0
    const paid = await send('/api/payments', {
      token,
      ...toJsonRequest({ price, transactionId, email, bookingId, productId }),
    })
    return paid.status
  }
  return { action, countLeft: () => orders.length }
}
