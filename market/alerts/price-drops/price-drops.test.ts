import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { inProcess } from '#platform/ssr/inject-transport.ts'
import { book } from '#tests/support/buying.ts'
import { newsroom, priceLettersOf, reprice } from '#tests/support/alerts.ts'
import { newMember, offer, type Seller } from '#tests/support/selling.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { tellNews } from '#market/alerts/jobs.ts'
import { priceNotes } from '#market/alerts/table.ts'

let shop: TestShop
let nadia: Seller
beforeAll(async () => {
  shop = await openTestShop({ keep: true })
  nadia = await newMember(shop, 'Seller')
})
afterAll(() => shop.close())

const hourMs = 60 * 60_000

/** Somebody who keeps a bike for 1,78,000 Taka aside. */
const keeper = async () => {
  const bike = await offer(shop, nadia)
  const reader = await newMember(shop, 'Buyer', 'Sadia Islam')
  const { insertedId: id } = await reader('POST /wishlist', { body: { productId: bike.id } })
  const ask = (salePrice: number) => reprice(shop, nadia, { id: bike.id, salePrice })
  return { bike, reader, id, ask }
}

describe('a bike of a wishlist that becomes cheaper', () => {
  test('is told once, and says on the wishlist what it cost when it was kept', async () => {
    const { reader, ask } = await keeper()
    await ask(173_000)
    await tellNews(newsroom(shop))
    await tellNews(newsroom(shop, 2 * hourMs))
    const letters = await priceLettersOf(shop, reader)
    expect(letters).toHaveLength(1)
    expect(letters[0]?.subject).toBe('৳5,000 less: Suzuki Gixxer 155')
    expect(letters[0]?.text).toContain('now costs ৳1,73,000; it was ৳1,78,000')
    expect(await reader('GET /wishlist')).toMatchObject([{ salePrice: 173_000, priceWhenKept: 178_000 }])
  })

  test('is told for each drop, once an hour at most, from the price that was told last', async () => {
    const { reader, ask } = await keeper()
    await ask(173_000)
    await tellNews(newsroom(shop))
    await ask(170_000)
    await ask(169_000)
    await tellNews(newsroom(shop, hourMs / 2))
    expect(await priceLettersOf(shop, reader)).toHaveLength(1)
    await tellNews(newsroom(shop, hourMs + 1_000))
    const [, second, ...more] = await priceLettersOf(shop, reader)
    expect(more).toEqual([])
    expect(second?.text).toContain('now costs ৳1,69,000; it was ৳1,73,000')
  })

  test('is not told when its price was raised before it fell, or rose again before it was told', async () => {
    const { reader, ask } = await keeper()
    await ask(190_000)
    await ask(178_000)
    await tellNews(newsroom(shop))
    await ask(170_000)
    await ask(178_000)
    await tellNews(newsroom(shop))
    expect(await priceLettersOf(shop, reader)).toEqual([])
    await ask(177_000)
    await tellNews(newsroom(shop))
    expect(await priceLettersOf(shop, reader)).toHaveLength(1)
  })

  test('is told neither to who has booked it at another price nor to who stopped these letters', async () => {
    const [booked, stopped] = [await keeper(), await keeper()]
    await book(booked.reader, booked.bike)
    await stopped.reader('PUT /price-letters', { body: { on: false } })
    await booked.ask(170_000)
    await stopped.ask(170_000)
    await tellNews(newsroom(shop))
    expect(await priceLettersOf(shop, booked.reader)).toEqual([])
    expect(await priceLettersOf(shop, stopped.reader)).toEqual([])
    expect(await stopped.reader('GET /price-letters')).toEqual({ on: false })
    expect(await booked.reader('GET /price-letters')).toEqual({ on: true })
  })

  test('is not told when it is sold or taken off meanwhile', async () => {
    const { bike, reader, ask } = await keeper()
    await ask(170_000)
    await nadia('DELETE /allbikes/:id', { params: { id: bike.id } })
    await tellNews(newsroom(shop))
    expect(await priceLettersOf(shop, reader)).toEqual([])
  })

  test('is told once by several processes, and after a crash by the next one', async () => {
    const { reader, ask } = await keeper()
    await ask(170_000)
    const dying = newsroom(shop)
    dying.newId = () => {
      throw new Error('the power is gone')
    }
    await expect(tellNews(dying)).rejects.toThrow('the power is gone')
    expect(await priceLettersOf(shop, reader)).toEqual([])
    await Promise.all(Array.from({ length: 8 }, () => tellNews(newsroom(shop))))
    expect(await priceLettersOf(shop, reader)).toHaveLength(1)
    const waiting = await shop.db.select().from(priceNotes)
    expect(waiting.filter(({ settledAt }) => settledAt === null)).toEqual([])
  })

  test('is told in the language of the page on which it was kept; one tap stops all such letters', async () => {
    const bike = await offer(shop, nadia)
    const reader = await newMember(shop, 'Buyer')
    const inBangla = createClient(inProcess(shop.app, { 'accept-language': 'bn' }), async () => reader.token)
    await inBangla('POST /wishlist', { body: { productId: bike.id } })
    await reprice(shop, nadia, { id: bike.id, salePrice: 170_000 })
    await tellNews(newsroom(shop))
    const [letter] = await priceLettersOf(shop, reader)
    expect(letter?.subject).toBe('৳৮,০০০ কমেছে: Suzuki Gixxer 155')
    const { pathname } = new URL(letter?.stopUrl ?? '')
    const token = pathname.split('/').at(-1) ?? ''
    expect(await shop.visitor('GET /letters/:token', { params: { token } })).toEqual({
      what: 'prices',
      name: null,
      stopped: false,
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await shop.app.inject({ method: 'POST', url: pathname, headers, payload: '' })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/bn/stop/${token}`])
    expect(await reader('GET /price-letters')).toEqual({ on: false })
    await reader('PUT /price-letters', { body: { on: true } })
    expect(await reader('GET /price-letters')).toEqual({ on: true })
  })
})
