// All bikes of the demonstration. Their locations follow the country's advertisements: four of ten in Dhaka city, the rest
// in all eight divisions. Their prices follow asking-prices.ts.
import type { categoryNames } from '#contract/bikes.ts'
import { suzukiBikes } from './bikes-suzuki.ts'
import { tvsBikes } from './bikes-tvs.ts'
import { yamahaBikes } from './bikes-yamaha.ts'
import type { BikeDetails, DemoBike } from './demo-bike.ts'
import { suzukiDetails } from './details-suzuki.ts'
import { tvsDetails } from './details-tvs.ts'
import { yamahaDetails } from './details-yamaha.ts'

const bikesByBrand = { Yamaha: yamahaBikes, Suzuki: suzukiBikes, TVS: tvsBikes }
const detailsByBrand: Record<keyof typeof bikesByBrand, Record<string, BikeDetails>> = {
  Yamaha: yamahaDetails,
  Suzuki: suzukiDetails,
  TVS: tvsDetails,
}

type BikesByBrand = typeof bikesByBrand
export type BikeKey = { [Name in keyof BikesByBrand]: keyof BikesByBrand[Name] }[keyof BikesByBrand]

/** A bike with the key by which the rest of the seed refers to it, and its category. */
export type SeedBike = DemoBike & {
  key: string
  category: (typeof categoryNames)[number]
  details: BikeDetails | undefined
}

const toSeedBikes = (category: keyof BikesByBrand): SeedBike[] =>
  Object.entries<DemoBike>(bikesByBrand[category]).map(([key, bike]) => ({
    ...bike,
    key,
    category,
    details: detailsByBrand[category][key],
  }))

export const bikes: readonly SeedBike[] = [...toSeedBikes('Yamaha'), ...toSeedBikes('Suzuki'), ...toSeedBikes('TVS')]
