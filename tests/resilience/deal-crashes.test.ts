// kill -9 at every step between the money of a deal and its ledger: the payment, the release, the refund and the payout.
// People then do again what was cut off. `npm test` plays a few that a seed chooses; `npm run test:long` plays all.
// @module-tag processes
// @module-tag long
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { demoPassword, fixtures } from '#seed/fixtures.ts'
import { sampleInShortRun } from '#tests/support/run-length.ts'
import { goodWallet, readBkashJournal } from '#tests/support/wallets/bkash.ts'
import { createListing, type SellerState, uploadPicture } from './actors/seller-actor.ts'
import { confirmPayment, killAtProviderCall, killAtStatement, startPayment } from './crash-points.ts'
import { createHarness, type Harness } from './harness.ts'
import { createHistory } from './history.ts'
import { findLedgerErrors } from './ledger-checks.ts'
import { createRandom } from './random.ts'
import { createFixtureUser, type User } from './users.ts'

const healTimeoutMs = 60_000
const seed = 'deal crashes'

let harness: Harness
let sellerState: SellerState
let buyer: User
let seller: User
let admin: User
let cashier: User

const bankAccount = {
  kind: 'bank',
  number: '1234567890123',
  bankName: 'Sonali Bank',
  routingNumber: '200261234',
} as const
const wallet = { kind: 'bkash', number: goodWallet } as const

/** Says where the seller is paid, as if it were said long ago. */
const setDestination = async (destination: typeof bankAccount | typeof wallet) => {
  const body = { ...destination, holderName: 'Rahim Uddin', password: demoPassword }
  await seller.call('PUT /payouts/destination', { body })
  await harness.db.query('update payout_destinations set usable_at = now()')
}

const createActor = (person: 'karim' | 'rahim' | 'ayesha' | 'rokeya', role: User['role']): User => {
  const { email } = fixtures[person]
  const random = createRandom(`${seed} ${email}`)
  return createFixtureUser({ name: person, role, serverName: 'main', url: harness.url, random }, email)
}

beforeAll(async () => {
  harness = await createHarness({ steady: false })
  ;[buyer, seller] = [createActor('karim', 'Buyer'), createActor('rahim', 'Seller')]
  ;[admin, cashier] = [createActor('ayesha', 'Admin'), createActor('rokeya', 'Buyer')]
  const lists = { pictures: [], listedBikeIds: [], maxListed: 100 }
  sellerState = { user: seller, history: createHistory(), sharedCodes: new Map(), ...lists }
  await uploadPicture(sellerState)
})
afterAll(() => harness?.close(), 60_000)

type Deal = { params: { id: string }; order: { bookingId: string; bikeId: string; price: number }; intentId: string }

/** A new bike that the buyer has booked, and whose price the card provider has. */
const createChargedDeal = async (): Promise<Deal> => {
  await createListing(sellerState)
  const bikeId = sellerState.listedBikeIds.at(-1)
  assert(bikeId, 'needs a bike')
  const [bike] = await harness.db.query('select sale_price_taka from bikes where id = $1', [bikeId])
  const price = Number(bike?.['sale_price_taka'])
  const body = { contactNumber: '01712345678', meetingLocation: 'Farmgate', salePrice: price, producId: bikeId }
  const { insertedId: bookingId } = await buyer.call('POST /bookings', { body })
  const order = { bookingId, bikeId, price }
  // The webhook would settle the payment before the buyer's page does.
  await harness.provider.injectFault({ operation: 'webhook', fault: 'hold', times: 1_000 })
  const intentId = await startPayment(buyer, order)
  await harness.provider.pay(intentId)
  return { params: { id: bookingId }, order, intentId }
}

const approve = async ({ params }: Deal, body: { act: 'approve'; reference?: string }) => {
  const [payout] = await harness.db.query('select id from payouts where deal_id = $1', [params.id])
  return cashier.call('PUT /payouts/:id', { params: { id: String(payout?.['id']) }, body })
}

const acts = {
  pay: ({ order, intentId }: Deal) => confirmPayment(buyer, order, intentId),
  cancel: ({ params }: Deal) => buyer.call('POST /deals/:id/cancel', { params, body: {} }),
  release: ({ params }: Deal) => buyer.call('PUT /deals/:id/outcome', { params, body: { outcome: 'everything_fine' } }),
  approve: (deal: Deal) => approve(deal, { act: 'approve', reference: 'BEFTN 4711' }),
  /** bKash sends it. */
  send: (deal: Deal) => approve(deal, { act: 'approve' }),
}

const createHeldDeal = async (): Promise<Deal> => {
  const deal = await createChargedDeal()
  await acts.pay(deal)
  return deal
}

const createHandedOverDeal = async (): Promise<Deal> => {
  const deal = await createHeldDeal()
  const { params } = deal
  const { code } = await buyer.call('GET /deals/:id/code', { params, query: { together: 'yes' } })
  await seller.call('POST /deals/:id/handover', { params, body: { code } })
  return deal
}

const createPreparedPayout = async (destination: typeof bankAccount | typeof wallet = bankAccount): Promise<Deal> => {
  const deal = await createHandedOverDeal()
  await acts.release(deal)
  await setDestination(destination)
  const [payout] = await harness.db.query('select id from payouts where deal_id = $1', [deal.params.id])
  await admin.call('PUT /payouts/:id', { params: { id: String(payout?.['id']) }, body: { act: 'prepare' } })
  return deal
}

type Step = {
  act: keyof typeof acts
  create: () => Promise<Deal>
  /** The cause of the ledger entry at which the app is killed. */
  cause: string
  /** The entries that the deal has in the end, each once. */
  entries: string[]
}

