// The bike of a valuation, as query parameters of the page "Add A Product".
import { earliestYear, maxKilometres, minPriceTaka, maxPriceTaka } from '#contract/limits.ts'
import { parseWholeNumber } from './parse-whole-number.ts'

/** Names of the catalogue in English. `kilometres` and `priceTaka` are null where they are not known. */
export type ValuedBike = {
  brand: string
  model: string
  year: number
  kilometres: number | null
  priceTaka: number | null
}

/** The path of "Add A Product" with the bike to fill in. */
export const toListingPath = ({ brand, model, year, kilometres, priceTaka }: ValuedBike): string => {
  const params = new URLSearchParams({ brand, model, year: String(year) })
  if (kilometres !== null) params.set('km', String(kilometres))
  if (priceTaka !== null) params.set('price', String(priceTaka))
  return `/dashboard/addproducts?${params.toString()}`
}

const maxNameLength = 60
/** The prices that the form takes, in Taka. */
const priceBounds = { min: minPriceTaka, max: maxPriceTaka }

const readNumber = (params: URLSearchParams, name: string, bounds: { min: number; max: number }): number | null => {
  const number = parseWholeNumber(params.get(name) ?? '')
  return number !== null && number >= bounds.min && number <= bounds.max ? number : null
}

const readName = (params: URLSearchParams, name: string): string | null => {
  const text = (params.get(name) ?? '').trim()
  return text === '' || text.length > maxNameLength ? null : text
}

/**
 * Reads what `toListingPath` wrote. Null without brand, model and a year from `earliestYear` to `thisYear`; kilometres and a price that
 * the form would refuse are null. Whether the catalogue has the model is for the caller to check.
 */
export const parseListingParams = (params: URLSearchParams, thisYear: number): ValuedBike | null => {
  const [brand, model] = [readName(params, 'brand'), readName(params, 'model')]
  const year = readNumber(params, 'year', { min: earliestYear, max: thisYear })
  if (brand === null || model === null || year === null) return null
  return {
    brand,
    model,
    year,
    kilometres: readNumber(params, 'km', { min: 0, max: maxKilometres }),
    priceTaka: readNumber(params, 'price', priceBounds),
  }
}
