// Asking prices of generated bikes: a usual price by model and age, with the spread of the market around it.
import { askingPrices, maxShareOfNewPrice, priceRiseSince2022 } from '../asking-prices.ts'
import type { Random } from './random.ts'

/** What a bike is worth after so many years as a share of its price when new. After that it loses 5 % a year. */
const shareOfNewByAge = [1, 0.87, 0.79, 0.74, 0.67, 0.61, 0.57, 0.53, 0.5, 0.48, 0.46]
const laterYearlyShare = 0.95
const minShareOfNew = 0.22

/** Price falls by 3.8 % when the kilometres are e times as many (elasticity of 1,415 advertisements). */
const kilometreElasticity = -0.038
const conditionFactor = { Excellent: 1.05, Good: 1, Fair: 0.93 } as const
const priceSpread = 0.075
// Owners ask round sums.
const roundTaka = 500

type PricedBike = {
  name: string
  newTaka: number
  ageYears: number
  kilometres: number
  usualKilometres: number
  owners: number
  condition: keyof typeof conditionFactor
}

const getShareOfNew = (ageYears: number): number => {
  const last = shareOfNewByAge.length - 1
  const share = shareOfNewByAge[Math.min(ageYears, last)] ?? minShareOfNew
  return Math.max(minShareOfNew, share * laterYearlyShare ** Math.max(0, ageYears - last))
}

/** The usual price of the model at that age: the market's median where it is known, else a share of the new price. */
const getUsualTaka = ({ name, newTaka, ageYears }: PricedBike): number => {
  const median = askingPrices.find(({ names }) => name.startsWith(names))?.medianByAge[ageYears]
  return median === undefined
    ? newTaka * getShareOfNew(ageYears)
    : Math.min(median * priceRiseSince2022, newTaka * maxShareOfNewPrice)
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))

/** Returns an asking price in whole Taka, below the price when new. */
export const createAskingPrice = (bike: PricedBike, random: Random): number => {
  const usual = getUsualTaka(bike)
  const factor =
    conditionFactor[bike.condition] *
    (bike.kilometres / bike.usualKilometres) ** kilometreElasticity *
    (1 - 0.015 * (bike.owners - 1)) *
    Math.exp(random.normal() * priceSpread)
  const range = askingPrices.find(({ names }) => bike.name.startsWith(names))
  const wanted = usual * clamp(factor, 0.87, 1.13)
  const inRange = range
    ? clamp(wanted, range.p10 * priceRiseSince2022, range.p90 * priceRiseSince2022 - roundTaka)
    : wanted
  return Math.min(Math.ceil(inRange / roundTaka) * roundTaka, bike.newTaka - 10 * roundTaka)
}
