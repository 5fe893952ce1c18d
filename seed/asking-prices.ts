// Asking prices of used bikes by model and age, in whole Taka: the demonstration prices follow them.
// Medians of 1,935 advertisements in Bangladesh of January 2022; the advertisements themselves are not stored.

/**
 * Converts prices of January 2022 to those of today. A dollar cost about 86 Taka then and costs about 122 now, 40 % more.
 * Used bikes rose less, because most are assembled here and wages rose less: 25 % more brings a four-year-old FZS from
 * 172,250 to the 215,000 or so that owners ask for now.
 */
export const priceRiseSince2022 = 1.25

/**
 * Upper bound of a used price as a share of the new price. The youngest Gixxers of 2022 need it: new ones were scarce that
 * year, so used ones cost as much as new ones cost today.
 */
export const maxShareOfNewPrice = 0.92

/**
 * `names`: prefixes of the bikes' names; `medianByAge`: median asking price by years of use. Where sellers gave the engine
 * size in several ways (an R15 of 150 and of 155), the largest group gives the median of an age.
 */
type AskingPrices = { names: string; p10: number; p90: number; medianByAge: Readonly<Record<number, number>> }

export const askingPrices: readonly AskingPrices[] = [
  {
    names: 'Yamaha FZS',
    p10: 123_000,
    p90: 205_000,
    medianByAge: { 1: 205_000, 2: 210_000, 3: 192_000, 4: 172_250, 5: 165_000, 7: 130_000, 8: 120_000, 9: 135_000 },
  },
  {
    names: 'Yamaha Fazer',
    p10: 129_000,
    p90: 227_000,
    medianByAge: { 4: 209_000, 5: 177_500, 6: 182_500, 7: 132_000, 8: 128_000 },
  },
  { names: 'Yamaha FZ16', p10: 75_500, p90: 170_000, medianByAge: { 9: 124_250, 10: 86_750 } },
  {
    names: 'Yamaha R15',
    p10: 245_000,
    p90: 430_000,
    medianByAge: { 1: 427_000, 2: 405_000, 3: 330_000, 4: 340_000 },
  },
  {
    names: 'Suzuki Gixxer 155',
    p10: 140_000,
    p90: 270_000,
    medianByAge: { 1: 260_000, 2: 250_000, 3: 180_000, 4: 170_000, 5: 150_000, 6: 149_450 },
  },
  { names: 'Suzuki GSX-', p10: 270_000, p90: 358_000, medianByAge: { 1: 356_000, 2: 320_000 } },
  { names: 'Suzuki Hayate', p10: 64_000, p90: 75_000, medianByAge: { 3: 72_000, 4: 72_000 } },
  {
    names: 'TVS Apache RTR 160',
    p10: 105_000,
    p90: 185_000,
    medianByAge: { 1: 174_500, 2: 142_500, 3: 147_950, 4: 115_000, 5: 113_500, 9: 85_000 },
  },
  {
    names: 'TVS Apache RTR 150',
    p10: 75_000,
    p90: 120_000,
    medianByAge: { 3: 118_000, 4: 110_000, 5: 105_000, 6: 105_000, 7: 93_500, 8: 90_000, 9: 66_000, 10: 82_500 },
  },
  {
    names: 'TVS Stryker 125',
    p10: 75_000,
    p90: 101_000,
    medianByAge: { 1: 101_000, 2: 89_000, 3: 82_000, 4: 84_500, 5: 78_000 },
  },
  {
    names: 'TVS Metro Plus 110',
    p10: 65_000,
    p90: 90_000,
    medianByAge: { 1: 90_000, 2: 77_500, 3: 82_000, 4: 82_000, 5: 65_000, 6: 67_500 },
  },
  {
    names: 'TVS Metro 100',
    p10: 49_999,
    p90: 77_000,
    medianByAge: { 2: 63_000, 3: 68_000, 4: 72_000, 7: 55_000, 8: 52_000, 9: 50_500, 10: 42_499 },
  },
  { names: 'TVS Radeon 110', p10: 61_000, p90: 82_000, medianByAge: { 1: 75_000, 2: 76_000 } },
]
