// Prices to offer with one tap.

const shares = [
  { percent: 3, share: 0.97 },
  { percent: 5, share: 0.95 },
  { percent: 8, share: 0.92 },
]
const stepTaka = 500

/** 3, 5 and 8 percent below a price in Taka, rounded to Tk 500; those outside the range are left out. */
export const suggestPrices = (
  priceTaka: number,
  { minTaka, maxTaka }: { minTaka: number; maxTaka: number },
): { percent: number; taka: number }[] =>
  shares
    .map(({ percent, share }) => ({ percent, taka: Math.round((priceTaka * share) / stepTaka) * stepTaka }))
    .filter(({ taka }) => taka >= minTaka && taka <= maxTaka)
