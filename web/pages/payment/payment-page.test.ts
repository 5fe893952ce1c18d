// The payment page as it is when it is opened again after a deposit.
import { expect, test } from 'vitest'
import { loadBangla, readText } from '#tests/support/deals/read-page.ts'
import { shownDeposit, shownOrder } from '#tests/support/deals/shown-deals.ts'
import type { Purchase } from '#web/lib/purchase.ts'
import Payment from './payment-page.tsx'

const toPage = (changes: Partial<Purchase>) => ({
  purchase: { ...shownOrder, ...changes },
  options: null,
  ways: [{ way: 'bkash', max: 1_000_000 }],
})

test('a reopened payment page says what is paid and what is left, and that it can be paid here', async () => {
  const page = toPage({ payments: [shownDeposit], rest: 97_000 })
  expect(readText(Payment, page)).toContain(
    'Deposit ৳3,000 paid · ৳97,000 at the meeting You can also pay it here now.',
  )
  expect(readText(Payment, page, await loadBangla())).toMatch(/৳৩,০০০.*৳৯৭,০০০/)
  expect(readText(Payment, toPage({}))).not.toContain('at the meeting')
})
