import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { catchError } from '#tests/support/buying.ts'
import { createProductBody, insertUploadedPicture, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let admin: MemberClient
let seller: MemberClient
let image: string

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  admin = await testApp.signInAs('ayesha')
  seller = await registerMember(testApp, 'Seller')
  image = await insertUploadedPicture(testApp, seller)
})
afterAll(() => testApp.close())

const list = async (brand: string) =>
  (await seller('POST /allbikes', { body: { ...createProductBody(image), name: 'Other', brand } })).insertedId
const getBike = (id: string) => seller('GET /allbikes/myproduct/:id', { params: { id } })
const findTyped = async (name: string) =>
  (await admin('GET /catalogue/typedbrands')).find((typed) => typed.name === name)
const getBrandId = async (name: string) => {
  const brand = (await testApp.visitor('GET /catalogue')).find((one) => one.name === name)
  assert(brand, `needs ${name} in the catalogue`)
  return brand._id
}
const merge = async (brand: string, name: string) =>
  admin('POST /catalogue/brands/:id/aliases', { params: { id: await getBrandId(brand) }, body: { name } })

test('the admin sees each typed brand once with its bikes, the most first, and which brand may be meant', async () => {
  for (const brand of ['Jialing', 'Jialing', 'JIA-LING', 'Roadmstr', 'Pegasus', 'Pegasus']) await list(brand)
  const withdrawn = await list('Gone')
  await seller('DELETE /allbikes/:id', { params: { id: withdrawn } })

  const typed = await admin('GET /catalogue/typedbrands')
  expect(typed).toEqual([
    { name: 'Jialing', bikes: 3, likely: null },
    { name: 'Pegasus', bikes: 2, likely: null },
    { name: 'Roadmstr', bikes: 1, likely: { _id: await getBrandId('Roadmaster'), name: 'Roadmaster' } },
  ])
})

test('one tap merges a typed brand: its bikes are of the brand, and the spelling is known from then on', async () => {
  const id = await list('Kawasakki Bangla')
  expect((await findTyped('Kawasakki Bangla'))?.likely).toBeNull()
  const slip = await list('Kawasakii')
  expect((await findTyped('Kawasakii'))?.likely?.name).toBe('Kawasaki')
  expect(await merge('Kawasaki', 'Kawasakii')).toEqual({ modifiedCount: 1 })
  expect(await getBike(slip)).toMatchObject({ name: 'Kawasaki', brand: 'Kawasaki' })
  expect(await getBike(id)).toMatchObject({ name: 'Other', brand: 'Kawasakki Bangla' })
  expect(await findTyped('Kawasakii')).toBeUndefined()
  expect(await getBike(await list('kawa sakii'))).toMatchObject({ name: 'Kawasaki' })
  // Again changes nothing.
  expect(await merge('Kawasaki', 'KAWASAKII')).toEqual({ modifiedCount: 1 })
})

test('a brand that nobody knows becomes one of the catalogue with its bikes', async () => {
  const id = await list('Hyosung')
  await admin('POST /catalogue/brands', { body: { name: 'Hyosung', nameBn: null, aliases: [] } })
  expect(await getBike(id)).toMatchObject({ name: 'Hyosung', brand: 'Hyosung' })
  expect(await findTyped('Hyosung')).toBeUndefined()
})

test('a brand takes at most 20 other spellings, and one that is not there takes none', async () => {
  const aliases = Array.from({ length: 20 }, (_, index) => `spelling ${index}`)
  const { insertedId: id } = await admin('POST /catalogue/brands', { body: { name: 'Cagiva', nameBn: null, aliases } })
  const params = { id }
  expect(
    await catchError(admin('POST /catalogue/brands/:id/aliases', { params, body: { name: 'Kagiva' } })),
  ).toMatchObject({ status: 400, message: 'Enter at most 20 other spellings.' })
  await admin('PUT /catalogue/brands/:id', {
    params,
    body: { name: 'Cagiva', nameBn: null, aliases: [], retired: true },
  })
  expect(
    await catchError(admin('POST /catalogue/brands/:id/aliases', { params, body: { name: 'Kagiva' } })),
  ).toMatchObject({ status: 404 })
})

test('only the admin sees and merges typed brands', async () => {
  expect(await catchError(seller('GET /catalogue/typedbrands'))).toMatchObject({ status: 403 })
  const id = await getBrandId('Honda')
  expect(
    await catchError(seller('POST /catalogue/brands/:id/aliases', { params: { id }, body: { name: 'x' } })),
  ).toMatchObject({ status: 403 })
})
