// The N-th call of every money flow fails, for N = 1, 2, 3, … until the flow makes fewer calls: nothing is lost, nothing is
// done twice, and afterwards people finish what they began. `npm test` skips most N of the database, which a seed chooses.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { sweep } from '#market/payments/jobs.ts'
import { settle } from '#market/payments/settle.ts'
import { payments } from '#market/schema/money/payments.ts'
import { createDiskPictureStore } from '#market/pictures/store.ts'
import {
  startPayment,
  book,
  createPaymentBody,
  getCollectedTaka,
  type Order,
  catchError,
} from '#tests/support/buying.ts'
import { findAllViolations } from '#tests/support/money.ts'
import { queryAsOwner } from '#tests/support/owner-connection.ts'
import { chooseByRun } from '#tests/support/run-length.ts'
import { registerMember, createListing, createProductBody, type MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { type CallKind, createFaultInjector, type Side } from './fault-injection.ts'
import { createRandom } from './random.ts'

const faultInjector = createFaultInjector()
let folder: string
let testApp: TestApp
let rahim: MemberClient
let karim: MemberClient
let sadia: MemberClient

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'motohaat-nth-'))
  const pictureStore = faultInjector.wrapStore(createDiskPictureStore(folder))
  testApp = await createTestApp({
    manualClose: true,
    wrapPaymentProvider: faultInjector.wrapPaymentProvider,
    pictureStore,
  })
  faultInjector.injectIntoPool(testApp.db.$client)
  ;[rahim, karim, sadia] = [
    await registerMember(testApp, 'Seller'),
    await testApp.signInAs('karim'),
    await testApp.signInAs('sadia'),
  ]
})
afterAll(async () => {
  await testApp.close()
  await rm(folder, { recursive: true, force: true })
})

type Case = { order: Order; intent: string }

/** A bike that Karim has ordered. */
const createOrder = async (): Promise<Case> => ({
  order: await book(karim, await createListing(testApp, rahim)),
  intent: '',
})

/** One for which Karim has begun to pay. */
const createStartedPayment = async (): Promise<Case> => {
  const { order } = await createOrder()
  return { order, intent: await startPayment(karim, order) }
}

/** One whose price lies at the provider already. */
const createChargedPayment = async (): Promise<Case> => {
  const one = await createStartedPayment()
  await testApp.payIntent(one.intent)
  return one
}

/** A purchase as the page does it; stops at the first error. */
const buy = async (buyer: MemberClient, order: Order): Promise<void> => {
  const intent = await startPayment(buyer, order)
  await testApp.payIntent(intent)
  const body = createPaymentBody(buyer, order, intent)
  await buyer('POST /payments', { body })
  await buyer('POST /payments/product', { body })
}

/** Later, when a page that is still open would have settled by itself and a hold without an intent is nobody’s. */
const createLaterDeps = (minutes: number) => ({
  ...testApp.paymentsDeps,
  now: () => new Date(Date.now() + minutes * 60_000),
})

type BikeStatus = { reserved: boolean; withdrawn: boolean; states: string[]; charges: number }

/** How each of these bikes stands; a charge that the shop does not know of at all is found by `findBroken`. */
const readBikeStatuses = async (cases: readonly Case[]): Promise<BikeStatus[]> => {
  const collected = await getCollectedTaka(testApp)
  const { rows } = await testApp.db.$client.query<{
    id: string
    reserved: boolean
    withdrawn: boolean
    states: string[]
    intents: string[]
  }>(
    `select bikes.id, reserved_at is not null and sold_at is null as reserved, withdrawn_at is not null as withdrawn,
       array_agg(state order by state) as states, array_agg(intent_id) as intents
     from bikes join payments on bike_id = bikes.id where bikes.id = any($1) group by bikes.id`,
    [cases.map(({ order }) => order.bike.id)],
  )
  return rows.map(({ reserved, withdrawn, states, intents }) => ({
    reserved,
    withdrawn,
    states: states.filter((state) => state !== 'canceled'),
    charges: intents.filter((intent) => collected.has(intent)).length,
  }))
}

const reservedOnce: BikeStatus = { reserved: true, withdrawn: false, states: ['succeeded'], charges: 1 }
const withdrawnUnpaid: BikeStatus = { reserved: false, withdrawn: true, states: [], charges: 0 }

/** What does not hold in the books. */
const listViolations = async () => {
  const { violations } = await findAllViolations(testApp)
  return violations.map(({ invariant, rows }) => [invariant.id, rows])
}

/** Once over everything that is unfinished; one round of the sweeper looks after a hundred. */
const sweepAll = async (minutes: number): Promise<void> => {
  for (let round = 0; round < 3; round += 1) await sweep(createLaterDeps(minutes))
}

// No flow needs as many; one that never ended would be a loop without end.
const maxCalls = 200

type FlowTest<One> = {
  /** What stands before the flow begins. */
  create: () => Promise<One>
  /** The flow in which one call fails. */
  flow: (one: One) => Promise<unknown>
  /** What people do when they have seen the error. */
  retry?: (one: One) => Promise<unknown>
}

// Every how many-th call fails: a flow makes dozens of calls to the database and a handful of the other kinds.
const strides: Record<CallKind, number> = { database: chooseByRun(8, 1), provider: 1, file: 1 }
const random = createRandom('nth call')

