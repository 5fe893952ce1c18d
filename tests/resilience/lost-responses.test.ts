// The buyer's own network breaks: the card provider has the money, and the page never heard of it.
import { expect, test } from 'vitest'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import { startPayment, book, findUnwantedBike, getCollectedTaka, catchError } from '#tests/support/buying.ts'
import { createTestApp } from '#tests/support/test-app.ts'

test('a buyer who never heard that the card was charged, reloads and pays again, is charged once and reads Paid', async () => {
  const testApp = await createTestApp()
  const karim = await testApp.signInAs('karim')
  const order = await book(karim, await findUnwantedBike(testApp))
  const intent = await startPayment(karim, order)
  await fetch(`http://127.0.0.1:${testApp.sandboxPort}/sandbox/faults`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandboxKeys.stripe.secretKey}` },
    body: JSON.stringify({ operation: 'confirm', fault: 'drop_after' }),
  })
  await expect(testApp.payIntent(intent)).rejects.toThrow(/fetch failed/)

  expect(await catchError(startPayment(karim, order))).toMatchObject({ code: 'already_paid' })
  expect(await karim('GET /bookings/:id', { params: { id: order.bookingId } })).toMatchObject({
    paid: true,
    status: 'reserved',
    transactionId: intent,
  })
  expect([...(await getCollectedTaka(testApp)).keys()]).toEqual([intent])
})
