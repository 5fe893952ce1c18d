// Models of the market that nobody offers, and who a bike is for.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SearchResponseBody } from '#contract/search.ts'
import { modelKinds } from '#contract/catalogue.ts'
import { book, completeSale, createPaymentBody, startPayment } from '#tests/support/buying.ts'
import { findHondaModel, insertBike } from '#tests/support/price-estimate-fixtures.ts'
import { insertMarketBikes } from '#tests/support/search/market-bikes.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createDictionaryProvider } from './dictionary-cache.ts'
import { parseSearch } from './query-parser.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  await insertMarketBikes(testApp)
})
afterAll(() => testApp.close())

const find = (q: string): Promise<SearchResponseBody> => testApp.visitor('GET /bikes', { query: { q, limit: '100' } })
const understand = async (q: string): Promise<string[]> =>
  (await find(q)).understood.map(({ kind, meant }) => `${kind} ${meant}`)

type ModelRow = {
  brand: string
  name: string
  nameBn: string | null
  kind: string
  cc: number
  seat: number | null
  mileage: number | null
}
const loadModels = async (): Promise<ModelRow[]> => {
  const { rows } = await testApp.db.$client.query<ModelRow>(
    `select brands.name as brand, models.name, models.name_bn as "nameBn", kind, engine_cc as cc, seat_height_mm as seat,
       mileage_km_per_litre as mileage
     from models join brands on brands.id = brand_id`,
  )
  return rows
}

describe('the catalogue', () => {
  test('knows 250 models of 24 brands by name, each in Bangla too, and every fact has its source', async () => {
    const models = await loadModels()
    expect(models.length).toBeGreaterThanOrEqual(250)
    expect(new Set(models.map(({ brand }) => brand)).size).toBeGreaterThanOrEqual(24)
    expect(models.filter(({ nameBn }) => nameBn === null)).toEqual([])
    expect(new Set(models.map(({ kind }) => kind))).toEqual(new Set(modelKinds))
    const { rows } = await testApp.db.$client.query(
      `select name from models where (seat_height_mm is null) <> (seat_height_source is null)
         or (mileage_km_per_litre is null) <> (mileage_source is null)`,
    )
    expect(rows).toEqual([])
  })

  test('every model is found by its brand and name, in both scripts', async () => {
    const dictionary = await createDictionaryProvider(testApp.db, () => new Date())()
    const missed = (await loadModels()).flatMap(({ brand, name, nameBn }) =>
      [`${brand} ${name}`, nameBn ?? ''].filter((q) => {
        const [model] = parseSearch({ q }, dictionary).filter.filter(({ key }) => key === 'model')
        const found = model?.key === 'model' ? model.makeIds.map((id) => dictionary.makes.get(id)) : []
        return !found.some((make) => make?.brand.name === brand && make.model?.name === name)
      }),
    )
    expect(missed).toEqual([])
  })
})

describe('a model that nobody offers', () => {
  test.each([
    ['xpulse', 'Hero', 'Xpulse', 'adventure'],
    ['এক্সপালস', 'Hero', 'Xpulse', 'adventure'],
    ['xpulce 200', 'Hero', 'Xpulse 200', 'adventure'],
    ['karizma', 'Hero', 'Karizma', 'sport'],
    ['dominer 400', 'Bajaj', 'Dominar 400', 'sport'],
    ['dominor 400', 'Bajaj', 'Dominar 400', 'sport'],
    ['300 sr', 'CFMoto', '300SR', 'sport'],
  ])('%s: none is on sale, it says so, and shows the nearest kind', async (q, brand, name, kind) => {
    await testApp.db.$client.query(
      `update bikes set withdrawn_at = now() where withdrawn_at is null
         and model_id in (select id from models where name like 'Xpulse%' or name in ('Dominar 400', '300SR') or name like 'Karizma%')`,
    )
    const { notOnSale, bikes, widened, sort } = await find(q)
    expect(notOnSale).toMatchObject({ brand, hasGuide: false })
    expect(notOnSale?.name).toContain(name)
    expect(widened.map(({ part }) => part)).toEqual(['model'])
    expect([bikes.length > 0, sort]).toEqual([true, 'closest'])
    const models = await loadModels()
    const kinds = bikes.map((bike) => models.find((one) => one.name === bike.model && one.brand === bike.brand)?.kind)
    expect(new Set(kinds)).toEqual(new Set([kind]))
  })

  test('its price guide is named if a bike of it was sold within a year', async () => {
    expect((await find('honda dazzler')).notOnSale).toMatchObject({ name: 'CB Dazzler', hasGuide: false })
    const id = await insertBike(testApp, { ...(await findHondaModel(testApp, 'CB Dazzler')), salePriceTaka: 80_000 })
    expect((await find('honda dazzler')).notOnSale).toBeNull()
    const karim = await testApp.signInAs('karim')
    const order = await book(karim, { id, salePriceTaka: 80_000 })
    const intent = await startPayment(karim, order)
    await testApp.payIntent(intent)
    await karim('POST /payments', { body: createPaymentBody(karim, order, intent) })
    await completeSale(testApp, order.bookingId)
    const { notOnSale, guide } = await find('honda dazzler')
    expect(notOnSale).toMatchObject({ brand: 'Honda', name: 'CB Dazzler', hasGuide: true })
    expect(guide).toMatchObject({ brand: 'Honda', model: 'CB Dazzler' })
  })

  test('that is on sale elsewhere or dearer is not said to be missing', async () => {
    const found = await find('gixxer under 5000 taka')
    expect(found.bikes).toEqual([])
    expect(found.notOnSale).toBeNull()
    expect((await find('gixxer bandarban')).notOnSale).toBeNull()
  })

  test('others of its brand come first among bikes of the same size', async () => {
    const { bikes, notOnSale } = await find('cb150r streetfire')
    expect(notOnSale).toMatchObject({ brand: 'Honda' })
    const firstOther = bikes.findIndex(({ brand }) => brand !== 'Honda')
    expect(bikes[0]?.brand).toBe('Honda')
    expect(bikes.slice(firstOther).filter(({ brand, engineCc }) => brand === 'Honda' && (engineCc ?? 0) < 160)).toEqual(
      [],
    )
  })
})

