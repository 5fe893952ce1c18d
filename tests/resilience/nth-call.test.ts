// The N-th call of every money flow fails, for N = 1, 2, 3, … until the flow needs no more calls: nothing is lost, nothing
// is done twice, and when all is well again the people end what they had begun.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { sweep } from '#market/payments/jobs.ts'
import { settle } from '#market/payments/settle.ts'
import { picturesOnDisk } from '#market/pictures/provider.ts'
import { begin, book, claim, keptMoney, type Order, refusalOf } from '#tests/support/buying.ts'
import { findBroken, gather } from '#scripts/invariants.ts'
import { newMember, offer, product, type Seller } from '#tests/support/selling.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { type Kind, openFailing, type Side } from './fault-injection.ts'

const failing = openFailing()
let folder: string
let shop: TestShop
let rahim: Seller
let karim: Seller
let sadia: Seller

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'motohaat-nth-'))
  const pictures = failing.store(picturesOnDisk(folder))
  shop = await openTestShop({ keep: true, cards: failing.cards, pictures })
  failing.pool(shop.db.$client)
  ;[rahim, karim, sadia] = [await newMember(shop, 'Seller'), await shop.as('karim'), await shop.as('sadia')]
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

type Case = { order: Order; intent: string }

/** A bike that Karim has ordered. */
const ordered = async (): Promise<Case> => ({ order: await book(karim, await offer(shop, rahim)), intent: '' })

/** One for which Karim has begun to pay. */
const begun = async (): Promise<Case> => {
  const { order } = await ordered()
  return { order, intent: await begin(karim, order) }
}

/** One whose price lies at the provider already. */
const charged = async (): Promise<Case> => {
  const one = await begun()
  await shop.payFor(one.intent)
  return one
}

/** The page of a buyer: it begins, confirms the card, and tells the shop; it stops where it was refused. */
const buy = async (buyer: Seller, order: Order): Promise<void> => {
  const intent = await begin(buyer, order)
  await shop.payFor(intent)
  const body = claim(buyer, order, intent)
  await buyer('POST /payments', { body })
  await buyer('POST /payments/product', { body })
}

/** Later, when a page that is still open would have settled by itself and a hold without an intent is nobody’s. */
const minutesLater = (minutes: number) => ({ ...shop.till, now: () => new Date(Date.now() + minutes * 60_000) })

type Standing = { sold: boolean; withdrawn: boolean; states: string[]; charges: number }

/** How each of these bikes stands; a charge that the shop does not know of at all is found by `findBroken`. */
const standingsOf = async (cases: readonly Case[]): Promise<Standing[]> => {
  const kept = await keptMoney(shop)
  const { rows } = await shop.db.$client.query<{
    id: string
    sold: boolean
    withdrawn: boolean
    states: string[]
    intents: string[]
  }>(
    `select bikes.id, sold_at is not null as sold, withdrawn_at is not null as withdrawn,
       array_agg(state order by state) as states, array_agg(intent_id) as intents
     from bikes join payments on bike_id = bikes.id where bikes.id = any($1) group by bikes.id`,
    [cases.map(({ order }) => order.bike.id)],
  )
  return rows.map(({ sold, withdrawn, states, intents }) => ({
    sold,
    withdrawn,
    states: states.filter((state) => state !== 'canceled'),
    charges: intents.filter((intent) => kept.has(intent)).length,
  }))
}

const soldOnce: Standing = { sold: true, withdrawn: false, states: ['succeeded'], charges: 1 }
const goneWithoutMoney: Standing = { sold: false, withdrawn: true, states: [], charges: 0 }

/** What does not hold in the books. */
const brokenNow = async () => {
  const { broken } = await findBroken(shop.db.$client, await gather(shop.cards.all()))
  return broken.map(({ invariant, rows }) => [invariant.id, rows])
}

/** Once over everything that is unfinished; one round of the sweeper looks after a hundred. */
const sweepAll = async (minutes: number): Promise<void> => {
  for (let round = 0; round < 3; round += 1) await sweep(minutesLater(minutes))
}

// No flow needs as many; one that never ended would be a loop without end.
const callsMost = 200

type Play<One> = {
  /** What stands before the flow begins. */
  make: () => Promise<One>
  /** The flow in which one call fails. */
  flow: (one: One) => Promise<unknown>
  /** What people do when they have seen the error. */
  again?: (one: One) => Promise<unknown>
}

