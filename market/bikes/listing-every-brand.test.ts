// Every brand of the catalogue is a category, and no bike is in the category of another brand.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { categoryNames } from '#contract/bikes.ts'
import { catchError } from '#tests/support/buying.ts'
import { connectAsOwner } from '#tests/support/owner-connection.ts'
import { createProductBody, insertUploadedPicture, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let admin: MemberClient
let seller: MemberClient
let image: string

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock: { now: new Date('2026-11-20T10:00:00+06:00') } })
  admin = await testApp.signInAs('ayesha')
  seller = await registerMember(testApp, 'Seller')
  image = await insertUploadedPicture(testApp, seller)
})
afterAll(() => testApp.close())

type Changes = Partial<Parameters<MemberClient>[1]> & Record<string, unknown>
const list = async (changes: Changes) =>
  (await seller('POST /allbikes', { body: { ...createProductBody(image), ...changes } })).insertedId
const getBike = (id: string) => seller('GET /allbikes/myproduct/:id', { params: { id } })
const listCategory = (name: string) =>
  seller('GET /categoryDetails/:name', { params: { name } }).then((bikes) => bikes.map(({ _id }) => _id))
const addBrand = async (name: string) =>
  (await admin('POST /catalogue/brands', { body: { name, nameBn: null, aliases: [] } })).insertedId
const changeBrand = (id: string, name: string, retired = false) =>
  admin('PUT /catalogue/brands/:id', { params: { id }, body: { name, nameBn: null, aliases: [], retired } })

describe('the category of a listed bike', () => {
  test('can be every brand of the catalogue, and the same call lists it', async () => {
    const brands = await testApp.visitor('GET /catalogue')
    expect(brands.length).toBeGreaterThan(20)
    for (const { name } of brands) {
      const id = await list({ name, productName: `${name} of the test` })
      expect(await getBike(id)).toMatchObject({
        name,
        brand: categoryNames.some((card) => card === name) ? null : name,
      })
      expect(await listCategory(name)).toContain(id)
    }
  })

  test('is the brand where a form names another brand beside one of the three: no Bajaj stands under Yamaha', async () => {
    const bajaj = await list({ name: 'Yamaha', brand: 'Bajaj' })
    expect(await getBike(bajaj)).toMatchObject({ name: 'Bajaj', brand: 'Bajaj' })
    expect(await listCategory('Yamaha')).not.toContain(bajaj)
    const unknown = await list({ name: 'Suzuki', brand: 'Jialing' })
    expect(await getBike(unknown)).toMatchObject({ name: 'Other', brand: 'Jialing' })
  })

  test('two answers that contradict each other are refused', async () => {
    for (const [name, brand] of [
      ['Yamaha', 'TVS'],
      ['Honda', 'Yamaha'],
      ['Honda', 'Hero'],
      ['Honda', 'Jialing'],
    ] as const)
      expect(await catchError(list({ name, brand }))).toMatchObject({
        status: 400,
        message: `The brand is ${brand} and the category is ${name}. Choose the same for both.`,
        body: { field: 'brand' },
      })
  })

  test('is Other for a brand that nobody knows; its name is needed then', async () => {
    const id = await list({ name: 'Other', brand: 'Jialing', model: 'JH 70' })
    expect(await getBike(id)).toMatchObject({ name: 'Other', brand: 'Jialing', model: 'JH 70' })
    expect(await listCategory('Other')).toContain(id)
    expect(await catchError(list({ name: 'Other' }))).toMatchObject({ status: 400, body: { field: 'brand' } })
  })

  test('is the brand when Other was chosen and the typed brand is known after all', async () => {
    const id = await list({ name: 'Other', brand: 'বাজাজ', model: 'pulser' })
    expect(await getBike(id)).toMatchObject({ name: 'Bajaj', brand: 'Bajaj', model: 'Pulsar 150' })
  })

  test('says the brand, so that a model needs no second answer', async () => {
    const id = await list({ name: 'Honda', model: 'hornet' })
    expect(await getBike(id)).toMatchObject({ name: 'Honda', brand: 'Honda', model: 'CB Hornet 160R' })
  })

  test('follows an edit from one brand to another, and back to one of the three', async () => {
    const id = await list({ name: 'Honda' })
    const edit = (version: number, changes: Changes) =>
      seller('PUT /allbikes/myproduct/:id', {
        params: { id },
        body: { ...createProductBody(image), version, ...changes },
      })
    await edit(1, { name: 'Hero' })
    expect(await getBike(id)).toMatchObject({ name: 'Hero', brand: 'Hero' })
    await edit(2, { name: 'Suzuki' })
    expect(await getBike(id)).toMatchObject({ name: 'Suzuki', brand: null })
    expect(await listCategory('Honda')).not.toContain(id)
  })
})

