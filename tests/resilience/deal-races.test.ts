// Two hundred acts on one deal at the same moment: the seller types the code, both cancel, a problem is reported, the admin
// decides, the bank refunds, a time runs out. One of them decides what becomes of the deal; everybody else reads why not.
import { dayMs } from '#contract/time/durations.ts'
import { afterAll, assert, beforeAll, expect, test, vi } from 'vitest'
import { ApiResponseError } from '#contract/client.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { handleDueDeals } from '#market/deals/jobs.ts'
import { settle } from '#market/payments/settle.ts'
import { defaultLoadShedding } from '#platform/load-shedding/load-shedding.ts'
import { parseIntentId } from '#tests/support/buying.ts'
import { refundAtProvider } from '#tests/support/card-events.ts'
import {
  beginDeal,
  findAllViolations,
  handOverDeal,
  payDeal,
  signInAdmin,
  type TestDeal,
} from '#tests/support/money.ts'
import type { MemberClient } from '#tests/support/selling.ts'
import { divideByLength } from '#tests/support/run-length.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createRandom } from './random.ts'

const actCount = 200
const seed = 'deal races'

const unreachable = { high: Number.POSITIVE_INFINITY, low: Number.POSITIVE_INFINITY }
const unreachableThresholds = { delayMs: unreachable, heapShare: unreachable, waitingForDatabase: unreachable }

let testApp: TestApp
let admin: MemberClient
let people: { seller: MemberClient; buyer: MemberClient }
beforeAll(async () => {
  // All of them reach the deal: none is asked to come again because others wait.
  const shedding = { ...defaultLoadShedding, maxInFlight: 2 * actCount, thresholds: unreachableThresholds }
  testApp = await createTestApp({ manualClose: true, shedding })
  admin = await signInAdmin(testApp)
  const { buyer, seller } = await beginDeal(testApp)
  people = { buyer, seller }
})
afterAll(() => testApp.close())

type Round = TestDeal & { intentId: string; code: string }
type Act = (round: Round) => Promise<unknown>

/** A deal that the buyer has paid; the buyer has read the code aloud. */
const createHeldDeal = async (purpose: 'full' | 'deposit' = 'full'): Promise<Round> => {
  const deal = await beginDeal(testApp, people)
  const intentId = await payDeal(testApp, deal, { purpose })
  const { code } = await deal.buyer('GET /deals/:id/code', { params: deal.params, query: { together: 'yes' } })
  return { ...deal, intentId, code }
}

const createHandedOverDeal = async (): Promise<Round> => {
  const round = await createHeldDeal()
  await handOverDeal(round)
  return round
}

const createDisputedDeal = async (): Promise<Round> => {
  const round = await createHandedOverDeal()
  await round.buyer('POST /deals/:id/problem', { params: round.params, body: { reason: 'papers' } })
  return round
}

/** Does what is due in deals some days from now. */
const waitDays = (days: number): Promise<void> =>
  handleDueDeals({ ...testApp.paymentsDeps, now: () => new Date(Date.now() + days * dayMs) })

/** Both were asked whether they met; two days later nobody has answered. */
const createAskedDeal = async (): Promise<Round> => {
  const round = await createHeldDeal()
  await waitDays(6)
  return round
}

/** The buyer has begun to pay the rest; the card was charged, and the shop does not know it yet. */
const createDealWithRest = async (): Promise<Round> => {
  const round = await createHeldDeal('deposit')
  const { buyer, order } = round
  const body = { price: order.price, bookingId: order.bookingId, purpose: 'rest' as const }
  const restIntentId = parseIntentId(await buyer('POST /create-payment-intent', { body }))
  await testApp.payIntent(restIntentId)
  return { ...round, intentId: restIntentId }
}

/** Records what the provider says about the payment, as the page, the webhook and the job do. */
const hear = ({ intentId }: Round) => settle(testApp.paymentsDeps, intentId)

/** A job hears of it later when so many ask the provider at once. */
const ignoreBusyProvider = (error: unknown): null => {
  if (error instanceof ApiError && error.code === 'cards_unavailable') return null
  throw error
}

const acts = {
  typeCode: ({ seller, params, code }) => seller('POST /deals/:id/handover', { params, body: { code } }),
  typeWrongCode: ({ seller, params, code }) =>
    seller('POST /deals/:id/handover', { params, body: { code: code === '123456' ? '654321' : '123456' } }),
  buyerCancels: ({ buyer, params }) => buyer('POST /deals/:id/cancel', { params, body: {} }),
  sellerCancels: ({ seller, params }) => seller('POST /deals/:id/cancel', { params, body: {} }),
  reportProblem: ({ buyer, params }) => buyer('POST /deals/:id/problem', { params, body: { reason: 'papers' } }),
  takeBackProblem: ({ buyer, params }) => buyer('PUT /deals/:id/problem', { params, body: { withdraw: true } }),
  sayFine: ({ buyer, params }) => buyer('PUT /deals/:id/outcome', { params, body: { outcome: 'everything_fine' } }),
  decideForBuyer: ({ params, order }) => admin('PUT /disputes/:id', { params, body: { takaToBuyer: order.price } }),
  decideForSeller: ({ params }) => admin('PUT /disputes/:id', { params, body: { takaToBuyer: 0 } }),
  decidePart: ({ params }) => admin('PUT /disputes/:id', { params, body: { takaToBuyer: 20_000 } }),
  hearFromProvider: (round) => hear(round).catch(ignoreBusyProvider),
  waitNineDays: () => waitDays(9),
} as const satisfies Record<string, Act>

