// Prints the listings of the demonstration as JSON, with all that tools/pictures draws: node seed/print-listings.ts
import { generatedBikes, handwrittenBikes } from './bikes.ts'
import type { DemoBike } from './demo-bike.ts'
import { photographedBikes } from './listing-pictures.ts'
import type { BodyType } from './listings/body-types.ts'
import type { Colour } from './listings/colours.ts'
import { findDemoModel } from './listings/models.ts'

export type PrintedListing = {
  key: string
  body: BodyType
  /** Null where the listing does not say it. */
  colour: Colour | null
  ageYears: number
  kilometres: number
  condition: DemoBike['bought']['condition']
  engineCc: number
}

const bikes = [...handwrittenBikes, ...generatedBikes].filter(({ key }) => !photographedBikes.includes(key))

const toPrintedListing = (bike: (typeof bikes)[number]): PrintedListing => {
  const { details, bought, category, key } = bike
  const model = findDemoModel(category, details?.model ?? '')
  if (!details || !model) throw new Error(`${key} has no model, so its body type is unknown.`)
  return {
    key,
    body: model.body,
    colour: 'colour' in bike ? bike.colour : null,
    ageYears: bought.yearsAgo,
    kilometres: details.kilometres,
    condition: bought.condition,
    engineCc: details.engineCc,
  }
}

console.log(JSON.stringify(bikes.map(toPrintedListing), null, 2))
