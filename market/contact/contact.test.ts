import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../tools/buying.ts'
import { openTestShop, type TestShop } from '../../tools/test-shop.ts'
import { contactMessages } from './table.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ keep: true })
})
afterAll(() => shop.close())

test('a visitor writes to the shop and the message is kept', async () => {
  const body = {
    name: 'Mitu',
    email: 'Mitu@Example.com',
    phone: '01812-345678',
    subject: 'Papers',
    message: 'Is the\nsmart card there?',
  }
  expect(await shop.visitor('POST /contact', { body })).toEqual({ acknowledged: true, message: 'Message sent' })
  const [kept] = await shop.db.select().from(contactMessages)
  expect(kept).toMatchObject({ ...body, email: 'mitu@example.com', phone: '+8801812345678' })
})

test('the e-mail is required, and the sentence names it', async () => {
  const refused = await refusalOf(shop.visitor('POST /contact', { body: { email: '' } }))
  expect(refused).toMatchObject({ status: 400, body: { field: 'email', message: expect.stringContaining('e-mail') } })
})
