import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallRequest } from '#contract/call.ts'
import { divisions } from '#contract/districts.ts'
import type { SearchResponseBody, searchCalls } from '#contract/search.ts'
import { insertBikesOfEveryModel } from '#tests/support/search/fixtures.ts'
import { catchError } from '#tests/support/buying.ts'
import { createProductBody, insertUploadedPicture, registerMember, type MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let seller: MemberClient

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  seller = await registerMember(testApp, 'Seller')
  await insertBikesOfEveryModel(testApp, seller)
})
afterAll(() => testApp.close())

type Query = NonNullable<CallRequest<(typeof searchCalls)['GET /bikes']>['query']>
type Found = SearchResponseBody['bikes'][number]
const find = (query: Query): Promise<SearchResponseBody> =>
  testApp.visitor('GET /bikes', { query: { limit: '100', ...query } })
const listChips = ({ understood }: SearchResponseBody) =>
  understood.map(({ kind, meant, isExcluded }) => `${isExcluded ? 'not ' : ''}${kind} ${meant}`)
const isOfKind = (kind: string) => (bike: Found) => kinds.get(bike.model ?? '') === kind
const kinds = new Map<string, string>()
beforeAll(async () => {
  const { rows } = await testApp.db.$client.query<{ name: string; kind: string }>('select name, kind from models')
  for (const { name, kind } of rows) kinds.set(name, kind)
})

const isBajaj = ({ brand }: Found) => brand === 'Bajaj'
const isHornet = ({ model }: Found) => /hornet/i.test(model ?? '')
const isInDhaka = ({ district }: Found) => district === 'dhaka'

describe('what a search excludes', () => {
  test.each([
    ['not bajaj 150cc', isBajaj],
    ['150cc without bajaj', isBajaj],
    ['bajaj chara 150cc', isBajaj],
    ['বাজাজ ছাড়া ১৫০ সিসি', isBajaj],
    ['bajaj lagbe na', isBajaj],
    ['any bike but bajaj', isBajaj],
    ['honda not hornet', isHornet],
    ['honda na hornet', isHornet],
    ['হর্নেট বাদে হোন্ডা', isHornet],
    ['yamaha not in dhaka', isInDhaka],
    ['ঢাকার বাইরে ইয়ামাহা', isInDhaka],
    ['yamaha dhaka bade', isInDhaka],
    ['not scooter', isOfKind('scooter')],
    ['স্কুটার নয়', isOfKind('scooter')],
    ['tvs good condition na', ({ condition }: Found) => condition === 'Good'],
    ['honda not mirpur', ({ location }: Found) => /mirpur|মিরপুর/i.test(location)],
    ['bajaj not 150cc', ({ engineCc }: Found) => Math.abs((engineCc ?? 0) - 150) <= 7],
  ])('is in none of the bikes of "%s"', async (q, isUnwanted) => {
    const { bikes, widened, unused } = await find({ q })
    expect([widened, unused]).toEqual([[], []])
    expect(bikes.length).toBeGreaterThan(0)
    expect(bikes.filter(isUnwanted)).toEqual([])
  })

  test.each([
    ['not bajaj or tvs dhaka', ['not brand Bajaj', 'not brand TVS', 'district Dhaka']],
    ['not bajaj tvs 150cc', ['not brand Bajaj', 'not brand TVS', 'cc about 150 cc']],
    ['not bajaj and yamaha', ['not brand Bajaj', 'brand Yamaha']],
    ['not bajaj scooter', ['not brand Bajaj', 'kind scooter']],
    ['not honda hornet', ['not model Hornet']],
    ['bajaj ar tvs chara scooter', ['not brand Bajaj', 'not brand TVS', 'kind scooter']],
    ['suzuki dhaka chara', ['brand Suzuki', 'not district Dhaka']],
    ['not in dhaka or sylhet yamaha', ['not district Dhaka', 'not district Sylhet', 'brand Yamaha']],
    ['yamaha not red, dhaka', ['brand Yamaha', 'not colour red', 'district Dhaka']],
    ['neither bajaj nor tvs', ['not brand Bajaj', 'not brand TVS']],
    ['bajaj not', ['not brand Bajaj']],
    ['gixxer ache ki na', ['model Gixxer']],
    ['not for women honda', ['not audience women', 'brand Honda']],
    ['মেয়েদের জন্য না ইয়ামাহা', ['not audience women', 'brand Yamaha']],
    ['not bajaj for short riders', ['not brand Bajaj', 'audience short']],
    ['for learners but not scooter', ['audience learner', 'not kind scooter']],
    ['pulsar not 150', ['model Pulsar', 'not cc about 150 cc']],
  ])('ends at the next number, place, "and" or thing of another kind: "%s"', async (q, chips) => {
    expect(listChips(await find({ q }))).toEqual(chips)
  })

  test.each([
    ['not more than 90000 taka', null, 90_000],
    ['90000 takar beshi na', null, 90_000],
    ['not less than 2 lakh', 200_000, null],
    ['২ লাখের কম না', 200_000, null],
  ])('turns the bound of a price round: "%s"', async (q, from, to) => {
    expect((await find({ q })).understood).toMatchObject([{ kind: 'price', from, to, isExcluded: false }])
  })

  test('turns the bound of a year round', async () => {
    const { understood } = await find({ q: '2019 er age na' })
    expect(understood).toMatchObject([{ kind: 'year', from: 2019, to: null, isExcluded: false }])
  })

  test('can be taken out of the words one by one', async () => {
    const q = 'not bajaj or tvs'
    const { understood } = await find({ q })
    const rests = understood.map(({ start, end }) => q.slice(0, start) + q.slice(end))
    expect(rests).toEqual(['not tvs', 'not bajaj'])
    const [alone] = (await find({ q: 'yamaha not fzs 2 lakh' })).understood.slice(1)
    expect(alone).toMatchObject({ typed: 'fzs', start: 7, end: 14, isExcluded: true })
  })

  test('is never given up for other bikes', async () => {
    const { bikes, widened } = await find({ q: 'hornet not honda bogura' })
    expect(widened.map(({ part }) => part)).toContain('model')
    expect(bikes.length).toBeGreaterThan(0)
    expect(bikes.filter(({ brand }) => brand === 'Honda')).toEqual([])
  })

  test('is left out of every count of the facets', async () => {
    const { facets, total } = await find({ q: 'not bajaj', notDistrict: 'dhaka' })
    expect(facets.brands.map(({ slug }) => slug)).not.toContain('bajaj')
    expect(facets.districts.map(({ slug }) => slug)).not.toContain('dhaka')
    expect(facets.brands.reduce((sum, { count }) => sum + count, 0)).toBe(total)
  })
})

