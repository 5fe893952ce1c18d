// All bikes of the demonstration: those written by hand, to which journeys refer by key, and generated ones. Their locations follow the country's advertisements: four of ten in Dhaka city, the rest
// in all eight divisions. Their prices follow asking-prices.ts.
import { suzukiBikes } from './bikes-suzuki.ts'
import { tvsBikes } from './bikes-tvs.ts'
import { yamahaBikes } from './bikes-yamaha.ts'
import type { BikeDetails, DemoBike, HandwrittenBike } from './demo-bike.ts'
import { findListingPictures, photographedBikes } from './listing-pictures.ts'
import { createGeneratedBikes, type GeneratedBike } from './listings/listings.ts'

const bikesByBrand = { Yamaha: yamahaBikes, Suzuki: suzukiBikes, TVS: tvsBikes }
type BikesByBrand = typeof bikesByBrand
export type BikeKey = { [Name in keyof BikesByBrand]: keyof BikesByBrand[Name] }[keyof BikesByBrand]

/** A bike with the key by which the rest of the seed refers to it, and its category. */
export type SeedBike = DemoBike & {
  key: string
  /** Its brand. */
  category: string
  details: BikeDetails | undefined
}

/** Gives a bike its own pictures, as far as they are rendered. */
const withOwnPictures = (bike: SeedBike): SeedBike => {
  const [first, ...others] = findListingPictures(bike.key).map(({ name }) => name)
  if (first === undefined || photographedBikes.includes(bike.key)) return bike
  return { ...bike, picture: first, details: bike.details && { ...bike.details, morePictures: others } }
}

const toSeedBikes = (category: keyof BikesByBrand): SeedBike[] =>
  Object.entries<HandwrittenBike>(bikesByBrand[category]).map(([key, { facts, description, morePictures, ...bike }]) =>
    withOwnPictures({
      ...bike,
      key,
      category,
      details: { ...facts, description, ...(morePictures && { morePictures }) },
    }),
  )

/** Bikes written by hand. */
export const handwrittenBikes: readonly SeedBike[] = [
  ...toSeedBikes('Yamaha'),
  ...toSeedBikes('Suzuki'),
  ...toSeedBikes('TVS'),
]

/** All generated bikes, also those that have no pictures yet. */
export const generatedBikes: readonly GeneratedBike[] = createGeneratedBikes()

/** A generated bike is in the demonstration as soon as a picture of it is rendered. */
const toShownBike = (bike: GeneratedBike): SeedBike[] => {
  const [picture] = findListingPictures(bike.key)
  return picture ? [withOwnPictures({ ...bike, picture: picture.name })] : []
}

export const bikes: readonly SeedBike[] = [...handwrittenBikes, ...generatedBikes.flatMap(toShownBike)]