describe('names with numbers', () => {
  test.each([
    ['cb150r', 'model CB150R'],
    ['cb300r', 'model Honda CB'],
    ['mt09', 'model Yamaha MT'],
    ['ns200', 'model Pulsar NS200'],
    ['এনএস২০০', 'model Pulsar NS200'],
    ['apachi 150', 'model Apache RTR 150'],
  ])('%s keeps its brand and line', async (q, expected) => {
    expect(await understand(q)).toEqual([expected])
  })

  test('the brand that is named with a model of several brands is the one that is missing', async () => {
    expect((await find('aprilia sr 160')).notOnSale).toMatchObject({ brand: 'Aprilia', name: 'SR' })
  })

  test('a brand before a number is no misspelt model', async () => {
    expect(await understand('hero 125')).toEqual(['brand Hero', 'cc about 125 cc'])
    expect(await understand('scooter 110')).toEqual(['kind scooter', 'cc about 110 cc'])
  })
})

describe('who it is for', () => {
  test.each([
    ['bike for short rider', 'short'],
    ['short height', 'short'],
    ['khato manusher jonno bike', 'short'],
    ['খাটো মানুষের জন্য বাইক', 'short'],
    ['scooty for ladies', 'women'],
    ['meyeder jonno scooter', 'women'],
    ['মহিলাদের জন্য স্কুটি', 'women'],
    ['best bike for beginner', 'learner'],
    ['shikhar jonno bike', 'learner'],
    ['শেখার জন্য বাইক', 'learner'],
    ['family bike', 'family'],
    ['পরিবারের জন্য', 'family'],
    ['delivery rider bike', 'delivery'],
    ['ডেলিভারির জন্য বাইক', 'delivery'],
    ['good mileage bike', 'mileage'],
    ['তেল কম খায়', 'mileage'],
    ['tel kom khay emon bike', 'mileage'],
    ['tel khoroch kom', 'mileage'],
    ['তেল খরচ কম', 'mileage'],
    ['50 kmpl', 'mileage'],
    ['50 km mileage', 'mileage'],
    ['৫০ কিমি মাইলেজ', 'mileage'],
  ])('%s is for: %s', async (q, audience) => {
    const { understood, bikes } = await find(q)
    expect(understood.filter(({ kind }) => kind === 'audience').map(({ meant }) => meant)).toEqual([audience])
    expect(understood.filter(({ kind }) => !['audience', 'kind', 'word'].includes(kind))).toEqual([])
    expect(bikes.length).toBeGreaterThan(0)
  })

  test('short riders get seats of at most 780 mm, and a model of unknown height is none', async () => {
    const { bikes, widened } = await find('short rider')
    expect(widened).toEqual([])
    const models = await loadModels()
    for (const { brand, model } of bikes)
      expect(models.find((one) => one.brand === brand && one.name === model)?.seat ?? 999).toBeLessThanOrEqual(780)
  })

  test('women get scooters and light commuters, deliveries commuters up to 125 cc', async () => {
    const models = await loadModels()
    const getFacts = async (q: string) =>
      (await find(q)).bikes.map((bike) => models.find((one) => one.brand === bike.brand && one.name === bike.model))
    for (const facts of await getFacts('for women'))
      expect(facts?.kind === 'scooter' || (facts?.kind === 'commuter' && facts.cc <= 110)).toBe(true)
    for (const facts of await getFacts('delivery bike'))
      expect([facts?.kind, (facts?.cc ?? 999) <= 125]).toEqual(['commuter', true])
  })

  test('mileage is kilometres per litre, low mileage is kilometres driven', async () => {
    const models = await loadModels()
    const { bikes } = await find('mileage 60')
    expect(bikes.length).toBeGreaterThan(0)
    for (const { brand, model } of bikes)
      expect(models.find((one) => one.brand === brand && one.name === model)?.mileage ?? 0).toBeGreaterThanOrEqual(60)
    expect(await understand('low mileage')).toEqual(['km low km'])
    expect(await understand('good mileage 150 cc')).toEqual(['audience mileage', 'cc about 150 cc'])
    expect(await understand('fuel injection')).toEqual(['feature fi'])
  })

  test('off-road is the kind adventure, in three scripts', async () => {
    for (const q of ['off road bike', 'kacha rastar bike', 'কাঁচা রাস্তার বাইক', 'অফরোড'])
      expect(await understand(q)).toEqual(['kind adventure'])
  })
})

test('a word of everyday use never becomes a name by similarity', async () => {
  for (const q of ['rider', 'short', 'street', 'royal', 'star', 'harder', 'passing', 'master', 'targets'])
    expect((await understand(q)).filter((one) => /^(?:brand|model|kind) /.test(one))).toEqual([])
  expect(await understand('tvs rider')).toEqual(['model Raider 125'])
})
