import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallRequest } from '#contract/call.ts'
import { districts } from '#contract/districts.ts'
import type { SearchResponseBody, searchCalls } from '#contract/search.ts'
import { insertBikesOfEveryModel } from '#tests/support/search/fixtures.ts'
import { registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { getDistancesKm } from './places.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  await insertBikesOfEveryModel(testApp, await registerMember(testApp, 'Seller'))
})
afterAll(() => testApp.close())

type Query = NonNullable<CallRequest<(typeof searchCalls)['GET /bikes']>['query']>
const find = (query: Query): Promise<SearchResponseBody> =>
  testApp.visitor('GET /bikes', { query: { limit: '100', ...query } })
const all = async (query: Query): Promise<SearchResponseBody['bikes']> => {
  const bikes: SearchResponseBody['bikes'] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await find({ ...query, ...(cursor && { cursor }) })
    bikes.push(...page.bikes)
    cursor = page.next
  }
  return bikes
}
const ids = (bikes: { _id: string }[]) => bikes.map(({ _id }) => _id)

test('a model in a place comes first there, then the same model elsewhere, the nearest first', async () => {
  const { bikes, widened, hasElsewhere, total } = await find({ q: 'pulsar 150 dhaka' })
  expect([widened, hasElsewhere]).toEqual([[], true])
  expect(new Set(bikes.map(({ model }) => model))).toEqual(new Set(['Pulsar 150', 'Pulsar 150 Twin Disc']))
  const distances = getDistancesKm([districts.indexOf('dhaka') + 1])
  const kilometres = bikes.map(({ district }) => distances[districts.indexOf(district ?? 'dhaka') + 1] ?? 0)
  expect(kilometres).toEqual(kilometres.toSorted((a, b) => a - b))
  expect(total).toBe(kilometres.filter((km) => km === 0).length)
  expect(total).toBeLessThan(bikes.length)
  const walked = await all({ q: 'pulsar 150 dhaka', limit: '24' })
  expect(ids(walked)).toEqual(ids(bikes))
  const inArea = await find({ q: 'pulsar 150 mirpur' })
  expect(inArea.hasElsewhere).toBe(true)
  const there = await find({ q: 'pulsar 150', area: 'mirpur' })
  expect(ids(inArea.bikes.slice(0, inArea.total)).toSorted()).toEqual(ids(there.bikes).toSorted())
})

test('a chosen place is a limit: no bike of another place follows', async () => {
  const { bikes, hasElsewhere } = await find({ q: 'pulsar 150', district: 'dhaka' })
  expect(hasElsewhere).toBe(false)
  expect(new Set(bikes.map(({ district }) => district))).toEqual(new Set(['dhaka']))
})

test.each([
  ['urgent sale gixxer', ['urgent sale'], ['model']],
  ['জরুরি বিক্রি ইয়ামাহা', ['জরুরি বিক্রি'], ['brand']],
  ['bank loan bike sylhet', ['bank loan'], ['district']],
  ['home delivery gixxer', ['home delivery'], ['model']],
  ['কিস্তিতে পালসার', ['কিস্তিতে'], ['model']],
  ['tall rider bike', ['tall rider'], []],
  ['test ride yamaha', ['test ride'], ['brand']],
  ['good mileage yamaha', [], ['audience', 'brand']],
  ['mileage excellent yamaha', [], ['audience', 'brand']],
  ['best family bike', [], ['audience']],
  ['best deal yamaha', [], ['sort', 'brand']],
  ['pulsar 150 cc', [], ['model']],
  ['pulser 150 cc', [], ['model']],
  ['best bike yamaha', ['best'], ['brand']],
  ['yamaha not used for delivery', ['not used for delivery'], ['brand']],
  ['not good mileage yamaha', ['not good mileage'], ['brand']],
  ['engine valo tvs', ['engine valo'], ['brand']],
  ['not old yamaha', ['not old'], ['brand']],
  ['bike not new', ['not new'], []],
  ['cheapest newest yamaha', ['newest'], ['sort', 'brand']],
  ['good condition yamaha', [], ['condition', 'brand']],
  ['yamaha for sale in bangladesh', [], ['brand']],
  ['a b c d e f g h i j k l m n o p nice', ['nice'], null],
])('words of meaning that are not used are named, and no others: %s', async (q, unused, kinds) => {
  const found = await find({ q })
  expect(found.unused).toEqual(unused)
  if (kinds) expect(found.understood.map(({ kind }) => kind)).toEqual(kinds)
})

test.each([
  ['80 hajar takar bike', 70_000, 90_000],
  ['৮০ হাজার টাকার বাইক', 70_000, 90_000],
  ['2 lakher scooter', 175_000, 225_000],
  ['160000 taka bike', 140_000, 180_000],
  ['gixxer 1.6 lakh', 140_000, 180_000],
  ['apachi 4 lakh', 350_000, 450_000],
  ['১.৬ লাখ জিক্সার', 140_000, 180_000],
  ['80 hajar takar moddhe bike', null, 80_000],
  ['80 হাজার টাকার নিচে বাইক', null, 80_000],
  ['bike under 80 hajar taka', null, 80_000],
  ['gixxer within 1.6 lakh', null, 160_000],
  ['budget 80 hajar takar bike', null, 80_000],
  ['yamaha 2 lakh', null, 200_000],
])('a bike of an amount is about that price, unless a word bounds it: %s', async (q, from, to) => {
  const price = (await find({ q })).understood.find(({ kind }) => kind === 'price')
  expect(price).toMatchObject({ from, to })
})

test('an amount beside a chosen model is about that price too', async () => {
  const { understood, bikes } = await find({ q: '1.6 lakh', model: 'suzuki-gixxer-155' })
  expect(understood).toMatchObject([{ kind: 'price', from: 140_000, to: 180_000 }])
  expect(bikes.every(({ model }) => model === 'Gixxer 155')).toBe(true)
})