/** Plays the flow again and again, each time with the next call failing, until none fails any more; gives all cases. */
const failEach = async <One>(kind: Kind, { make, flow, again }: Play<One>): Promise<One[]> => {
  const played: One[] = []
  for (const side of ['before', 'after'] as const satisfies Side[]) {
    for (let nth = 1; ; nth += 1) {
      assert(nth < callsMost, 'the flow never ends')
      const one = await make()
      failing.arm(kind, nth, side)
      await flow(one).catch(() => {})
      const came = failing.disarm()
      await again?.(one)
      played.push(one)
      if (!came) break
    }
  }
  expect(played.length, `needs ${kind} calls that failed`).toBeGreaterThan(2)
  return played
}

describe.each(['database', 'provider'] as const)('each call to the %s fails once', (kind) => {
  test('while a bike is bought: the buyer ends it afterwards, and is charged once', { timeout: 120_000 }, async () => {
    // Whoever sees an error tries again; who has paid already is told so.
    const tryIt = ({ order }: Case) => buy(karim, order)
    const cases = await failEach(kind, { make: ordered, flow: tryIt, again: (one) => refusalOf(tryIt(one)) })
    await sweepAll(2)
    expect(await standingsOf(cases)).toEqual(cases.map(() => soldOnce))
    expect(await brokenNow()).toEqual([])
  })

  test(
    'while a payment is settled by the webhook or the sweeper: it is settled later',
    { timeout: 120_000 },
    async () => {
      const cases = await failEach(kind, { make: charged, flow: ({ intent }) => settle(shop.till, intent) })
      await sweepAll(1)
      expect(await standingsOf(cases)).toEqual(cases.map(() => soldOnce))
      expect(await brokenNow()).toEqual([])
    },
  )

  test('while money is sent back that cannot buy the bike: it is sent back once', { timeout: 120_000 }, async () => {
    const make = async (): Promise<Case> => {
      const one = await charged()
      await rahim('DELETE /allbikes/:id', { params: { id: one.order.bike.id } })
      return one
    }
    const cases = await failEach(kind, { make, flow: ({ intent }) => settle(shop.till, intent) })
    await sweepAll(1)
    expect(await standingsOf(cases)).toEqual(cases.map(() => ({ ...goneWithoutMoney, states: ['refunded'] })))
    expect(await brokenNow()).toEqual([])
  })

  test(
    'while a hold that ran out goes to the next buyer: one of the two has the bike',
    { timeout: 120_000 },
    async () => {
      const make = async () => {
        const { order, intent } = await begun()
        const later = `update payments set created_at = created_at - interval '16 minutes' where bike_id = $1`
        await shop.db.$client.query(later, [order.bike.id])
        return { order, intent, hers: await book(sadia, order.bike) }
      }
      const takeOver = ({ hers }: { hers: Order }) => buy(sadia, hers)
      const again = (one: { hers: Order }) => refusalOf(takeOver(one))
      const cases = await failEach(kind, { make, flow: takeOver, again })
      await sweepAll(1)
      expect(await standingsOf(cases)).toEqual(cases.map(() => soldOnce))
      expect(await brokenNow()).toEqual([])
    },
  )
})

test('each call to the database fails once while a bike is deleted that somebody has begun to pay for', async () => {
  const remove = ({ order }: Case) => rahim('DELETE /allbikes/:id', { params: { id: order.bike.id } })
  const cases = await failEach('database', { make: begun, flow: remove, again: (one) => refusalOf(remove(one)) })
  await sweepAll(1)
  expect(await standingsOf(cases)).toEqual(cases.map(() => goneWithoutMoney))
  expect(await brokenNow()).toEqual([])
}, 120_000)

describe.each(['database', 'file'] as const)('each call to the %s fails once', (kind) => {
  test('while a picture is uploaded and a bike offered with it', { timeout: 120_000 }, async () => {
    let colour = 0
    const make = async () => {
      colour += 1
      const background = { r: colour % 256, g: Math.floor(colour / 256), b: kind.length }
      return sharp({ create: { width: 64, height: 64, channels: 3, background } })
        .jpeg()
        .toBuffer()
    }
    const offerIt = async (bytes: Buffer): Promise<string> => {
      const form = new FormData()
      form.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'bike.jpg')
      const { data } = await rahim('POST /images', { form })
      await rahim('POST /allbikes', { body: product(data.url) })
      return data.url
    }
    const again = async (bytes: Buffer) => {
      const path = new URL(await offerIt(bytes), shop.publicUrl).pathname
      expect((await shop.app.inject(path)).statusCode).toBe(200)
    }
    await failEach(kind, { make, flow: offerIt, again })
    expect(await brokenNow()).toEqual([])
  })
})
