/** What a bike costs that kept this share of its price when new, in Taka: 3,29,950 and 69 % → 2,28,000. */
export const getKeptTaka = (originalTaka: number, percent: number): number =>
  Math.round((originalTaka * percent) / 100_000) * 1_000
