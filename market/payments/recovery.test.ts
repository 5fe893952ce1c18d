// What becomes of a payment that was made after the backup that was restored.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { payments, restores } from '#market/schema/money/payments.ts'
import { book, startPayment } from '#tests/support/buying.ts'
import { createListing, getMemberId, registerMember } from '#tests/support/selling.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { recoverPayments } from './recovery.ts'

/** A bike with two buyers, of whom the first has paid, and the restored data does not know it. */
const loseAPayment = async () => {
  const testApp = await createTestApp()
  const seller = await registerMember(testApp, 'Seller')
  const [payer, other] = [await registerMember(testApp, 'Buyer'), await registerMember(testApp, 'Buyer')]
  const bike = await createListing(testApp, seller)
  const order = await book(payer, bike)
  const otherOrder = await book(other, bike)
  const id = randomUUID()
  const { id: intentId } = await testApp.paymentProvider.create({
    id,
    amountTaka: order.price,
    priceTaka: order.price,
    bikeId: bike.id,
    buyerId: await getMemberId(testApp, payer),
    purpose: 'full',
  })
  await testApp.payIntent(intentId)
  const recover = async () => {
    const now = new Date()
    await testApp.db.insert(restores).values({ restoredAt: now, backupMadeAt: now })
    await recoverPayments(testApp.paymentsDeps)
    const [row] = await testApp.db.select().from(payments).where(eq(payments.intentId, intentId))
    const { refundedElsewherePoisha, orderedRefunds } = await testApp.paymentProvider.retrieve(intentId)
    const refundedPoisha = orderedRefunds.reduce((sum, { amountPoisha }) => sum + amountPoisha, refundedElsewherePoisha)
    return { state: row?.state, refundedPoisha }
  }
  return { other, otherOrder, order, recover }
}

test('it is entered again and buys the bike, as long as nobody else pays for it', async () => {
  const { recover } = await loseAPayment()
  expect(await recover()).toEqual({ state: 'succeeded', refundedPoisha: 0 })
})

test('all of it goes back where another buyer is paying for the bike by now', async () => {
  const { recover, order, other, otherOrder } = await loseAPayment()
  await startPayment(other, otherOrder)
  expect(await recover()).toEqual({ state: undefined, refundedPoisha: order.price * 100 })
})
