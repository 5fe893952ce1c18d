import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calculateInstalment } from './calculate-instalment.ts'

describe('the instalments of a bike', () => {
  test('are those of a loan on the reducing balance', () => {
    // Tk 1,00,000 at 12 % a year for 12 months: a bank's amortisation table gives 8,884.88 a month.
    expect(calculateInstalment({ priceTaka: 125_000, downPercent: 20, months: 12, yearlyPercent: 12 })).toEqual({
      downTaka: 25_000,
      monthlyTaka: 8_885,
      interestTaka: 6_620,
    })
  })

  test('without interest are the price in equal parts', () => {
    expect(calculateInstalment({ priceTaka: 120_000, downPercent: 0, months: 12, yearlyPercent: 0 })).toEqual({
      downTaka: 0,
      monthlyTaka: 10_000,
      interestTaka: 0,
    })
  })

  test('always pay the loan back, and a longer loan costs more in all and less a month', () => {
    const loan = fc.record({
      priceTaka: fc.integer({ min: 1_000, max: 999_999 }),
      downPercent: fc.integer({ min: 0, max: 80 }),
      months: fc.integer({ min: 6, max: 59 }),
      yearlyPercent: fc.integer({ min: 0, max: 30 }),
    })
    fc.assert(
      fc.property(loan, (terms) => {
        const instalment = calculateInstalment(terms)
        const longer = calculateInstalment({ ...terms, months: terms.months + 1 })
        expect(instalment.interestTaka).toBeGreaterThanOrEqual(0)
        expect(longer.monthlyTaka).toBeLessThanOrEqual(instalment.monthlyTaka)
        // In tiny loans, rounding each month up to a Taka may cost more than the interest.
        expect(longer.interestTaka).toBeGreaterThanOrEqual(instalment.interestTaka - terms.months)
      }),
    )
  })
})
