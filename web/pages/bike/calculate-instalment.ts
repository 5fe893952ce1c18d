// Cost of a loan, for the instalment calculator.

type Loan = { priceTaka: number; downPercent: number; months: number; yearlyPercent: number }

/** Down payment, monthly instalment and total interest, in whole Taka. */
type Instalment = { downTaka: number; monthlyTaka: number; interestTaka: number }

/**
 * The equal monthly instalment of a reducing-balance loan. Each payment is rounded up to a whole Taka, so that the loan
 * is fully repaid.
 */
export const calculateInstalment = ({ priceTaka, downPercent, months, yearlyPercent }: Loan): Instalment => {
  const downTaka = Math.ceil((priceTaka * downPercent) / 100)
  const loanTaka = priceTaka - downTaka
  const rate = yearlyPercent / 100 / 12
  const exactTaka = rate === 0 ? loanTaka / months : (loanTaka * rate) / (1 - (1 + rate) ** -months)
  // Removes floating-point noise first, so that an exact whole number is not rounded up.
  const monthlyTaka = Math.ceil(Number(exactTaka.toFixed(6)))
  return { downTaka, monthlyTaka, interestTaka: monthlyTaka * months - loanTaka }
}