/** Why an act was not possible: an error of the contract with a sentence. */
const toError = (error: unknown): string => {
  assert(error instanceof ApiResponseError, `a clear error, not ${String(error)}`)
  // Cancelling ends a payment at the provider first.
  if (error.code !== 'cards_unavailable') expect([400, 409, 429]).toContain(error.status)
  expect(error.message).toMatch(/\w+ \w+/)
  return error.code ?? ''
}

type Result = { name: string; isChanged: boolean; error: string | null }

const hasChanged = (response: unknown): boolean =>
  typeof response === 'object' && response !== null && 'modifiedCount' in response && response.modifiedCount !== 0

/** Starts 200 acts at once, in an order that the seed gives. */
const runAll = (round: Round, names: readonly (keyof typeof acts)[], random: ReturnType<typeof createRandom>) =>
  Promise.all(
    random
      .shuffle(Array.from({ length: actCount }, (_, index) => names[index % names.length] ?? names[0]))
      .map(async (name): Promise<Result> => {
        assert(name)
        try {
          return { name, isChanged: hasChanged(await acts[name](round)), error: null }
        } catch (error) {
          return { name, isChanged: false, error: toError(error) }
        }
      }),
  )

/** The steps of the deal after the first ones, without those of refunds. */
const listSteps = async ({ id }: Round): Promise<string[]> => {
  const { rows } = await testApp.db.$client.query<{ kind: string }>(
    `select kind from deal_steps where deal_id = $1 and kind !~ '^refund_' order by id`,
    [id],
  )
  return rows.map(({ kind }) => kind)
}

type Race = {
  story: string
  create: () => Promise<Round>
  names: readonly (keyof typeof acts)[]
  /** What may have happened, as the steps in their order. */
  paths: readonly string[][]
}

const races: Race[] = [
  {
    story: 'the code, both cancellations and a silence that ends',
    create: createAskedDeal,
    names: ['typeCode', 'buyerCancels', 'sellerCancels', 'waitNineDays'],
    paths: [
      ['handed_over'],
      ['handed_over', 'released'],
      ['cancelled_by_buyer'],
      ['cancelled_by_seller'],
      ['no_meeting'],
    ],
  },
  {
    story: 'the code, wrong codes, a problem and a cancellation',
    create: createHeldDeal,
    names: ['typeCode', 'typeWrongCode', 'reportProblem', 'buyerCancels'],
    paths: [['handed_over'], ['handed_over', 'disputed'], ['disputed'], ['cancelled_by_buyer']],
  },
  {
    story: 'wrong codes alone',
    create: createHeldDeal,
    names: ['typeWrongCode'],
    paths: [[]],
  },
  {
    story: 'everything is fine, a problem and the end of the window',
    create: createHandedOverDeal,
    names: ['sayFine', 'reportProblem', 'waitNineDays'],
    paths: [['released'], ['disputed']],
  },
  {
    story: 'three decisions of the admin and a buyer who takes the problem back',
    create: createDisputedDeal,
    names: ['decideForBuyer', 'decideForSeller', 'decidePart', 'takeBackProblem'],
    paths: [['decided'], ['dispute_withdrawn']],
  },
  {
    story: 'the rest that was paid, the code and the cancellations',
    create: createDealWithRest,
    names: ['hearFromProvider', 'typeCode', 'buyerCancels', 'sellerCancels'],
    paths: [
      ['handed_over'],
      ['cancelled_by_buyer'],
      ['cancelled_by_seller'],
      ['rest_paid', 'handed_over'],
      ['rest_paid', 'cancelled_by_buyer'],
      ['rest_paid', 'cancelled_by_seller'],
    ],
  },
  {
    story: 'a refund in the dashboard of the provider, the code and a cancellation',
    create: async () => {
      const round = await createHeldDeal()
      await refundAtProvider(testApp, round.intentId)
      return round
    },
    names: ['hearFromProvider', 'typeCode', 'buyerCancels'],
    paths: [['charged_back'], ['handed_over'], ['cancelled_by_buyer']],
  },
]

const storiesOfEveryRun = /^the rest that was paid|^wrong codes alone/

for (const { rows, options } of divideByLength(races, ({ story }) => storiesOfEveryRun.test(story)))
  test.each(rows)(
    '$story: 200 at once have one outcome, and the books are right',
    options,
    async ({ create, names, paths, story }) => {
      const round = await create()
      const before = await listSteps(round)
      const results = await runAll(round, names, createRandom(seed).fork(story))
      await vi.waitFor(() => hear(round), { timeout: 60_000, interval: 500 })
      const path = (await listSteps(round)).slice(before.length)
      expect(
        paths,
        `${path.join(', ')} after ${JSON.stringify(results.filter(({ isChanged }) => isChanged))}`,
      ).toContainEqual(path)
      // Each act that was told that it changed something is a step, and the others of members were refused or changed nothing.
      const ofMembers = path.filter((kind) => !['no_meeting', 'rest_paid', 'charged_back'].includes(kind))
      const changed = results.filter(({ isChanged }) => isChanged).length
      expect(changed).toBeLessThanOrEqual(ofMembers.length)
      expect(changed).toBeGreaterThanOrEqual(ofMembers.filter((kind) => kind !== 'released').length)
      // Five wrong codes are checked; the others find the code locked.
      const wrongTries = results.filter(({ error }) => error === 'wrong_handover_code').length
      expect(wrongTries).toBeLessThanOrEqual(5)
      if (path.length === 0) expect(wrongTries).toBe(5)
      // Money that goes back is sent once, whoever sends it.
      await Promise.all([testApp.sweep(), testApp.sweep(), testApp.sweep()])
      const { violations } = await findAllViolations(testApp)
      expect(violations.map(({ invariant, rows }) => [invariant.id, rows])).toEqual([])
    },
  )
