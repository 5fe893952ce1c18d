// What the card provider says is believed only when it can be read.
import { expect, test } from 'vitest'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import {
  startPayment,
  book,
  createPaymentBody,
  findUnwantedBike,
  getCollectedTaka,
  catchError,
} from '#tests/support/buying.ts'
import { divideByLength } from '#tests/support/run-length.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

// The provider's own library tries three times.
const tries = 3

const injectFault = async ({ sandboxPort }: TestApp, operation: 'create' | 'retrieve', fault: 'garbage' | 'html') => {
  await fetch(`http://127.0.0.1:${sandboxPort}/sandbox/faults`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandboxKeys.stripe.secretKey}` },
    body: JSON.stringify({ operation, fault, times: tries }),
  })
}

const clearFaults = ({ sandboxPort }: TestApp) =>
  fetch(`http://127.0.0.1:${sandboxPort}/sandbox/faults`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${sandboxKeys.stripe.secretKey}` },
  })

for (const { rows, options } of divideByLength(['garbage', 'html'] as const, (fault) => fault === 'garbage'))
  test.each(rows)(
    'an answer of the provider that is %s is no success, and the buyer tries again',
    options,
    async (fault) => {
      const testApp = await createTestApp()
      const karim = await testApp.signInAs('karim')
      const order = await book(karim, await findUnwantedBike(testApp))

      await injectFault(testApp, 'create', fault)
      expect(await catchError(startPayment(karim, order))).toMatchObject({ status: 503, code: 'cards_unavailable' })
      await clearFaults(testApp)
      const intent = await startPayment(karim, order)
      await testApp.payIntent(intent)

      await injectFault(testApp, 'retrieve', fault)
      const body = createPaymentBody(karim, order, intent)
      expect(await catchError(karim('POST /payments', { body }))).toMatchObject({
        status: 503,
        code: 'cards_unavailable',
      })
      expect(await karim('GET /bookings/:id', { params: { id: order.bookingId } })).toMatchObject({ paid: false })
      await clearFaults(testApp)
      expect(await karim('POST /payments', { body })).toMatchObject({ acknowledged: true })
      expect([...(await getCollectedTaka(testApp)).keys()]).toEqual([intent])
    },
  )
