// Generates the bikes that are not written by hand. The same models always give the same bikes.
import type { conditions } from '#contract/bikes.ts'
import type { District } from '#contract/districts.ts'
import type { BikeDetails, DemoBike } from '../demo-bike.ts'
import type { Colour } from './colours.ts'
import type { DemoModel } from './model.ts'
import { demoModels } from './models.ts'
import { places } from './places.ts'
import { createAskingPrice } from './prices.ts'
import { createRandom, type Random } from './random.ts'
import { moreSellers, sellerDistricts } from './sellers.ts'
import { createDescription, languages, type Language } from './texts/descriptions.ts'
import { divisions } from '#contract/districts.ts'

/** A generated bike; `colour` is what its description says and its pictures show. */
export type GeneratedBike = Omit<DemoBike, 'picture'> & {
  key: string
  category: string
  colour: Colour
  details: BikeDetails
}

type SellerKey = keyof typeof moreSellers
type Draft = { key: string; model: DemoModel; ageYears: number; random: Random }
type Place = { district: District; location: string }

const commonColours: readonly [Colour, ...Colour[]] = [
  'black',
  'red',
  'blue',
  'black',
  'silver',
  'grey',
  'maroon',
  'white',
  'green',
]
// In all at most 90 descriptions in one language: see Sentences.
const shareOfLanguages: readonly Language[] = [
  'bn',
  'en',
  'banglish',
  'bn',
  'en',
  'bn',
  'en',
  'banglish',
  'bn',
  'en',
  'banglish',
]

const toSlug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** Shuffles, always in the same way. */
const shuffle = <Item extends { key: string }>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, order: createRandom(`order of ${item.key}`).between(0, 1) }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item)

const createDrafts = (model: DemoModel): Draft[] =>
  Array.from({ length: model.count }, (_, index) => {
    const key = `${toSlug(`${model.brand} ${model.model}`)}-${index + 1}`
    const random = createRandom(key)
    const [youngest, oldest] = model.ages
    // Ages are spread over the whole range, so that a model has bikes of most years.
    const share = (index + random.between(0, 1)) / model.count
    return { key, model, random, ageYears: Math.round(youngest + share * (oldest - youngest)) }
  })

/** One place for each bike, in the shares of the places. */
const createPlaces = (): Place[] =>
  shuffle(
    places.flatMap(({ district, locations, bikes }) =>
      Array.from({ length: bikes }, (_, index) => {
        const location = locations[index % locations.length] ?? locations[0]
        return { key: `${location} ${index}`, district, location }
      }),
    ),
  )

const getDivision = (district: District): string =>
  divisions.find(({ districts }) => districts.some(({ slug }) => slug === district))?.slug ?? district

const isSellerKey = (key: string): key is SellerKey => key in moreSellers
const sellerKeys = Object.keys(moreSellers).filter(isSellerKey)

/** A seller of the district if there is one, else of the division. */
const pickSeller = (district: District, random: Random): SellerKey => {
  const inDistrict = sellerKeys.filter((key) => sellerDistricts[key] === district)
  const inDivision = sellerKeys.filter((key) => getDivision(sellerDistricts[key]) === getDivision(district))
  const [first = 'dhakabikes', ...others] = inDistrict.length > 0 ? inDistrict : inDivision
  return random.pick([first, ...others])
}

const usualYearlyKilometres: Record<'scooter' | 'small' | 'large' | 'other', number> = {
  scooter: 3_200,
  small: 4_600,
  large: 3_800,
  other: 4_200,
}

const getYearlyKilometres = ({ body, engineCc }: DemoModel): number => {
  if (body.startsWith('scooter')) return usualYearlyKilometres.scooter
  if (engineCc < 130) return usualYearlyKilometres.small
  return engineCc > 165 || body.startsWith('sport') ? usualYearlyKilometres.large : usualYearlyKilometres.other
}

/** Some sellers read the meter, others say a round number. */
const toStatedKilometres = (exact: number, random: Random): number => {
  const step = random.pick([1, 1, 1, 100, 100, 500, 1_000])
  return Math.max(step, Math.round(exact / step) * step)
}

const createCondition = (ageYears: number, random: Random): (typeof conditions)[number] => {
  const wear = ageYears / 12 + random.normal() * 0.28
  if (wear < 0.22) return 'Excellent'
  return wear < 0.78 ? 'Good' : 'Fair'
}

const createOwners = (ageYears: number, random: Random): number =>
  Math.min(4, 1 + (random.chance(0.1 + ageYears * 0.05) ? 1 : 0) + (random.chance(ageYears * 0.03) ? 1 : 0))

const createBike = (
  draft: Draft,
  place: Place,
  order: { index: number; language: Language; ofLanguage: number },
): GeneratedBike => {
  const { key, model, ageYears, random } = draft
  const name = `${model.brand} ${random.pick(model.names)}`
  const usualKilometres = ageYears * getYearlyKilometres(model)
  const kilometres = toStatedKilometres(usualKilometres * Math.exp(random.normal() * 0.38), random)
  const condition = createCondition(ageYears, random)
  const owners = createOwners(ageYears, random)
  const colour = random.pick(model.colours ?? commonColours)
  const sale = createAskingPrice(
    { name, newTaka: model.newTaka, ageYears, kilometres, usualKilometres, owners, condition },
    random,
  )
  return {
    key,
    name,
    category: model.brand,
    colour,
    seller: pickSeller(place.district, random),
    location: place.location,
    taka: { sale, original: model.newTaka },
    bought: { yearsAgo: ageYears, condition },
    listed: createListedAt(model.brand, order.index),
    details: {
      model: model.model,
      engineCc: model.engineCc,
      kilometres,
      owners,
      registeredIn: random.chance(0.85) ? place.district : 'dhaka',
      ...(owners > 1 && random.chance(0.3) && { registeredYearsAgo: Math.max(1, ageYears - 1) }),
      description: createDescription(order.language, order.ofLanguage, {
        model: model.model,
        colour,
        kilometres,
        ageYears,
        location: place.location,
        owners,
      }),
    },
  }
}

// Bikes written by hand are at most 39 days old and of these brands; they stay the newest of their categories.
const handwrittenBrands = ['Yamaha', 'Suzuki', 'TVS']
const firstDay = { handwritten: 41, others: 2 }
const listedDays = 60
const minutesADay = 60 * 24

/** Times between 8:00 and 22:00, no two the same. */
const createListedAt = (brand: string, index: number): DemoBike['listed'] => {
  const daysAgo = (handwrittenBrands.includes(brand) ? firstDay.handwritten : firstDay.others) + (index % listedDays)
  const minute = 8 * 60 + ((index * 7) % (14 * 60)) + (index % 7)
  const [hours, minutes] = [Math.floor((minute % minutesADay) / 60), minute % 60]
  return { daysAgo, at: [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':') }
}

/** All generated bikes, whether or not their pictures exist. */
export const createGeneratedBikes = (): GeneratedBike[] => {
  const allPlaces = createPlaces()
  const counts = new Map<Language, number>(languages.map((language) => [language, 0]))
  return shuffle(demoModels.flatMap(createDrafts)).map((draft, index) => {
    const language = shareOfLanguages[index % shareOfLanguages.length] ?? 'en'
    const ofLanguage = counts.get(language) ?? 0
    counts.set(language, ofLanguage + 1)
    const place = allPlaces[index]
    if (!place) throw new Error(`There are ${allPlaces.length} places but more bikes.`)
    return createBike(draft, place, { index, language, ofLanguage })
  })
}