const steps: Step[] = [
  { act: 'pay', create: createChargedDeal, cause: 'settled', entries: ['settled'] },
  {
    act: 'cancel',
    create: createHeldDeal,
    cause: 'cancelled',
    entries: ['cancelled', 'refund_confirmed', 'settled'],
  },
  {
    act: 'cancel',
    create: createHeldDeal,
    cause: 'refund_confirmed',
    entries: ['cancelled', 'refund_confirmed', 'settled'],
  },
  { act: 'release', create: createHandedOverDeal, cause: 'released', entries: ['released', 'settled'] },
  {
    act: 'approve',
    create: createPreparedPayout,
    cause: 'payout_sent',
    entries: ['payout_sent', 'released', 'settled'],
  },
  {
    act: 'send',
    create: () => createPreparedPayout(wallet),
    cause: 'payout_confirmed',
    entries: ['payout_confirmed', 'payout_sent', 'released', 'settled'],
  },
]

const moments = ['before the entry', 'after the entry', 'before the commit', 'after the commit'] as const
type Crash = Step & { name: string; kill: (deal: Deal) => Promise<void> }

/** Kills the app around the entry of a cause, or around the commit of its transaction. */
const toCrash = (step: Step, moment: (typeof moments)[number]): Crash => {
  // The values of a statement follow its text.
  const entry = new RegExp(`insert into ledger_entries[^]*${step.cause}`)
  const side = moment.startsWith('before') ? 'question' : 'answer'
  const isCommit = moment.endsWith('commit')
  const breakpoint = isCommit ? { after: entry, pattern: /\bcommit\b/i, side } : { pattern: entry, side }
  return {
    ...step,
    name: `${step.cause}, ${moment}`,
    kill: (deal) => killAtStatement({ harness }, { ...breakpoint, side }, () => acts[step.act](deal)),
  }
}

/** Kills the app while the provider has the request for the refund, which the job sends. */
const refundCrashes = (['before', 'after'] as const).map((side): Crash => {
  const step = { act: 'cancel', create: createHeldDeal, cause: 'refund' } as const
  const kill = (deal: Deal) => killAtProviderCall({ harness }, 'refund', side, () => acts.cancel(deal))
  return { ...step, entries: ['cancelled', 'refund_confirmed', 'settled'], name: `refund, ${side} it is made`, kill }
})

const claim = /update "payouts" set "sending_at"/
const commit = /\bcommit\b/i

/** Kills the app around the claim that comes before bKash is asked. Once it is committed, nobody sends the payout again. */
const claimCrashes = (['question', 'answer'] as const).flatMap((side): Crash[] => {
  const step = { act: 'send', create: () => createPreparedPayout(wallet), cause: 'claim' } as const
  const kill = (breakpoint: Parameters<typeof killAtStatement>[1]) => (deal: Deal) =>
    killAtStatement({ harness }, breakpoint, () => acts.send(deal))
  const entries = ['payout_confirmed', 'payout_sent', 'released', 'settled']
  const afterCommit = side === 'answer' ? entries.slice(1) : entries
  return [
    { ...step, entries, name: `the claim of a payout (${side})`, kill: kill({ pattern: claim, side }) },
    {
      ...step,
      entries: afterCommit,
      name: `the commit of the claim of a payout (${side})`,
      kill: kill({ after: claim, pattern: commit, side }),
    },
  ]
})

const crashes = sampleInShortRun(
  [...steps.flatMap((step) => moments.map((moment) => toCrash(step, moment))), ...refundCrashes, ...claimCrashes],
  3,
  seed,
)

/** The ledger entries of the deal and of its payout, and what the provider has of its payment. */
const readBooks = async ({ params, intentId }: Deal) => {
  const entries = await harness.db.query(
    `select cause from ledger_entries where cause <> 'charge' and (deal_id = $1
       or payout_id in (select id from payouts where deal_id = $1)) order by cause`,
    [params.id],
  )
  const payouts = await harness.db.query('select id from payouts where deal_id = $1', [params.id])
  const sent = (await readBkashJournal(harness.walletsPort)).payouts
  const refunds = await harness.db.query(
    'select refunds.id from refunds join payments on payments.id = payment_id where payments.deal_id = $1',
    [params.id],
  )
  const intent = (await harness.provider.listIntents()).find(({ id }) => id === intentId)
  return {
    entries: entries.map(({ cause }) => cause),
    payouts: payouts.length,
    sentByBkash: sent.filter(({ invoice }) => payouts.some(({ id }) => id === invoice)).length,
    refunds: refunds.length,
    collected: intent?.status === 'succeeded' && intent.refundedPoisha === 0,
    sentBack: intent?.refundedPoisha === intent?.amountPoisha,
  }
}

test.each(crashes)(
  'kill -9 at $name: no money is lost or doubled',
  async ({ create, kill, act, entries }) => {
    const deal = await create()
    const exitsBefore = harness.server.countExits()
    await kill(deal)
    await harness.heal()
    expect(harness.server.countExits()).toBe(exitsBefore + 1)
    // Whoever saw an error tries again; what was done already changes nothing.
    await acts[act](deal).catch(() => {})
    const isCancelled = entries.includes('cancelled')
    const expected = {
      entries,
      payouts: entries.includes('released') ? 1 : 0,
      sentByBkash: entries.includes('payout_confirmed') ? 1 : 0,
      refunds: isCancelled ? 1 : 0,
      collected: !isCancelled,
      sentBack: isCancelled,
    }
    const poll = { timeout: 2 * healTimeoutMs, interval: 500 }
    await expect.poll(() => readBooks(deal).catch(String), poll).toEqual(expected)
    await expect.poll(() => findLedgerErrors(harness).catch(String), poll).toEqual([])
    expect(await readBooks(deal)).toEqual(expected)
  },
  300_000,
)
