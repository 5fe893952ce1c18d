// Price estimates as visitors, sellers and the admin request them.
import { eq } from 'drizzle-orm'
import { afterAll, assert, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startPayment, book, createPaymentBody, catchError, completeSale } from '#tests/support/buying.ts'
import { getMemberId, type MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import {
  insertBike,
  insertBikes,
  findHondaModel,
  estimateAllPrices,
  insertSeller,
} from '#tests/support/price-estimate-fixtures.ts'
import { bikes, onSale } from '#market/schema/bikes/bikes.ts'
import { bikePriceEstimates } from '#market/schema/bikes/price-estimates.ts'

let testApp: TestApp
let rahim: MemberClient
let admin: MemberClient
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock: { now: new Date() } })
  ;[rahim, admin] = [await testApp.signInAs('rahim'), await testApp.signInAs('ayesha')]
})
afterAll(() => testApp.close())

const getEstimate = (productId: string) => testApp.visitor('GET /worth/:productId', { params: { productId } })
const listBadges = (...ids: string[]) => testApp.visitor('GET /worthbadges', { query: { ids: ids.join(',') } })
const updateBike = (id: string, set: Partial<typeof bikes.$inferInsert>) =>
  testApp.db.update(bikes).set(set).where(eq(bikes.id, id))

