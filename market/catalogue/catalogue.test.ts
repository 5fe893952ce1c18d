import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { districts, divisions } from '#contract/districts.ts'
import { refusalOf } from '#tests/support/buying.ts'
import { pictureOf, product, type Seller } from '#tests/support/selling.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'

let shop: TestShop
let admin: Seller
let rahim: Seller

beforeAll(async () => {
  shop = await openTestShop({ keep: true })
  admin = await shop.as('ayesha')
  rahim = await shop.as('rahim')
})
afterAll(() => shop.close())

const brand = (name: string) => ({ name, nameBn: null, aliases: [] })
const model = (name: string) => ({
  ...brand(name),
  engineCc: 125,
  kind: 'commuter' as const,
  madeFrom: null,
  madeUntil: null,
  family: null,
})
const offered = async (name: string) => (await shop.visitor('GET /catalogue')).find((one) => one.name === name)
const kept = async (search: string) => admin('GET /catalogue/brands', { query: { search } })
const addBrand = async (name: string) => (await admin('POST /catalogue/brands', { body: brand(name) })).insertedId
/** What the seller's bike is called after it was offered under these names. */
const namedAs = async (brandName: string, modelName: string) => {
  const body = { ...product(await pictureOf(shop, rahim)), brand: brandName, model: modelName }
  const { insertedId: id } = await rahim('POST /allbikes', { body })
  return async () => {
    const { rows } = await shop.db.$client.query('select brand_name, model_name from bikes where id = $1', [id])
    return rows
  }
}

describe('GET /catalogue', () => {
  test('gives everybody the brands of the country by name, each with its models, their cc and other spellings', async () => {
    const brands = await shop.visitor('GET /catalogue')
    const names = brands.map(({ name }) => name)
    const sounds = names.map((name) => name.toLowerCase().replace(' ', ''))
    expect(sounds).toEqual(sounds.toSorted())
    expect(names).toEqual(
      expect.arrayContaining(['Yamaha', 'Suzuki', 'TVS', 'Bajaj', 'Hero', 'Honda', 'Royal Enfield']),
    )
    expect(brands.flatMap(({ models }) => models).length).toBeGreaterThan(120)
    const gixxer = (await offered('Suzuki'))?.models.find(({ name }) => name === 'Gixxer 155')
    expect(gixxer).toMatchObject({ engineCc: 155, kind: 'street', family: 'Gixxer' })
    expect(gixxer?.aliases).toContain('gixer')
  })

  test('the demonstration bikes are all known to it', async () => {
    const { rows } = await shop.db.$client.query<{ unknown: number; known: number }>(
      'select count(*) filter (where model_id is null)::int as unknown, count(model_id)::int as known from bikes',
    )
    expect(rows[0]?.unknown).toBe(0)
    expect(rows[0]?.known).toBeGreaterThan(55)
  })
})

