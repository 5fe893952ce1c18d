// kill -9 around each step of a payment by bKash or SSLCommerz (of cards: crash-points.ts): the creation, the claim (where the provider waits for the
// shop), and the ledger. The buyer then asks again, as the page after the provider does. `npm test` plays two that a seed
// chooses; `npm run test:long` plays all.
// @module-tag processes
// @module-tag long
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { fixtures } from '#seed/fixtures.ts'
import { returnFrom, type Wallet, wallets } from '#tests/support/wallets/wallets.ts'
import { sampleInShortRun } from '#tests/support/run-length.ts'
import { createListing, type SellerState, uploadPicture } from './actors/seller-actor.ts'
import { killAtStatement } from './crash-points.ts'
import { createHarness, type Harness } from './harness.ts'
import { createHistory } from './history.ts'
import { createRandom } from './random.ts'
import { createFixtureUser, type User } from './users.ts'

const seed = 'wallet crashes'

let harness: Harness
let sellerState: SellerState
let buyer: User

const createActor = (person: 'karim' | 'rahim', role: User['role']): User => {
  const { email } = fixtures[person]
  const random = createRandom(`${seed} ${email}`)
  return createFixtureUser({ name: person, role, serverName: 'main', url: harness.url, random }, email)
}

beforeAll(async () => {
  harness = await createHarness({ steady: false })
  buyer = createActor('karim', 'Buyer')
  const lists = { pictures: [], listedBikeIds: [], maxListed: 100 }
  sellerState = { user: createActor('rahim', 'Seller'), history: createHistory(), sharedCodes: new Map(), ...lists }
  await uploadPicture(sellerState)
})
afterAll(() => harness.close(), 60_000)

const createOrder = async () => {
  await createListing(sellerState)
  const bikeId = sellerState.listedBikeIds.at(-1)
  assert(bikeId, 'needs a bike')
  const [bike] = await harness.db.query('select sale_price_taka from bikes where id = $1', [bikeId])
  const price = Number(bike?.['sale_price_taka'])
  const body = { contactNumber: '01712345678', meetingLocation: 'Farmgate', salePrice: price, producId: bikeId }
  const { insertedId: bookingId } = await buyer.call('POST /bookings', { body })
  return { bookingId, bikeId, price }
}

const claim = /update "payments" set "executing_at"/
const storedReference = /update "payments" set "intent_id"/
const settled = /insert into ledger_entries[^]*settled/
const commit = /\bcommit\b/i

const steps = [
  { step: 'the reference of the created payment', pattern: storedReference, isAtCreation: true, needsClaim: false },
  { step: 'the claim', pattern: claim, isAtCreation: false, needsClaim: true },
  { step: 'the ledger entry, with the money taken', pattern: settled, isAtCreation: false, needsClaim: false },
]

const pageWallets = wallets.filter(({ way }) => way !== 'card')

/** Where the app is killed: at a statement or the commit after it, before or after the database has it. */
const crashes = sampleInShortRun(
  pageWallets.flatMap((wallet) =>
    steps
      .filter(({ needsClaim }) => wallet.asksBeforeTaking || !needsClaim)
      .flatMap(({ step, pattern, isAtCreation }) =>
        (['question', 'answer'] as const).flatMap((side) => {
          const at = { wallet, isAtCreation, breakpoint: { pattern, side }, name: `${step} (${side})` }
          const atCommit = {
            ...at,
            breakpoint: { after: pattern, pattern: commit, side },
            name: `the commit of ${at.name}`,
          }
          return isAtCreation ? [at] : [at, atCommit]
        }),
      ),
  ),
  2,
  seed,
)

const readBooks = async (wallet: Wallet, bikeId: string) => {
  const rows = await harness.db.query(
    `select payments.state, (select sum(poisha)::int from ledger_entries join ledger_lines on entry_id = ledger_entries.id
       where payment_id = payments.id and account = 'provider:' || payments.provider and cause <> 'payment_charge') as poisha
     from payments where bike_id = $1 and state <> 'canceled'`,
    [bikeId],
  )
  const made = await harness.db.query('select intent_id from payments where bike_id = $1', [bikeId])
  const taken = await wallet.readTaken(harness.sandboxPort, harness.provider.url)
  return {
    rows,
    taken: made
      .flatMap(({ intent_id: reference }) => taken.get(String(reference)) ?? [])
      .filter(({ times }) => times > 0),
  }
}

test.each(crashes)(
  'kill -9 at $name, $wallet.way: the money is taken once and the bike is reserved',
  async ({ wallet, breakpoint, isAtCreation }) => {
    const order = await createOrder()
    const begin = () => wallet.begin(buyer.call, order)
    const pay = async () => {
      const { reference, pageUrl } = await begin()
      await wallet.agree(pageUrl, harness.provider.url)
      const page = { reference, hint: 'success', order: { ...order, email: buyer.email } } as const
      return returnFrom(buyer.call, wallet, page)
    }
    await killAtStatement({ harness }, breakpoint, isAtCreation ? begin : pay)
    await harness.heal()
    // Nobody has paid yet, so the buyer begins again.
    const payAgain = isAtCreation ? pay : () => Promise.resolve()
    const poisha = order.price * 100
    await expect
      .poll(
        () =>
          payAgain()
            .then(() => readBooks(wallet, order.bikeId))
            .catch(String),
        { timeout: 120_000, interval: 2_000 },
      )
      .toEqual({
        rows: [{ state: 'succeeded', poisha }],
        taken: [{ times: 1, takenPoisha: poisha, refundedPoisha: 0 }],
      })
  },
  300_000,
)
