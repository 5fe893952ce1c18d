// All bikes of the demonstration shop. Where they stand follows the country's advertisements: four of ten in Dhaka city,
// the rest over all eight divisions. What they ask follows asked-prices.ts.
import type { categoryNames } from '#contract/bikes.ts'
import { suzukiBikes } from './bikes-suzuki.ts'
import { tvsBikes } from './bikes-tvs.ts'
import { yamahaBikes } from './bikes-yamaha.ts'
import type { BikeDetails, DemoBike } from './demo-bike.ts'
import { suzukiDetails } from './details-suzuki.ts'
import { tvsDetails } from './details-tvs.ts'
import { yamahaDetails } from './details-yamaha.ts'

const shelves = { Yamaha: yamahaBikes, Suzuki: suzukiBikes, TVS: tvsBikes }
const details: Record<keyof typeof shelves, Record<string, BikeDetails>> = {
  Yamaha: yamahaDetails,
  Suzuki: suzukiDetails,
  TVS: tvsDetails,
}

type Shelves = typeof shelves
export type BikeKey = { [Name in keyof Shelves]: keyof Shelves[Name] }[keyof Shelves]

/** A bike with the key by which the rest of the seed speaks of it, and its category. */
export type ShelvedBike = DemoBike & {
  key: string
  category: (typeof categoryNames)[number]
  details: BikeDetails | undefined
}

const shelved = (category: keyof Shelves): ShelvedBike[] =>
  Object.entries<DemoBike>(shelves[category]).map(([key, bike]) => ({
    ...bike,
    key,
    category,
    details: details[category][key],
  }))

export const bikes: readonly ShelvedBike[] = [...shelved('Yamaha'), ...shelved('Suzuki'), ...shelved('TVS')]
