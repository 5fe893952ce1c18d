// What is recorded of a refund that the provider does not send.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { minuteMs } from '#contract/time/durations.ts'
import { refunds } from '#market/schema/money/refunds.ts'
import type { CardProvider } from '#market/payments/providers.ts'
import { beginDeal, payDeal } from '#tests/support/money.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { sweepRefunds } from './jobs.ts'

test('a long reason of the provider is cut to what is stored, whether it does not answer or says no', async () => {
  const testApp = await createTestApp()
  const deal = await beginDeal(testApp)
  await payDeal(testApp, deal)
  await deal.seller('POST /deals/:id/cancel', { params: deal.params, body: {} })
  const reason = 'The bank says no. '.repeat(100)
  /** The job some minutes later, while the provider answers each refund with this. */
  const sweepLater = async (minutes: number, refund: CardProvider['refund']) => {
    const cards = { ...testApp.paymentProvider, refund }
    const now = () => new Date(Date.now() + minutes * minuteMs)
    await sweepRefunds({ ...testApp.paymentsDeps, paymentProviders: { cards }, now })
    const [row] = await testApp.db.select().from(refunds).where(eq(refunds.dealId, deal.id))
    return { state: row?.state, tries: row?.tries, length: row?.lastError?.length }
  }
  const silent = await sweepLater(1, () => Promise.reject(new Error(reason)))
  expect(silent).toEqual({ state: 'due', tries: 0, length: 500 })
  const refused = await sweepLater(2, ({ amountPoisha, refundId }) =>
    Promise.resolve({ id: null, status: 'failed', amountPoisha, refundId, failure: reason }),
  )
  expect(refused).toEqual({ state: 'due', tries: 1, length: 500 })
})