test('a category with a sign that the database cannot store is refused', async () => {
  expect(await catchError(listCategory('Bajaj\0'))).toMatchObject({ status: 400 })
})

describe('a category follows its brand in the catalogue', () => {
  test('a new brand is a category at once, and takes the bikes that were typed under its name', async () => {
    const id = await list({ name: 'Other', brand: 'Jawa' })
    expect(await catchError(listCategory('Jawa'))).toMatchObject({ status: 404 })
    await addBrand('Jawa')
    expect(await listCategory('Jawa')).toEqual([id])
    expect(await listCategory('Other')).not.toContain(id)
  })

  test('a renamed brand takes its bikes along', async () => {
    const brand = await addBrand('Ducatti')
    const id = await list({ name: 'Ducatti' })
    await changeBrand(brand, 'Ducati')
    expect(await getBike(id)).toMatchObject({ name: 'Ducati', brand: 'Ducati' })
    expect(await catchError(listCategory('Ducatti'))).toMatchObject({ status: 404 })
  })

  test('a retired brand is no choice any more; its bikes stay and can be edited', async () => {
    const brand = await addBrand('Bultaco')
    const id = await list({ name: 'Bultaco' })
    await changeBrand(brand, 'Bultaco', true)
    expect(await catchError(list({ name: 'Bultaco' }))).toMatchObject({ status: 400, body: { field: 'name' } })
    const body = { ...createProductBody(image), version: 1, name: 'Bultaco', brand: 'Bultaco', salePrice: 99_000 }
    await seller('PUT /allbikes/myproduct/:id', { params: { id }, body })
    expect(await getBike(id)).toMatchObject({ name: 'Bultaco', brand: 'Bultaco', salePrice: 99_000 })
    expect(await listCategory('Bultaco')).toEqual([id])
  })

  test('no brand can be called Other', async () => {
    for (const name of ['Other', 'OTHER'])
      expect(await catchError(addBrand(name))).toMatchObject({ status: 409, code: 'brand_known' })
  })

  test('the three cards stay as they are, also when their brand is renamed or somebody deletes them', async () => {
    const before = await testApp.visitor('GET /category')
    const [suzuki] = await admin('GET /catalogue/brands', { query: { search: 'suzuki' } })
    await changeBrand(suzuki?._id ?? '', 'Suzuki Motor')
    const id = await list({ name: 'Suzuki', brand: 'Suzuki Motor' })
    expect(await getBike(id)).toMatchObject({ name: 'Suzuki', brand: 'Suzuki Motor' })
    // The form sends the name of the card.
    const named = await list({ name: 'Suzuki', brand: 'Suzuki', model: 'gixer' })
    expect(await getBike(named)).toMatchObject({ name: 'Suzuki', brand: 'Suzuki Motor', model: 'Gixxer 155' })
    const owner = await connectAsOwner(testApp)
    for (const statement of [
      `delete from categories where name = 'Suzuki'`,
      `update categories set name = 'Suzuky' where name = 'Suzuki'`,
      `update categories set kind = 'brand' where name = 'Suzuki'`,
    ])
      await expect(owner.query(statement)).rejects.toMatchObject({ constraint: 'cards_never_change' })
    await owner.end()
    expect(await testApp.visitor('GET /category')).toEqual(before)
    await changeBrand(suzuki?._id ?? '', 'Suzuki')
  })
})