describe('GET /worth/:productId', () => {
  test('shows a visitor the range, the verdict, the reasons and the compared bikes', async () => {
    const livo = { ...(await findHondaModel(testApp, 'Livo 110')), salePriceTaka: 80_000 }
    const id = await insertBike(testApp, { ...livo, salePriceTaka: 70_000 })
    const others = await insertBikes(testApp, 5, livo)

    const estimate = await getEstimate(id)

    expect(estimate).toMatchObject({
      productId: id,
      price: 70_000,
      verdict: 'great',
      isFarBelow: false,
      range: { low: 80_000, middle: 80_000, high: 80_000 },
      retained: null,
      lacks: null,
      compared: 5,
      sellers: 5,
      model: { brand: 'Honda', model: 'Livo 110' },
      yearlyLossPercent: 6.4,
      doubleKilometresPercent: 2.6,
      kilometresKnown: true,
      prices: [80_000, 80_000, 80_000, 80_000, 80_000],
    })
    expect(estimate.similar.map(({ _id }) => _id).toSorted()).toEqual(others.toSorted())
    expect(JSON.stringify(estimate)).not.toMatch(/contactNumber|sellerName|sellerId|email|\b(?:\+?88)?01\d{9}\b/)
  })

  test('says "not enough data" below five bikes, and that the model is missing without one', async () => {
    const dream = await findHondaModel(testApp, 'Dream 110')
    const [id = ''] = await insertBikes(testApp, 5, dream)
    const unnamed = await insertBike(testApp, { modelId: null, modelName: null })

    expect(await getEstimate(id)).toMatchObject({
      verdict: 'unknown',
      range: null,
      lacks: 'bikes',
      similar: [],
      compared: 0,
    })
    expect(await getEstimate(unnamed)).toMatchObject({ verdict: 'unknown', range: null, lacks: 'model' })
  })

  test('says what bikes of its age keep of their price when new where too few are similar, and warns of a bait', async () => {
    const crf = { ...(await findHondaModel(testApp, 'CRF 150L')), registeredInYear: 2012, boughtInYear: 2012 }
    const bike = { ...crf, originalPriceTaka: 100_000, salePriceTaka: 60_000 }
    // Nothing else in the shop is so old.
    const others = { modelId: null, modelName: null, registeredInYear: 2012, boughtInYear: 2012 }
    await insertBikes(testApp, 12, { ...others, originalPriceTaka: 200_000, salePriceTaka: 120_000 })
    const honest = await insertBike(testApp, bike)
    const bait = await insertBike(testApp, { ...bike, salePriceTaka: 35_000 })
    const unnamedBait = await insertBike(testApp, { ...others, originalPriceTaka: 200_000, salePriceTaka: 70_000 })
    testApp.clock.now = new Date(testApp.clock.now.getTime() + 2 * 3_600_000)
    await estimateAllPrices(testApp)
    testApp.clock.now = new Date()

    const estimate = await getEstimate(honest)
    expect(estimate).toMatchObject({ verdict: 'unknown', range: null, lacks: 'bikes', isFarBelow: false })
    expect(estimate.retained).toMatchObject({ middle: 60 })
    expect(estimate.retained?.bikes).toBeGreaterThanOrEqual(12)
    expect(await getEstimate(bait)).toMatchObject({ verdict: 'unknown', isFarBelow: true })
    expect(await getEstimate(unnamedBait)).toMatchObject({ lacks: 'model', isFarBelow: true })
    expect(await listBadges(honest, bait, unnamedBait)).toEqual(
      expect.arrayContaining([
        { productId: honest, verdict: 'unknown', isFarBelow: false, compared: 0 },
        expect.objectContaining({ productId: bait, verdict: 'unknown', isFarBelow: true }),
        expect.objectContaining({ productId: unnamedBait, verdict: 'unknown', isFarBelow: true }),
      ]),
    )
    const suspicious = (await admin('GET /suspicious', { query: { limit: '100' } })).map(({ _id }) => _id)
    expect(suspicious).toEqual(expect.arrayContaining([bait, unnamedBait]))
    expect(suspicious).not.toContain(honest)

    // A price that is raised is not far below any more.
    await updateBike(bait, { salePriceTaka: 62_000 })
    await estimateAllPrices(testApp)
    expect(await getEstimate(bait)).toMatchObject({ isFarBelow: false })
    expect(await listBadges(bait)).toMatchObject([{ isFarBelow: false }])
  })

  test('never counts withdrawn bikes, and sales for a year only', async () => {
    const hornet = await findHondaModel(testApp, 'CB Hornet 160R')
    const id = await insertBike(testApp, hornet)
    const others = await insertBikes(testApp, 5, hornet)
    const karim = await testApp.signInAs('karim')
    expect(await getEstimate(id)).toMatchObject({ compared: 5, sold: 0 })

    const [sold = '', gone = ''] = others
    const order = await book(karim, { id: sold, salePriceTaka: (await getEstimate(sold)).price })
    const intent = await startPayment(karim, order)
    await testApp.payIntent(intent)
    await karim('POST /payments', { body: createPaymentBody(karim, order, intent) })
    expect(await getEstimate(id)).toMatchObject({ compared: 5, sold: 0 })
    await completeSale(testApp, order.bookingId)
    expect(await getEstimate(id)).toMatchObject({ compared: 5, sold: 1 })

    await updateBike(gone, { withdrawnAt: new Date() })
    expect(await getEstimate(id)).toMatchObject({ range: null, lacks: 'bikes' })
    expect(await catchError(getEstimate(gone))).toMatchObject({ code: 'not_found' })

    await insertBike(testApp, hornet)
    expect(await getEstimate(id)).toMatchObject({ compared: 5, sold: 1 })
    await updateBike(sold, { soldAt: new Date(Date.now() - 400 * 86_400_000) })
    expect(await getEstimate(id)).toMatchObject({ range: null, lacks: 'bikes' })
  })

  test('does not let a seller raise the estimate of a bike with more bikes of the same seller', async () => {
    const shine = { ...(await findHondaModel(testApp, 'CB Shine')), salePriceTaka: 110_000 }
    const mine = await insertSeller(testApp)
    const id = await insertBike(testApp, { ...shine, sellerId: mine })
    await insertBikes(testApp, 5, shine)
    const before = await getEstimate(id)

    for (let at = 0; at < 6; at += 1)
      await insertBike(testApp, { ...shine, sellerId: mine, salePriceTaka: 300_000, kilometres: 10_000 + at })

    expect(await getEstimate(id)).toEqual(before)
  })
})

describe('GET /valuation', () => {
  const value = (bike: string, year = '2021', kilometres?: string) =>
    testApp.visitor('GET /valuation', { query: { bike, year, ...(kilometres !== undefined && { kilometres }) } })

  test('values a bike that a visitor describes as people write it, in both languages', async () => {
    const names = { brand: 'Suzuki', model: 'Gixxer 155' }
    for (const written of ['Suzuki Gixxer 155', 'gixxer155', ' GIXXER  155 ', 'সুজুকি জিক্সার ১৫৫', 'জিক্সার ১৫৫']) {
      const { model, estimate, suggestions } = await value(written, '2021', '20000')
      expect(model, written).toMatchObject(names)
      expect(suggestions).toEqual([])
      expect(estimate?.range?.low).toBeGreaterThan(100_000)
      expect(estimate?.range?.high).toBeLessThan(300_000)
    }
    const [fresh, ridden] = [await value('gixxer 155', '2021', '5000'), await value('gixxer 155', '2021', '60000')]
    expect(fresh.estimate?.range?.middle).toBeGreaterThan(ridden.estimate?.range?.middle ?? 0)
  })

  test('asks which model is meant, and says so when it knows none', async () => {
    const ofBrand = await value('suzuki')
    expect(ofBrand).toMatchObject({ model: null, estimate: null })
    expect(ofBrand.suggestions.length).toBeGreaterThan(3)
    expect(new Set(ofBrand.suggestions.map(({ brand }) => brand))).toEqual(new Set(['Suzuki']))
    expect((await value('bajaj pulsarrr')).suggestions.map(({ model }) => model)).toContain('Pulsar 150')
    expect(await value('flying carpet')).toEqual({ model: null, estimate: null, suggestions: [] })
    // Another brand's name does not lead to this model.
    expect((await value('yamaha gixxer 155')).model).toBeNull()
  })

  test('refuses a year and kilometres that no bike has', async () => {
    for (const query of [
      { bike: 'gixxer', year: '1900' },
      { bike: 'gixxer', year: '2021', kilometres: '-1' },
      { bike: '', year: '2021' },
      { bike: 'x'.repeat(81), year: '2021' },
      { bike: 'a\0b', year: '2021' },
    ])
      expect(await catchError(testApp.visitor('GET /valuation', { query }))).toMatchObject({ status: 400 })
  })
})

