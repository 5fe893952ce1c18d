// kill -9 around each step of a payment by bKash or SSLCommerz (of cards: crash-points.ts). Their sandboxes are a process of
// their own, so they go on. market/payments/crash.test.ts has one for
// every run.
// @module-tag processes
// @module-tag long
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { fixtures } from '#seed/fixtures.ts'
import type { Wallet } from '#tests/support/wallets/wallets.ts'
import { createListing, type SellerState, uploadPicture } from './actors/seller-actor.ts'
import { createHarness, type Harness } from './harness.ts'
import { createHistory } from './history.ts'
import { createRandom } from './random.ts'
import { createFixtureUser, type User } from './users.ts'
import { walletCrashes, type WalletScenario } from './wallet-crash-steps.ts'

const seed = 'wallet crashes'
const recovery = { timeout: 120_000, interval: 2_000 }

let harness: Harness
let sellerState: SellerState
let buyer: User
let rival: User

const createActor = (person: 'karim' | 'sadia' | 'rahim', role: User['role']): User => {
  const { email } = fixtures[person]
  const random = createRandom(`${seed} ${email}`)
  return createFixtureUser({ name: person, role, serverName: 'main', url: harness.url, random }, email)
}

beforeAll(async () => {
  harness = await createHarness({ steady: false })
  ;[buyer, rival] = [createActor('karim', 'Buyer'), createActor('sadia', 'Buyer')]
  const lists = { pictures: [], listedBikeIds: [], maxListed: 100 }
  sellerState = { user: createActor('rahim', 'Seller'), history: createHistory(), sharedCodes: new Map(), ...lists }
  await uploadPicture(sellerState)
})
afterAll(() => harness?.close(), 60_000)

const book = async (user: User, { bikeId, price }: { bikeId: string; price: number }): Promise<string> => {
  const body = { contactNumber: '01712345678', meetingLocation: 'Farmgate', salePrice: price, producId: bikeId }
  return (await user.call('POST /bookings', { body })).insertedId
}

const createScenario = async (wallet: Wallet, name: string): Promise<WalletScenario> => {
  await createListing(sellerState)
  const bikeId = sellerState.listedBikeIds.at(-1)
  assert(bikeId, 'needs a bike')
  const [bike] = await harness.db.query('select sale_price_taka from bikes where id = $1', [bikeId])
  const offered = { bikeId, price: Number(bike?.['sale_price_taka']) }
  const order = { ...offered, bookingId: await book(buyer, offered) }
  const rivalOrder = { bookingId: await book(rival, offered) }
  return { harness, wallet, buyer, rival, order, rivalOrder, random: createRandom(`${seed} ${name}`) }
}

const readBooks = async ({ wallet, order: { bikeId } }: WalletScenario) => {
  const rows = await harness.db.query(
    `select payments.state, (select sum(poisha)::int from ledger_entries join ledger_lines on entry_id = ledger_entries.id
       where payment_id = payments.id and account = 'provider:' || payments.provider and cause <> 'payment_charge') as poisha
     from payments where bike_id = $1 and state <> 'canceled'`,
    [bikeId],
  )
  const made = await harness.db.query('select intent_id from payments where bike_id = $1', [bikeId])
  const taken = await wallet.readTaken(harness.walletsPort, harness.provider.url)
  return {
    rows,
    taken: made
      .flatMap(({ intent_id: reference }) => taken.get(String(reference)) ?? [])
      .filter(({ times }) => times > 0),
  }
}

test.each(walletCrashes)(
  'kill -9 at $name, $wallet.way: the money is taken once, or goes back once',
  async ({ name, wallet, outcome, run, again }) => {
    const scenario = await createScenario(wallet, name)
    await run(scenario)
    await harness.heal()
    const poisha = scenario.order.price * 100
    const expected = {
      paid: {
        rows: [{ state: 'succeeded', poisha }],
        taken: [{ times: 1, takenPoisha: poisha, refundedPoisha: 0 }],
      },
      'sent back': {
        rows: [{ state: 'refunded', poisha: 0 }],
        taken: [{ times: 1, takenPoisha: poisha, refundedPoisha: poisha }],
      },
    }
    const state = { isDone: again === undefined }
    const read = async () => {
      // The shop may be away for a moment, or the buyer have paid already: the books decide.
      if (!state.isDone)
        await again?.(scenario).then(
          () => (state.isDone = true),
          () => {},
        )
      // The shop asks about a refund that the provider has accepted each minute.
      await harness.db.query(`update refunds set next_try_at = now() where state = 'requested'`)
      return readBooks(scenario)
    }
    await expect.poll(() => read().catch(String), recovery).toEqual(expected[outcome])
  },
  300_000,
)

/** What check:data says of the shop and all its providers: nothing, or its output. */
const findViolations = async (): Promise<string> => {
  const child = spawn(process.execPath, ['scripts/check-data.ts'], {
    env: harness.settings,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  const [code]: unknown[] = await once(child, 'exit')
  return code === 0 ? '' : output
}

test('then all invariants hold, those of the wallets too', async () => {
  await expect.poll(findViolations, recovery).toBe('')
}, 300_000)
