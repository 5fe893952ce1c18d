// What a loan costs, for the calculator on a bike's page.

export type Loan = { priceTaka: number; downPercent: number; months: number; yearlyPercent: number }

/** What is paid at once, each month, and as interest in all; whole Taka. */
export type Instalment = { downTaka: number; monthlyTaka: number; interestTaka: number }

/**
 * The equal monthly instalment of a loan on the reducing balance, as banks here reckon. Each payment is rounded up to a
 * whole Taka, since nobody is lent the rest.
 */
export const calculateInstalment = ({ priceTaka, downPercent, months, yearlyPercent }: Loan): Instalment => {
  const downTaka = Math.ceil((priceTaka * downPercent) / 100)
  const loanTaka = priceTaka - downTaka
  const rate = yearlyPercent / 100 / 12
  const exactTaka = rate === 0 ? loanTaka / months : (loanTaka * rate) / (1 - (1 + rate) ** -months)
  // What is a whole number but for the last bits of a fraction is not rounded up.
  const monthlyTaka = Math.ceil(Number(exactTaka.toFixed(6)))
  return { downTaka, monthlyTaka, interestTaka: monthlyTaka * months - loanTaka }
}
