import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { districts, divisions } from '#contract/districts.ts'
import { catchError } from '#tests/support/buying.ts'
import { insertUploadedPicture, createProductBody, type MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let admin: MemberClient
let rahim: MemberClient

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  admin = await testApp.signInAs('ayesha')
  rahim = await testApp.signInAs('rahim')
})
afterAll(() => testApp.close())

const createBrandBody = (name: string) => ({ name, nameBn: null, aliases: [] })
const createModelBody = (name: string) => ({
  ...createBrandBody(name),
  engineCc: 125,
  kind: 'commuter' as const,
  madeFrom: null,
  madeUntil: null,
  family: null,
})
const findOffered = async (name: string) => (await testApp.visitor('GET /catalogue')).find((one) => one.name === name)
const listBrands = async (search: string) => admin('GET /catalogue/brands', { query: { search } })
const addBrand = async (name: string) =>
  (await admin('POST /catalogue/brands', { body: createBrandBody(name) })).insertedId
/** The stored brand and model of a bike that was listed with these names. */
const createBikeNamed = async (brandName: string, modelName: string) => {
  const body = { ...createProductBody(await insertUploadedPicture(testApp, rahim)), brand: brandName, model: modelName }
  const { insertedId: id } = await rahim('POST /allbikes', { body })
  return async () => {
    const { rows } = await testApp.db.$client.query('select brand_name, model_name from bikes where id = $1', [id])
    return rows
  }
}

describe('GET /catalogue', () => {
  test('gives everybody the brands of the country by name, each with its models, their cc and other spellings', async () => {
    const brands = await testApp.visitor('GET /catalogue')
    const names = brands.map(({ name }) => name)
    const normalizedNames = names.map((name) => name.toLowerCase().replace(' ', ''))
    expect(normalizedNames).toEqual(normalizedNames.toSorted())
    expect(names).toEqual(
      expect.arrayContaining(['Yamaha', 'Suzuki', 'TVS', 'Bajaj', 'Hero', 'Honda', 'Royal Enfield']),
    )
    expect(brands.flatMap(({ models }) => models).length).toBeGreaterThan(120)
    const gixxer = (await findOffered('Suzuki'))?.models.find(({ name }) => name === 'Gixxer 155')
    expect(gixxer).toMatchObject({ engineCc: 155, kind: 'street', family: 'Gixxer' })
    expect(gixxer?.aliases).toContain('gixer')
  })

  test('the demonstration bikes are all known to it', async () => {
    const { rows } = await testApp.db.$client.query<{ unknown: number; known: number }>(
      'select count(*) filter (where model_id is null)::int as unknown, count(model_id)::int as known from bikes',
    )
    expect(rows[0]?.unknown).toBe(0)
    expect(rows[0]?.known).toBeGreaterThan(55)
  })
})