/** Plays the flow with one failing call after another until the flow ends without a failure; returns all cases. */
const failEachCall = async <One>(kind: CallKind, { create, flow, retry }: FlowTest<One>): Promise<One[]> => {
  const cases: One[] = []
  const stride = strides[kind]
  for (const side of ['before', 'after'] as const satisfies Side[]) {
    for (let nth = random.between(1, stride); ; nth += stride) {
      assert(nth < maxCalls, 'the flow never ends')
      const one = await create()
      faultInjector.arm(kind, nth, side)
      await flow(one).catch(() => {})
      const wasHit = faultInjector.disarm()
      await retry?.(one)
      cases.push(one)
      if (!wasHit) break
    }
  }
  expect(cases.length, `needs ${kind} calls that failed`).toBeGreaterThan(2)
  return cases
}

for (const kind of ['database', 'provider'] as const)
  describe(`each call to the ${kind} fails once`, kind === 'provider' ? {} : { tags: 'long' }, () => {
    test('while a bike is bought: the buyer ends it afterwards, and is charged once', async () => {
      // After an error the buyer tries again; a second payment is refused.
      const buyOrder = ({ order }: Case) => buy(karim, order)
      const cases = await failEachCall(kind, {
        create: createOrder,
        flow: buyOrder,
        retry: (one) => catchError(buyOrder(one)),
      })
      await sweepAll(2)
      expect(await readBikeStatuses(cases)).toEqual(cases.map(() => reservedOnce))
      expect(await listViolations()).toEqual([])
    })

    test('while a payment is settled by the webhook or the sweeper: it is settled later', async () => {
      const cases = await failEachCall(kind, {
        create: createChargedPayment,
        flow: ({ intent }) => settle(testApp.paymentsDeps, intent),
      })
      await sweepAll(1)
      expect(await readBikeStatuses(cases)).toEqual(cases.map(() => reservedOnce))
      expect(await listViolations()).toEqual([])
    })

    test('while money is sent back that cannot buy the bike: it is sent back once', async () => {
      const create = async (): Promise<Case> => {
        // The hold ended here and not at the provider, as when its answer was lost: the buyer could still pay.
        const one = await createStartedPayment()
        await testApp.db.update(payments).set({ state: 'canceled' }).where(eq(payments.intentId, one.intent))
        await rahim('DELETE /allbikes/:id', { params: { id: one.order.bike.id } })
        await testApp.payIntent(one.intent)
        return one
      }
      const cases = await failEachCall(kind, { create, flow: ({ intent }) => settle(testApp.paymentsDeps, intent) })
      await sweepAll(1)
      expect(await readBikeStatuses(cases)).toEqual(cases.map(() => ({ ...withdrawnUnpaid, states: ['refunded'] })))
      expect(await listViolations()).toEqual([])
    })

    test('while a hold that ran out goes to the next buyer: one of the two has the bike', async () => {
      const create = async () => {
        const { order, intent } = await createStartedPayment()
        const later = `update payments set created_at = created_at - interval '16 minutes', held_since = held_since - interval '16 minutes' where bike_id = $1`
        await queryAsOwner(testApp, later, [order.bike.id])
        return { order, intent, hers: await book(sadia, order.bike) }
      }
      const buyHeldBike = ({ hers }: { hers: Order }) => buy(sadia, hers)
      const retry = (one: { hers: Order }) => catchError(buyHeldBike(one))
      const cases = await failEachCall(kind, { create, flow: buyHeldBike, retry })
      await sweepAll(1)
      expect(await readBikeStatuses(cases)).toEqual(cases.map(() => reservedOnce))
      expect(await listViolations()).toEqual([])
    })
  })

test('each call to the database fails once while a bike is deleted that somebody has begun to pay for', async () => {
  const remove = ({ order }: Case) => rahim('DELETE /allbikes/:id', { params: { id: order.bike.id } })
  const cases = await failEachCall('database', {
    create: createStartedPayment,
    flow: remove,
    retry: (one) => catchError(remove(one)),
  })
  await sweepAll(1)
  expect(await readBikeStatuses(cases)).toEqual(cases.map(() => withdrawnUnpaid))
  expect(await listViolations()).toEqual([])
})

for (const kind of ['database', 'file'] as const)
  describe(`each call to the ${kind} fails once`, kind === 'file' ? {} : { tags: 'long' }, () => {
    test('while a picture is uploaded and a bike offered with it', async () => {
      let colour = 0
      const create = async () => {
        colour += 1
        const background = { r: colour % 256, g: Math.floor(colour / 256), b: kind.length }
        return sharp({ create: { width: 64, height: 64, channels: 3, background } })
          .jpeg()
          .toBuffer()
      }
      const uploadAndList = async (bytes: Buffer): Promise<string> => {
        const form = new FormData()
        form.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'bike.jpg')
        const { data } = await rahim('POST /images', { form })
        await rahim('POST /allbikes', { body: createProductBody(data.url) })
        return data.url
      }
      const retry = async (bytes: Buffer) => {
        const path = new URL(await uploadAndList(bytes), testApp.publicUrl).pathname
        expect((await testApp.fastify.inject(path)).statusCode).toBe(200)
      }
      await failEachCall(kind, { create, flow: uploadAndList, retry })
      expect(await listViolations()).toEqual([])
    })
  })