describe('GET /worthbadges', () => {
  test('returns the verdicts of many bikes soon after they are listed, and new ones for changed prices', async () => {
    const xblade = { ...(await findHondaModel(testApp, 'X-Blade 160')), salePriceTaka: 150_000 }
    const [id = '', other = ''] = await insertBikes(testApp, 6, xblade)
    await estimateAllPrices(testApp)
    const fair = { verdict: 'fair', isFarBelow: false, compared: 5 }
    expect(await listBadges(id, other)).toEqual(
      expect.arrayContaining([id, other].map((productId) => ({ productId, ...fair }))),
    )

    await updateBike(id, { salePriceTaka: 210_000 })
    // The old verdict does not apply to this price.
    expect(await listBadges(id)).toEqual([{ productId: id, verdict: 'unknown', isFarBelow: false, compared: 0 }])

    await estimateAllPrices(testApp)
    expect(await listBadges(id)).toMatchObject([{ verdict: 'above' }])
    const { verdict, compared } = await getEstimate(id)
    expect(await listBadges(id)).toMatchObject([{ verdict, compared }])
  })

  test('deletes the estimate of a bike whose details changed or that left the shop', async () => {
    const trigger = await findHondaModel(testApp, 'CB Trigger')
    const [id = '', gone = '', ...rest] = await insertBikes(testApp, 8, trigger)
    await estimateAllPrices(testApp)
    expect(await listBadges(id, gone)).toMatchObject([{ compared: 7 }, { compared: 7 }])

    await updateBike(id, { modelId: null })
    await updateBike(gone, { withdrawnAt: new Date() })
    expect(await listBadges(id, gone)).toMatchObject([{ productId: id, verdict: 'unknown' }])

    await estimateAllPrices(testApp)
    expect(await listBadges(rest[0] ?? '')).toMatchObject([{ compared: 5 }])
    const rows = await testApp.db.select().from(bikePriceEstimates).where(eq(bikePriceEstimates.bikeId, gone))
    expect(rows).toEqual([])
  })

  test('is recomputed every day, when sales become too old', async () => {
    await estimateAllPrices(testApp)
    const tomorrow = new Date(testApp.clock.now.getTime() + 25 * 3_600_000)
    expect(await testApp.estimatePrices()).toBe(0)

    onTestFinished(() => {
      testApp.clock.now = new Date()
    })
    testApp.clock.now = tomorrow
    expect(await testApp.estimatePrices()).toBeGreaterThan(0)
  })

  test('refuses more than a hundred bikes and what are no ids', async () => {
    const id = '01a1e905-4880-705c-9fe4-85965d0a59b2'
    const many = Array.from({ length: 101 }, () => id)

    expect(await listBadges(id)).toEqual([])
    for (const ids of [many, ['x'], [id, ''], []])
      expect(await catchError(listBadges(...ids))).toMatchObject({ code: 'bad_request' })
  })
})