describe('the admin’s catalogue', () => {
  test('adds a brand and a model, which are suggested at once', async () => {
    const brandId = await addBrand('Motocrest')
    const body = {
      ...createModelBody('Padma 125'),
      brandId,
      nameBn: 'পদ্মা',
      aliases: ['Podma', 'podma', 'padma125', 'Padma 125'],
    }
    await admin('POST /catalogue/models', { body })
    // Equal spellings are stored once, and not if they equal the name.
    expect((await findOffered('Motocrest'))?.models).toMatchObject([{ name: 'Padma 125', aliases: ['Podma'] }])
  })

  test('links bikes whose typed name it now knows', async () => {
    const names = await createBikeNamed('Jonota Motors', 'Doel')
    expect(await names()).toEqual([{ brand_name: 'Jonota Motors', model_name: 'Doel' }])
    const brandId = await addBrand('Jonota  motors')
    expect(await names()).toEqual([{ brand_name: null, model_name: 'Doel' }])
    await admin('POST /catalogue/models', { body: { ...createModelBody('Doyel'), aliases: ['doel'], brandId } })
    expect(await names()).toEqual([{ brand_name: null, model_name: null }])
    expect((await listBrands('jonota'))[0]).toMatchObject({ bikes: 1, models: [{ name: 'Doyel', bikes: 1 }] })
  })

  test('changes a brand and a model, retires them and brings them back', async () => {
    const id = await addBrand('Shapla')
    const { insertedId } = await admin('POST /catalogue/models', { body: { ...createModelBody('Ek'), brandId: id } })
    const change = { ...createModelBody('Ek 100'), engineCc: 100, retired: true }
    expect(await admin('PUT /catalogue/models/:id', { params: { id: insertedId }, body: change })).toEqual({
      modifiedCount: 1,
    })
    expect(await findOffered('Shapla')).toMatchObject({ models: [] })
    expect((await listBrands('shapla'))[0]?.models).toMatchObject([{ name: 'Ek 100', engineCc: 100, retired: true }])
    const updateBrand = (retired: boolean) =>
      admin('PUT /catalogue/brands/:id', { params: { id }, body: { ...createBrandBody('Shapla Moto'), retired } })
    await updateBrand(true)
    expect(await findOffered('Shapla Moto')).toBeUndefined()
    await updateBrand(false)
    expect(await findOffered('Shapla Moto')).toBeDefined()
  })

  test('a retired model is a free name for new bikes, and stays on the bikes that have it', async () => {
    const id = await addBrand('Kopotakkho')
    const { insertedId } = await admin('POST /catalogue/models', { body: { ...createModelBody('Nodi'), brandId: id } })
    const before = await createBikeNamed('Kopotakkho', 'Nodi')
    const body = { ...createModelBody('Nodi'), retired: true }
    await admin('PUT /catalogue/models/:id', { params: { id: insertedId }, body })
    const after = await createBikeNamed('Kopotakkho', 'Nodi')
    expect([await before(), await after()]).toEqual([
      [{ brand_name: null, model_name: null }],
      [{ brand_name: null, model_name: 'Nodi' }],
    ])
  })

  test('has no brand twice and no model of a brand twice, in any spelling', async () => {
    const again = catchError(admin('POST /catalogue/brands', { body: createBrandBody('royal-enfield') }))
    expect(await again).toMatchObject({ status: 409, code: 'brand_known', body: { field: 'name' } })
    const suzuki = await findOffered('Suzuki')
    assert(suzuki, 'needs Suzuki')
    const body = { ...createModelBody('GIXXER155'), brandId: suzuki._id }
    expect(await catchError(admin('POST /catalogue/models', { body }))).toMatchObject({ code: 'model_known' })
    const unknownBrandBody = { ...createModelBody('Any'), brandId: '019a0000-0000-7000-8000-000000000000' }
    expect(await catchError(admin('POST /catalogue/models', { body: unknownBrandBody }))).toMatchObject({ status: 404 })
  })

  test('is found by a part of any name of a brand or a model, and comes page by page', async () => {
    for (const search of ['pulser', 'পালসার', 'baja'])
      expect((await listBrands(search)).map(({ name }) => name)).toContain('Bajaj')
    expect(await listBrands('%')).toEqual([])
    const whole = await admin('GET /catalogue/brands')
    const collected: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await admin.page('GET /catalogue/brands', { query: { limit: '7', ...(cursor && { cursor }) } })
      collected.push(...page.items.map(({ name }) => name))
      cursor = page.next
    }
    expect(collected).toEqual(whole.map(({ name }) => name))
  })

  test.each([
    [{ name: '' }, 'name', 'Enter the name of the model.'],
    [{ engineCc: 400 }, 'engineCc', 'The largest engine that may be registered has 375 cc.'],
    [{ kind: 'car' }, 'kind', 'Choose what kind of bike it is.'],
    [{ madeFrom: 2020, madeUntil: 2019 }, 'madeUntil', 'The last year cannot be before the first one.'],
    [{ aliases: Array.from({ length: 21 }, (_, at) => `a${at}`) }, 'aliases', 'Enter at most 20 other spellings.'],
  ])('a model with %j is refused with a sentence', async (changes, field, message) => {
    const suzuki = await findOffered('Suzuki')
    const body = { ...createModelBody('Any'), brandId: suzuki?._id ?? '', ...changes }
    // The types forbid this too; the test bypasses them.
    const sent = admin('POST /catalogue/models', { body: JSON.parse(JSON.stringify(body)) })
    expect(await catchError(sent)).toMatchObject({ status: 400, message, body: { field } })
  })
})

describe('the places', () => {
  test('are 8 divisions and 64 districts, and the database knows the same ones', async () => {
    expect(divisions).toHaveLength(8)
    expect(new Set(districts).size).toBe(64)
    const { rows } = await testApp.db.$client.query<{ slug: string }>(
      'select slug from unnest($1::text[]) as slug where is_district(slug)',
      [districts],
    )
    expect(rows.map(({ slug }) => slug)).toEqual(districts)
    const { rows: others } = await testApp.db.$client.query(
      `select is_district('Dhaka') or is_district('calcutta') as other`,
    )
    expect(Object.values(others[0] ?? {})).toEqual([false])
  })
})
