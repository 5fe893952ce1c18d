// The buyer's own network breaks: the card provider has the money, and the page never heard of it.
import { expect, test } from 'vitest'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import { begin, book, freshBike, keptMoney, refusalOf } from '#tests/support/buying.ts'
import { openTestShop } from '#tests/support/test-app.ts'

test('a buyer who never heard that the card was charged, reloads and pays again, is charged once and reads Paid', async () => {
  const shop = await openTestShop()
  const karim = await shop.as('karim')
  const order = await book(karim, await freshBike(shop))
  const intent = await begin(karim, order)
  await fetch(`http://127.0.0.1:${shop.sandboxPort}/sandbox/faults`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandboxKeys.stripe.secretKey}` },
    body: JSON.stringify({ operation: 'confirm', fault: 'drop_after' }),
  })
  await expect(shop.payFor(intent)).rejects.toThrow(/fetch failed/)

  expect(await refusalOf(begin(karim, order))).toMatchObject({ code: 'already_paid' })
  expect(await karim('GET /bookings/:id', { params: { id: order.bookingId } })).toMatchObject({
    paid: true,
    status: 'sold',
    transactionId: intent,
  })
  expect([...(await keptMoney(shop)).keys()]).toEqual([intent])
})
