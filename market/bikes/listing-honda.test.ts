// One Honda on its whole way, through every part of the shop that once knew three brands only.
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { book, completeSale, createPaymentBody, startPayment } from '#tests/support/buying.ts'
import { createProductBody, insertUploadedPicture, registerMember } from '#tests/support/selling.ts'
import { createTestApp } from '#tests/support/test-app.ts'

test(
  'a Honda goes from the form to the category, search, guide, share picture and sale',
  { tags: 'long' },
  async () => {
    const testApp = await createTestApp()
    const seller = await registerMember(testApp, 'Seller')
    const karim = await testApp.signInAs('karim')
    const { visitor } = testApp
    const countHondas = async () =>
      (await visitor('GET /bikes/brands')).find(({ slug }) => slug === 'honda')?.count ?? 0
    const hondasBefore = await countHondas()

    // As the listing form sends it.
    const names = { productName: 'Honda CB Hornet 160R', name: 'Honda', brand: 'Honda', model: 'CB Hornet 160R' }
    const image = await insertUploadedPicture(testApp, seller)
    const body = { ...createProductBody(image), ...names, engineCc: 163, kilometres: 21_000 }
    const { insertedId: id } = await seller('POST /allbikes', { body })
    const isListed = (bikes: { _id: string }[]) => bikes.some(({ _id }) => _id === id)

    // The category, the search with its facets, and the chips of the home page.
    expect(isListed(await karim('GET /categoryDetails/:name', { params: { name: 'Honda' } }))).toBe(true)
    for (const card of ['Yamaha', 'Suzuki', 'TVS'])
      expect(isListed(await karim('GET /categoryDetails/:name', { params: { name: card } }))).toBe(false)
    for (const query of [{ q: 'hornet' }, { q: 'হোন্ডা' }, { brand: 'honda' }, { model: 'honda-cb-hornet-160r' }]) {
      const found = await visitor('GET /bikes', { query })
      expect(isListed(found.bikes), JSON.stringify(query)).toBe(true)
      expect(found.facets.brands.find(({ slug }) => slug === 'honda')?.count).toBeGreaterThan(0)
    }
    expect(await countHondas()).toBe(hondasBefore + 1)

    // The price guide of its model, and what the seller is told about the price.
    const guide = await visitor('GET /guide/:brand/:model', { params: { brand: 'Honda', model: 'CB Hornet 160R' } })
    expect(guide).toMatchObject({ brand: 'Honda', model: 'CB Hornet 160R', onSale: expect.any(Number) })
    expect(isListed(guide.bikes)).toBe(true)
    const query = { brand: 'Honda', model: 'CB Hornet 160R', year: '2021' }
    expect((await seller('GET /suggestedprice', { query })).lacks).not.toBe('model')

    // Its own page and the picture for sharing.
    const { slug } = await seller('GET /allbikes/myproduct/:id', { params: { id } })
    expect((await testApp.fastify.inject(`/api/bikes/${slug}`)).json()).toMatchObject({ name: 'Honda', brand: 'Honda' })
    const getPicture = () => testApp.fastify.inject(`/share/${slug}.jpg`)
    // A busy machine may need more than the 20 seconds that one rendering gets.
    await expect.poll(async () => (await getPicture()).statusCode, { timeout: 60_000 }).toBe(200)
    const picture = await getPicture()
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 })

    // The sale.
    const order = await book(karim, { id, salePriceTaka: body.salePrice })
    const intent = await startPayment(karim, order)
    await testApp.payIntent(intent)
    await karim('POST /payments', { body: createPaymentBody(karim, order, intent) })
    await completeSale(testApp, order.bookingId)
    expect(await seller('GET /allbikes/myproduct/:id', { params: { id } })).toMatchObject({
      name: 'Honda',
      status: 'sold',
    })
    expect(isListed(await karim('GET /categoryDetails/:name', { params: { name: 'Honda' } }))).toBe(false)
    expect(await countHondas()).toBe(hondasBefore)
  },
)