describe('what the URL excludes', () => {
  const khulna = divisions.find(({ slug }) => slug === 'khulna')?.districts.map(({ slug }): string => slug) ?? []

  test.each([
    [{ notBrand: 'bajaj,tvs' }, ({ brand }: Found) => brand === 'Bajaj' || brand === 'TVS'],
    [{ brand: 'yamaha', notModel: 'yamaha-r15-v3' }, ({ model }: Found) => model === 'R15 V3'],
    [{ notKind: 'scooter' }, isOfKind('scooter')],
    [{ notCondition: 'Good,Fair' }, ({ condition }: Found) => condition !== 'Excellent'],
    [{ notDistrict: 'dhaka' }, isInDhaka],
    [{ notDivision: 'khulna' }, ({ district }: Found) => khulna.includes(district ?? '')],
    [{ notArea: 'mirpur' }, ({ location }: Found) => /mirpur|মিরপুর/i.test(location)],
  ])('%j is in no bike of the list', async (query: Query, isUnwanted) => {
    const { bikes } = await find(query)
    expect(bikes.length).toBeGreaterThan(0)
    expect(bikes.filter(isUnwanted)).toEqual([])
  })

  test('has its names in both languages', async () => {
    const { excluded } = await find({ notBrand: 'bajaj', notDistrict: 'dhaka' })
    expect(excluded).toEqual([
      { param: 'notBrand', slug: 'bajaj', name: 'Bajaj', nameBn: 'বাজাজ' },
      { param: 'notDistrict', slug: 'dhaka', name: 'Dhaka', nameBn: 'ঢাকা' },
    ])
  })

  test.each([{ notBrand: 'Bajaj!' }, { notKind: 'boat' }, { notDistrict: 'paris' }, { notBrand: 'a,'.repeat(30) }])(
    '%j is refused',
    async (query: Query) => {
      expect(await catchError(find(query))).toMatchObject({ status: 400 })
    },
  )
})

describe('the past of a bike', () => {
  const list = async (description: string) => {
    const body = { ...createProductBody(await insertUploadedPicture(testApp, seller)), description }
    return (await seller('POST /allbikes', { body })).insertedId
  }
  const findIds = async (q: string) => {
    const found = await find({ q, district: 'dhaka', model: 'suzuki-gixxer-155' })
    return { ids: found.bikes.map(({ _id }) => _id), chips: listChips(found) }
  }

  test('is excluded where the seller tells of it, and not where the seller denies it', async () => {
    const told = [
      await list('One small accident, repaired.'),
      await list('একবার এক্সিডেন্ট করেছে।'),
      // Another clause, and another mention.
      await list('No loan. Accident repaired.'),
      await list('No accident this year. An accident before that was repaired.'),
    ]
    const denied = [
      await list('No accident, one owner.'),
      await list('Never had an accident.'),
      await list('Kono accident nai.'),
      await list('কোনো দুর্ঘটনা হয়নি।'),
      await list('Accident free bike.'),
    ]
    const queries = [
      'no accident',
      'accident free',
      'accident chara',
      'দুর্ঘটনা নেই',
      'accident hoy nai emon',
      'accident hoyni',
    ]
    for (const q of [...queries, 'accident e pore nai', 'দুর্ঘটনা হয় নাই এমন']) {
      const { ids, chips } = await findIds(q)
      expect(chips).toEqual(['not past accident'])
      expect([...told, ...denied].filter((id) => ids.includes(id))).toEqual(denied)
    }
  })

  test('may be any word: a text that denies it is not excluded, and several words are one thing', async () => {
    const told = [await list('There is an oil leak at the gasket.'), await list('One small leak, oil drops a little.')]
    const denied = [
      await list('No oil leak, fresh engine oil.'),
      await list('Oil leak nai, engine oil changed.'),
      await list('Oil changed last month.'),
    ]
    for (const q of ['no oil leak', 'oil leak nai emon', 'without oil leak']) {
      const { ids, chips } = await findIds(q)
      expect(chips).toEqual(['not word leak'])
      expect([...told, ...denied].filter((id) => ids.includes(id))).toEqual(denied)
    }
    const inCourt = await list('Ekta mamla ache.')
    const clear = await list('Kono mamla nai.')
    const { ids } = await findIds('mamla nai')
    expect([inCourt, clear].filter((id) => ids.includes(id))).toEqual([clear])
  })
})
