// What people do to the shop under load: look at lists, book bikes, pay for them.
import { z } from 'zod'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import type { Ask } from '#benchmarks/measurement/http-client.ts'
import { loggedIn, type LoadShop } from './benchmark-app.ts'
import type { Deed } from './load-generator.ts'

const json = (body: object): { method: 'POST'; body: string } => ({ method: 'POST', body: JSON.stringify(body) })

const Bike = z.object({ id: z.string(), price: z.number() })
const Order = Bike.extend({ buyer: z.number(), bookingId: z.string() })

// Every later page is asked for at a place of its own, as people do who scroll.
const pagesMost = 400
// What every browser says.
const packed = { encoding: 'gzip, deflate, br' }

/** Looks at the lists that everybody sees: seven of ten at the first page, one at the categories, two further down, packed as browsers ask for it. */
export const lookAtLists = async ({ ask, db }: LoadShop, random: () => number): Promise<Deed> => {
  const { rows } = await db.query<{ id: string }>(
    `select id from bikes where sold_at is null and withdrawn_at is null and advertised_at is null
     order by md5(id::text) limit ${pagesMost}`,
  )
  const further = rows.map(({ id }) => `/api/allbikes?limit=100&cursor=n${id}`)
  return async () => {
    const which = random()
    if (which < 0.6) return (await ask('/api/allbikes', packed)).status
    if (which < 0.7) return (await ask('/api/allbikes?advertise=on', packed)).status
    if (which < 0.8) return (await ask('/api/category', packed)).status
    return (await ask(further[Math.floor(random() * further.length)] ?? '', packed)).status
  }
}

/** Looks at a later page of all bikes, each time at one that was not looked at before; both of two askers alike. */
export const lookFurther = async ({ db }: LoadShop, ask: Ask): Promise<Deed> => {
  const { rows } = await db.query<{ id: string }>(
    `select id from bikes where sold_at is null and withdrawn_at is null and advertised_at is null
     order by md5(id::text)`,
  )
  let next = 0
  return async () => {
    const { id } = rows[next % rows.length] ?? { id: '' }
    next += 1
    return (await ask(`/api/allbikes?cursor=n${id}`)).status
  }
}

/** Looks at a category as a buyer does: every other time its beginning, else a place of its own further down. */
export const lookAtCategory = async ({ ask, buyer, db }: LoadShop): Promise<Deed> => {
  const { rows } = await db.query<{ id: string }>(
    `select id from bikes where sold_at is null and withdrawn_at is null and advertised_at is null
     order by md5(id::text) limit ${pagesMost}`,
  )
  let next = 0
  return async () => {
    next += 1
    const { token } = await buyer(1 + (next % loggedIn))
    const cursor = next % 2 === 0 ? '' : `&cursor=n${rows[next % rows.length]?.id}`
    return (await ask(`/api/categoryDetails/Suzuki?limit=50${cursor}`, { token })).status
  }
}

/** Books bikes that are on sale, each pair of bike and buyer once. */
export const bookBikes = async ({ ask, buyer, db }: LoadShop): Promise<Deed> => {
  const { rows } = await db.query(
    `select id, sale_price_taka as price from bikes
     where sold_at is null and withdrawn_at is null
       and not exists (select from bookings where bike_id = bikes.id)
       and not exists (select from wishes where bike_id = bikes.id)
     order by md5(id::text) limit 20000`,
  )
  const bikes = z.array(Bike).min(1).parse(rows)
  let next = 0
  return async () => {
    const turn = next
    next += 1
    const at = turn % bikes.length
    const bike = bikes[at]
    if (!bike) return 0
    const { token, email } = await buyer(1 + ((at * 7919 + Math.floor(turn / bikes.length)) % loggedIn))
    const body = { contactNumber: '01712345678', meetingLocation: 'Farmgate', salePrice: bike.price, producId: bike.id }
    const { status } = await ask('/api/bookings', { token, ...json({ ...body, email }) })
    return status
  }
}

/** Orders to be paid for, made beforehand: each of another bike, which nobody else wants. */
const makeOrders = async ({ db }: LoadShop, count: number): Promise<z.infer<typeof Order>[]> => {
  const { rows } = await db.query(
    `with free as (
       select id, sale_price_taka as price, (row_number() over ())::int as n from bikes
       where sold_at is null and withdrawn_at is null
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
  return z.array(Order).parse(rows)
}

const intentOf = (text: string): string => /"clientSecret":"(pi_\w+?)_secret/.exec(text)?.[1] ?? ''

/** Pays for orders, from the intent until the shop has settled it. Gives also how many are left. */
export const payForOrders = async (shop: LoadShop, count: number): Promise<{ deed: Deed; left(): number }> => {
  const orders = await makeOrders(shop, count)
  const { ask, askCards, buyer } = shop
  const confirm = {
    method: 'POST',
    token: sandboxKeys.stripe.secretKey,
    body: 'payment_method=pm_card_visa',
    type: 'application/x-www-form-urlencoded',
  } as const
  const deed = async (): Promise<number> => {
    const order = orders.pop()
    if (!order) throw new Error('There are no orders left to pay for.')
    const { id: productId, price, bookingId } = order
    const { token, email } = await buyer(order.buyer)
    const begun = await ask('/api/create-payment-intent', { token, ...json({ price, bookingId }) })
    if (begun.status !== 200) return begun.status
    const transactionId = intentOf(begun.text)
    const confirmed = await askCards(`/v1/payment_intents/${transactionId}/confirm`, confirm)
    if (confirmed.status !== 200) return 0
    const paid = await ask('/api/payments', { token, ...json({ price, transactionId, email, bookingId, productId }) })
    return paid.status
  }
  return { deed, left: () => orders.length }
}