describe('the admin’s catalogue', () => {
  test('has a new brand and a new model, which are offered at once', async () => {
    const brandId = await addBrand('Motocrest')
    const body = { ...model('Padma 125'), brandId, nameBn: 'পদ্মা', aliases: ['Podma', 'podma', 'padma125', 'Padma 125'] }
    await admin('POST /catalogue/models', { body })
    // Spellings that sound alike are one, and the name itself is none.
    expect((await offered('Motocrest'))?.models).toMatchObject([{ name: 'Padma 125', aliases: ['Podma'] }])
  })

  test('takes in the bikes that named it freely before it was known', async () => {
    const names = await namedAs('Jonota Motors', 'Doel')
    expect(await names()).toEqual([{ brand_name: 'Jonota Motors', model_name: 'Doel' }])
    const brandId = await addBrand('Jonota  motors')
    expect(await names()).toEqual([{ brand_name: null, model_name: 'Doel' }])
    await admin('POST /catalogue/models', { body: { ...model('Doyel'), aliases: ['doel'], brandId } })
    expect(await names()).toEqual([{ brand_name: null, model_name: null }])
    expect((await kept('jonota'))[0]).toMatchObject({ bikes: 1, models: [{ name: 'Doyel', bikes: 1 }] })
  })

  test('changes a brand and a model, retires them and brings them back', async () => {
    const id = await addBrand('Shapla')
    const { insertedId } = await admin('POST /catalogue/models', { body: { ...model('Ek'), brandId: id } })
    const change = { ...model('Ek 100'), engineCc: 100, retired: true }
    expect(await admin('PUT /catalogue/models/:id', { params: { id: insertedId }, body: change })).toEqual({
      modifiedCount: 1,
    })
    expect(await offered('Shapla')).toMatchObject({ models: [] })
    expect((await kept('shapla'))[0]?.models).toMatchObject([{ name: 'Ek 100', engineCc: 100, retired: true }])
    const put = (retired: boolean) =>
      admin('PUT /catalogue/brands/:id', { params: { id }, body: { ...brand('Shapla Moto'), retired } })
    await put(true)
    expect(await offered('Shapla Moto')).toBeUndefined()
    await put(false)
    expect(await offered('Shapla Moto')).toBeDefined()
  })

  test('a retired model is a free name for new bikes, and stays on the bikes that have it', async () => {
    const id = await addBrand('Kopotakkho')
    const { insertedId } = await admin('POST /catalogue/models', { body: { ...model('Nodi'), brandId: id } })
    const before = await namedAs('Kopotakkho', 'Nodi')
    const body = { ...model('Nodi'), retired: true }
    await admin('PUT /catalogue/models/:id', { params: { id: insertedId }, body })
    const after = await namedAs('Kopotakkho', 'Nodi')
    expect([await before(), await after()]).toEqual([
      [{ brand_name: null, model_name: null }],
      [{ brand_name: null, model_name: 'Nodi' }],
    ])
  })

  test('no brand stands in it twice, and no model of a brand, however they are written', async () => {
    const again = refusalOf(admin('POST /catalogue/brands', { body: brand('royal-enfield') }))
    expect(await again).toMatchObject({ status: 409, code: 'brand_known', body: { field: 'name' } })
    const suzuki = await offered('Suzuki')
    assert(suzuki, 'needs Suzuki')
    const body = { ...model('GIXXER155'), brandId: suzuki._id }
    expect(await refusalOf(admin('POST /catalogue/models', { body }))).toMatchObject({ code: 'model_known' })
    const nowhere = { ...model('Any'), brandId: '019a0000-0000-7000-8000-000000000000' }
    expect(await refusalOf(admin('POST /catalogue/models', { body: nowhere }))).toMatchObject({ status: 404 })
  })

  test('is found by a part of any name of a brand or a model, and comes page by page', async () => {
    for (const search of ['pulser', 'পালসার', 'baja'])
      expect((await kept(search)).map(({ name }) => name)).toContain('Bajaj')
    expect(await kept('%')).toEqual([])
    const whole = await admin('GET /catalogue/brands')
    const walked: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await admin.page('GET /catalogue/brands', { query: { limit: '7', ...(cursor && { cursor }) } })
      walked.push(...page.items.map(({ name }) => name))
      cursor = page.next
    }
    expect(walked).toEqual(whole.map(({ name }) => name))
  })

  test.each([
    [{ name: '' }, 'name', 'Enter the name of the model.'],
    [{ engineCc: 400 }, 'engineCc', 'The largest engine that may be registered has 375 cc.'],
    [{ kind: 'car' }, 'kind', 'Choose what kind of bike it is.'],
    [{ madeFrom: 2020, madeUntil: 2019 }, 'madeUntil', 'The last year cannot be before the first one.'],
    [{ aliases: Array.from({ length: 21 }, (_, at) => `a${at}`) }, 'aliases', 'Enter at most 20 other spellings.'],
  ])('a model with %j is refused with a sentence', async (changes, field, message) => {
    const suzuki = await offered('Suzuki')
    const body = { ...model('Any'), brandId: suzuki?._id ?? '', ...changes }
    // The types say so too; here somebody has gone around them.
    const sent = admin('POST /catalogue/models', { body: JSON.parse(JSON.stringify(body)) })
    expect(await refusalOf(sent)).toMatchObject({ status: 400, message, body: { field } })
  })
})

describe('the places', () => {
  test('are 8 divisions and 64 districts, and the database knows the same ones', async () => {
    expect(divisions).toHaveLength(8)
    expect(new Set(districts).size).toBe(64)
    const { rows } = await shop.db.$client.query<{ slug: string }>(
      'select slug from unnest($1::text[]) as slug where is_district(slug)',
      [districts],
    )
    expect(rows.map(({ slug }) => slug)).toEqual(districts)
    const { rows: others } = await shop.db.$client.query(
      `select is_district('Dhaka') or is_district('calcutta') as other`,
    )
    expect(Object.values(others[0] ?? {})).toEqual([false])
  })
})
