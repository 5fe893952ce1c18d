import type { BodyType } from './body-types.ts'
import type { Colour } from './colours.ts'

/** A model of which the demonstration has bikes. */
export type DemoModel = {
  brand: string
  /** The name in the catalogue. */
  model: string
  /** How sellers write the name of the bike, without the brand. */
  names: readonly [string, ...string[]]
  engineCc: number
  body: BodyType
  /** Price of the new bike, in whole Taka. */
  newTaka: number
  /** Years since it was bought, youngest and oldest. */
  ages: readonly [number, number]
  /** How many bikes are generated, besides those written by hand. */
  count: number
  colours?: readonly [Colour, ...Colour[]]
}

type Facts = Omit<DemoModel, 'brand' | 'model' | 'names'> & { names?: readonly [string, ...string[]] }

/** Returns a function that creates models of a brand; without `names` the bikes have the catalogue's name. */
export const createModelFor =
  (brand: string) =>
  (model: string, { names = [model], ...facts }: Facts): DemoModel => ({ brand, model, names, ...facts })
