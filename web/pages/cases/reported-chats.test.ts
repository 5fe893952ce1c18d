// What a moderator reads of a reported conversation.
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { loadBangla, readHtml, readText } from '#tests/support/deals/read-page.ts'
import { ReportedChats } from './reported-chats.tsx'

const at = '2026-11-20T04:00:00.000Z'
const chat = {
  _id: 'chat',
  productName: 'Suzuki Gixxer 155',
  buyerName: 'Karim Sheikh',
  sellerName: 'Rahim Uddin',
  reportedSide: 'buyer' as const,
  messages: [
    { number: 1, side: 'buyer' as const, text: 'Call 01712-345678', price: null, at },
    { number: 2, side: 'seller' as const, text: '', price: 169_000, at },
  ],
}
const Page = () => createElement(ReportedChats, { chats: [chat] })

test('a reported conversation has who wrote what and when, as it was written, and offers as prices', async () => {
  const text = readText(Page, null)
  expect(text).toContain('The conversation · Suzuki Gixxer 155')
  expect(text).toContain('This is about : Karim Sheikh , buyer')
  expect(text).toMatch(/Karim Sheikh , buyer · Fri 20 Nov, 10:00 AM Call 01712-345678/)
  expect(text).toMatch(/Rahim Uddin , seller · Fri 20 Nov, 10:00 AM Offers ৳1,69,000/)
  expect(readText(Page, null, await loadBangla())).toContain('৳১,৬৯,০০০ বলেছেন')
  for (const name of [chat.buyerName, chat.sellerName, chat.productName])
    expect(readHtml(Page, null)).toMatch(new RegExp(`translate="no"[^>]*>${name}<`))
})