describe('GET /suspicious', () => {
  test('shows the admin a bike whose price is far below the range, and its page warns', async () => {
    const livo = { ...(await findHondaModel(testApp, 'SP 125')), salePriceTaka: 150_000 }
    const bait = await insertBike(testApp, { ...livo, salePriceTaka: 70_000 })
    const [honest = ''] = await insertBikes(testApp, 5, livo)
    await estimateAllPrices(testApp)

    const listed = await admin('GET /suspicious')

    expect(listed.find(({ _id }) => _id === bait)).toMatchObject({
      price: 70_000,
      range: { middle: 150_000 },
      compared: 5,
      sellerName: 'A Seller',
    })
    expect(listed.map(({ _id }) => _id)).not.toContain(honest)
    expect(await getEstimate(bait)).toMatchObject({ isFarBelow: true })
    expect(await listBadges(bait)).toMatchObject([{ isFarBelow: true }])
    expect(await catchError(rahim('GET /suspicious'))).toMatchObject({ code: 'role_not_allowed' })
  })
})

describe('GET /suggestedprice', () => {
  test('suggests a price before a bike is listed, without the seller’s own bikes', async () => {
    const cbr = { ...(await findHondaModel(testApp, 'CBR150R')), salePriceTaka: 380_000 }
    await insertBikes(testApp, 5, cbr)
    await insertBike(testApp, { ...cbr, sellerId: await getMemberId(testApp, rahim), salePriceTaka: 900_000 })
    const draft = { brand: 'hunda', model: 'cbr 150r', year: '2021', kilometres: '20000' }

    const suggested = await rahim('GET /suggestedprice', { query: draft })

    expect(suggested).toMatchObject({ range: { middle: 380_000 }, compared: 5, sellers: 5, lacks: null })
    const older = await rahim('GET /suggestedprice', { query: { ...draft, year: '2020' } })
    expect(older.range?.middle).toBe(Math.round((380_000 * (1 - 0.064)) / 500) * 500)
  })

  test('says what it lacks, and refuses what is no number', async () => {
    const unknown = { brand: 'Honda', model: 'Made at home', year: '2021' }
    expect(await rahim('GET /suggestedprice', { query: unknown })).toMatchObject({ range: null, lacks: 'model' })
    for (const query of [
      { ...unknown, year: 'new' },
      { ...unknown, year: '1' },
      { ...unknown, kilometres: '-1' },
      { ...unknown, engineCc: '1000' },
      { ...unknown, model: ' ' },
    ])
      expect(await catchError(rahim('GET /suggestedprice', { query }))).toMatchObject({ code: 'bad_request' })
  })
})

describe('GET /guide/:brand/:model', () => {
  test('shows the price of a model by year, its yearly loss, and which bikes are on sale', async () => {
    const cb = { ...(await findHondaModel(testApp, 'CB150R ExMotion')), salePriceTaka: 400_000 }
    await insertBikes(testApp, 5, cb)
    const [lone = ''] = await insertBikes(testApp, 1, { ...cb, registeredInYear: 2016, boughtInYear: 2016 })

    const guide = await testApp.visitor('GET /guide/:brand/:model', {
      params: { brand: 'honda', model: 'cb150r-exmotion' },
    })

    expect(guide).toMatchObject({
      brand: 'Honda',
      model: 'CB150R ExMotion',
      onSale: 6,
      sold: 0,
      yearlyLossPercent: 6.4,
    })
    expect(guide.years).toMatchObject([
      { year: 2021, count: 5, compared: 5 },
      { year: 2016, count: 1, compared: 0, range: null },
    ])
    assert(guide.years[0]?.range, 'needs a range of 2021')
    expect(Math.abs(guide.years[0].range.middle - 400_000)).toBeLessThan(20_000)
    expect(guide.kept[0]).toEqual({ years: 1, percent: 94 })
    expect(guide.bikes.map(({ _id }) => _id)).toContain(lone)
    expect(JSON.stringify(guide)).not.toMatch(/contactNumber|sellerName|email/)
  })

  test('is not found for an unknown model', async () => {
    const params = { brand: 'honda', model: 'made at home' }
    expect(await catchError(testApp.visitor('GET /guide/:brand/:model', { params }))).toMatchObject({
      code: 'not_found',
    })
  })
})

test(
  'nine of ten bikes of the demonstration have a verdict, or say what bikes of their age keep of their price',
  { tags: 'long' },
  async () => {
    const demoApp = await createTestApp()
    await estimateAllPrices(demoApp)
    const shown = await demoApp.db.select({ id: bikes.id }).from(bikes).where(onSale)
    expect(shown.length).toBeGreaterThan(250)
    const withoutEvidence: string[] = []
    for (const { id } of shown) {
      const { verdict, retained } = await demoApp.visitor('GET /worth/:productId', { params: { productId: id } })
      if (verdict === 'unknown' && retained === null) withoutEvidence.push(id)
    }
    expect(withoutEvidence.length).toBeLessThanOrEqual(shown.length / 10)
  },
)
