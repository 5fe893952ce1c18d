// kill -9 at every named moment of a payment, one after the other; then nobody lifts a finger, and within a minute all is
// as it should be.
import { setTimeout as pause } from 'node:timers/promises'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { cast } from '#seed/fixtures.ts'
import { findWrong } from './ledger-checks.ts'
import { begin, type CrashPoint, crashPoints, type Scene, tell } from './crash-points.ts'
import { diceFrom } from './random.ts'
import { ofCast, type User } from './users.ts'
import { openRig, type Rig } from './harness.ts'

const healMs = 60_000

let rig: Rig
let karim: User
let sadia: User

const enter = (email: string, role: User['role']): User =>
  ofCast({ name: email, role, at: 'main', url: rig.url, dice: diceFrom(email) }, email)

beforeAll(async () => {
  rig = await openRig({ steady: false })
  karim = enter(cast.karim.email, 'Buyer')
  sadia = enter(cast.sadia.email, 'Buyer')
}, 300_000)
afterAll(() => rig.close(), 60_000)

const book = async ({ call }: User, bike: { _id: string; salePrice: number }): Promise<string> => {
  const body = {
    contactNumber: '01712345678',
    meetingLocation: 'Farmgate',
    salePrice: bike.salePrice,
    producId: bike._id,
  }
  return (await call('POST /bookings', { body })).insertedId
}

/** Bikes that neither of the two has ordered yet, each ordered by both. */
const openScenes = async (count: number): Promise<Scene[]> => {
  const known = new Set<string>()
  for (const one of [karim, sadia])
    for (const { producId } of await one.call('GET /bookings', { query: { limit: '100' } })) known.add(producId)
  const onSale = await karim.call('GET /allbikes', { query: { limit: '100' } })
  const bikes = onSale.filter(({ _id }) => !known.has(_id)).slice(0, count)
  assert(bikes.length === count, `needs ${count} bikes that nobody of the two has ordered`)
  return Promise.all(
    bikes.map(async (bike) => ({
      rig,
      buyer: karim,
      rival: sadia,
      order: { bookingId: await book(karim, bike), bikeId: bike._id, price: bike.salePrice },
      rivals: { bookingId: await book(sadia, bike) },
    })),
  )
}

/** What one of them does who saw an error: tries again from the beginning, as far as the shop lets them. */
const tryAgain = async (user: User, order: Scene['order']): Promise<void> => {
  const intent = await begin(user, order).catch(() => null)
  if (intent === null) return
  await rig.provider.pay(intent)
  await tell(user, order, intent)
}

const standingOf = async ({ order }: Scene) => {
  const [row] = await rig.db.ask(
    `select sold_at is not null as sold, withdrawn_at is not null as withdrawn,
       (select count(*)::int from payments where bike_id = bikes.id and state = 'succeeded') as sales
     from bikes where id = $1`,
    [order.bikeId],
  )
  return row
}

const expectRight = () =>
  expect.poll(() => findWrong(rig).catch(String), { timeout: healMs, interval: 500 }).toEqual([])

test('kill -9 at every crash point of a payment loses no money and no bike, by itself within a minute', async () => {
  const scenes = await openScenes(crashPoints.length)
  const played: { point: CrashPoint; scene: Scene }[] = []
  for (const [at, point] of crashPoints.entries()) {
    const scene = scenes[at]
    assert(scene, 'needs a bike for each crash point')
    const intentsBefore = (await rig.provider.dump()).length
    await point.strike(scene)
    if (point.name === 'before_intent') expect((await rig.provider.dump()).length).toBe(intentsBefore)
    await rig.provider.heal()
    await rig.shop.untilOpen()
    played.push({ point, scene })
  }
  expect(rig.shop.ends()).toBe(crashPoints.length)
  await expectRight()

  for (const { point, scene } of played) {
    await tryAgain(karim, scene.order)
    await tryAgain(sadia, { ...scene.order, ...scene.rivals })
    const wanted = point.ends === 'sold' ? { sold: true, sales: 1 } : { withdrawn: true, sales: 0 }
    expect(await standingOf(scene), point.name).toMatchObject(wanted)
  }
  await expectRight()
}, 300_000)

test('a shop that is asked to end in the middle of settling ends what it has begun, and leaves no file of an upload', async () => {
  const [scene] = await openScenes(1)
  assert(scene, 'needs a bike')
  const intent = await begin(karim, scene.order)
  await rig.provider.spoil({ operation: 'webhook', fault: 'hold', times: 1_000 })
  await rig.provider.pay(intent)
  await rig.provider.forgetAsked()
  await rig.provider.spoil({ operation: 'retrieve', fault: 'delay', delayMs: 700 })
  const telling = tell(karim, scene.order, intent)
  while ((await rig.provider.asked('retrieve')) === 0) await pause(10)
  const ending = rig.shop.endInOrder()
  expect(await telling).toMatchObject({ acknowledged: true })
  expect((await ending).code).toBe(0)
  expect(await readdir(join(rig.dataDir, 'incoming')).catch(() => [])).toEqual([])
  await rig.heal()
  expect(await standingOf(scene)).toMatchObject({ sold: true, sales: 1 })
  await expectRight()
}, 300_000)
