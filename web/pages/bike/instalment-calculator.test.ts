// What a bank loan could cost, as its folded line says it.
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { loadBangla, readText } from '#tests/support/deals/read-page.ts'
import { InstalmentCalculator } from './instalment-calculator.tsx'

test('the monthly amount comes after a down payment, which is called one', async () => {
  const Calculator = () => createElement(InstalmentCalculator, { priceTaka: 219_000 })
  expect(readText(Calculator, null)).toContain('a month for 24 months, after a down payment of ৳43,800')
  expect(readText(Calculator, null, await loadBangla())).toContain('৳৪৩,৮০০ ডাউন পেমেন্টের পর ২৪ মাস, মাসে প্রায়')
})
