// Deals brought to a state through the API, for screens and journeys that begin there.
import { payAtSandbox } from '#sandbox/sandbox.ts'
import { type BookableKey, getDemoBike } from './bikes.ts'
import { book, createClientFor, getPerson, type Person } from './people.ts'
import type { TestServer } from './test-server.ts'

type Purpose = 'full' | 'deposit'

/** Books a bike and pays for it: the deal is held. Returns its id. */
export const createHeldDeal = async (
  server: TestServer,
  buyer: Person,
  key: BookableKey,
  purpose: Purpose = 'full',
): Promise<string> => {
  const id = await book(server, buyer, key)
  const client = await createClientFor(server, buyer)
  const { price, productId } = await client('GET /deals/:id', { params: { id } })
  const { clientSecret } = await client('POST /create-payment-intent', { body: { price, bookingId: id, purpose } })
  const transactionId = clientSecret.split('_secret_')[0] ?? ''
  await payAtSandbox(server.sandboxUrl, transactionId)
  await client('POST /payments', { body: { price, transactionId, email: buyer.email, bookingId: id, productId } })
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
