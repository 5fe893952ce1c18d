// Deals brought to a state through the API, for screens and journeys that begin there.
import { expect } from '@playwright/test'
import { payAtSandbox, sandboxKeys } from '#sandbox/sandbox.ts'
import { type BookableKey, getDemoBike } from './bikes.ts'
import { createBikeName, createListings } from './listing.ts'
import { book, createClientFor, getPerson, type Person, registerSeller } from './people.ts'
import type { TestServer } from './test-server.ts'

type Purpose = 'full' | 'deposit'

/** Pays for a booking: the deal is held. */
export const payBooking = async (server: TestServer, buyer: Person, id: string, purpose: Purpose): Promise<void> => {
  const client = await createClientFor(server, buyer)
  const { price, productId } = await client('GET /deals/:id', { params: { id } })
  const { clientSecret } = await client('POST /create-payment-intent', { body: { price, bookingId: id, purpose } })
  const transactionId = clientSecret.split('_secret_')[0] ?? ''
  await payAtSandbox(server.sandboxUrl, transactionId)
  await client('POST /payments', { body: { price, transactionId, email: buyer.email, bookingId: id, productId } })
}

/** A new seller's bike that this buyer has booked; the id is that of the order and its deal. */
export const createBookedBike = async (server: TestServer, buyer: Person) => {
  const seller = await registerSeller(server, 'Selina Akter')
  const name = createBikeName()
  await createListings(server, seller, [name])
  const [ofSeller, ofBuyer] = [await createClientFor(server, seller), await createClientFor(server, buyer)]
  const [bike] = await ofSeller('GET /allbikes/myproduct', { query: { email: seller.email } })
  const meeting = { contactNumber: '01712345678', meetingLocation: 'Kandirpar' }
  const body = { producId: bike?._id ?? '', salePrice: bike?.salePrice ?? 0, ...meeting }
  const { insertedId: id } = await ofBuyer('POST /bookings', { body })
  return { id, seller, name, ofSeller, ofBuyer }
}

/** A new seller's bike that this buyer has reserved with a deposit. */
export const createReservedBike = async (server: TestServer, buyer: Person) => {
  const { id, seller, name, ofSeller, ofBuyer } = await createBookedBike(server, buyer)
  await payBooking(server, buyer, id, 'deposit')
  const finish = async () => {
    const { code } = await ofBuyer('GET /deals/:id/code', { params: { id }, query: { together: 'yes' } })
    await ofSeller('POST /deals/:id/handover', { params: { id }, body: { code } })
    await ofBuyer('PUT /deals/:id/outcome', { params: { id }, body: { outcome: 'everything_fine' } })
  }
  return { id, seller, name, finish }
}

/** Books a bike and pays for it: the deal is held. Returns its id. */
export const createHeldDeal = async (
  server: TestServer,
  buyer: Person,
  key: BookableKey,
  purpose: Purpose = 'full',
): Promise<string> => {
  const id = await book(server, buyer, key)
  await payBooking(server, buyer, id, purpose)
  return id
}

/** The buyer reads the code aloud, and the seller of the bike types it. Returns the deal's id. */
export const createHandedOverDeal = async (
  server: TestServer,
  buyer: Person,
  key: BookableKey,
  purpose: Purpose = 'full',
): Promise<string> => {
  const id = await createHeldDeal(server, buyer, key, purpose)
  const [ofBuyer, ofSeller] = [
    await createClientFor(server, buyer),
    await createClientFor(server, getPerson(getDemoBike(key).seller)),
  ]
  const { code } = await ofBuyer('GET /deals/:id/code', { params: { id }, query: { together: 'yes' } })
  const { rest } = await ofSeller('GET /deals/:id', { params: { id } })
  await ofSeller('POST /deals/:id/handover', { params: { id }, body: { code, ...(rest > 0 && { cashTaka: rest }) } })
  return id
}

/** The buyer reports a problem after the handover. Returns the deal's id. */
export const createDisputedDeal = async (server: TestServer, buyer: Person, key: BookableKey): Promise<string> => {
  const id = await createHandedOverDeal(server, buyer, key)
  const client = await createClientFor(server, buyer)
  const body = { reason: 'not_as_described', note: 'The engine leaks oil.' } as const
  await client('POST /deals/:id/problem', { params: { id }, body })
  return id
}

/** The buyer says that everything is fine: the money is the seller's. Returns the deal's id. */
export const createReleasedDeal = async (server: TestServer, buyer: Person, key: BookableKey): Promise<string> => {
  const id = await createHandedOverDeal(server, buyer, key)
  const client = await createClientFor(server, buyer)
  await client('PUT /deals/:id/outcome', { params: { id }, body: { outcome: 'everything_fine' } })
  return id
}

/** The seller cancels a paid deal, and the card provider refuses the refund until a person has to send it. */
export const failRefund = async (server: TestServer, key: BookableKey, id: string): Promise<void> => {
  const response = await fetch(`${server.sandboxUrl}/sandbox/faults`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandboxKeys.stripe.secretKey}` },
    body: JSON.stringify({ operation: 'refund', fault: 'refund_failed', times: 2 }),
  })
  if (!response.ok) throw new Error(`The card sandbox refused the fault: ${await response.text()}`)
  const client = await createClientFor(server, getPerson(getDemoBike(key).seller))
  await client('POST /deals/:id/cancel', { params: { id }, body: { reason: 'Keep it' } })
  // The first of three tries fails within seconds. Instead of an hour later, the last one follows at once.
  await expect(async () => {
    const cashier = await createClientFor(server, getPerson('rokeya'))
    await server.query(
      `update refunds set tries = 2, next_try_at = now() where deal_id = $1 and state = 'due' and tries = 1`,
      [id],
    )
    const refund = (await cashier('GET /refunds/attention')).find(({ dealId }) => dealId === id)
    expect(refund?.state).toBe('failed')
  }).toPass({ timeout: 90_000 })
}

/** A payout of a deal that is done, prepared, approved and arrived. Returns the deal's id. */
export const createPaidOutDeal = async (server: TestServer, buyer: Person, key: BookableKey): Promise<string> => {
  const id = await createReleasedDeal(server, buyer, key)
  const [cashier, admin] = [
    await createClientFor(server, getPerson('rokeya')),
    await createClientFor(server, getPerson('ayesha')),
  ]
  const payout = (await cashier('GET /payouts')).find(({ dealId }) => dealId === id)
  const params = { id: payout?._id ?? '' }
  await cashier('PUT /payouts/:id', { params, body: { act: 'prepare', way: 'by_hand' } })
  await admin('PUT /payouts/:id', { params, body: { act: 'approve', reference: 'BKP9XK2' } })
  await cashier('PUT /payouts/:id', { params, body: { act: 'confirm' } })
  return id
}

// Deals that the screens of both languages and all tests of a server share: Imran buys, Farhana and Jahangir sell.
const sharedDeals = {
  held: { bike: 'bandit-rampura', create: createHeldDeal },
  disputed: { bike: 'r15m-banani', create: createDisputedDeal },
  released: { bike: 'fzs-nathullabad', create: createReleasedDeal },
} as const
const createdDeals = new Map<string, Promise<string>>()

export type SharedDealState = keyof typeof sharedDeals

/** A deal in this state; created for the first screen that needs it. */
export const getSharedDeal = ({ server }: { server: TestServer }, state: SharedDealState): Promise<string> => {
  const key = `${server.url} ${state}`
  const { bike, create } = sharedDeals[state]
  const created = createdDeals.get(key) ?? create(server, getPerson('imran'), bike)
  createdDeals.set(key, created)
  return created
}
