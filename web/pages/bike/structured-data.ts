// Structured data of a bike: schema.org Motorcycle with an Offer, and a BreadcrumbList.
import type { z } from 'zod'
import type { BikePage } from '#contract/bike-page.ts'

type BikeData = Pick<
  z.output<typeof BikePage>,
  | 'productName'
  | 'image'
  | 'moreImages'
  | 'name'
  | 'brand'
  | 'model'
  | 'engineCc'
  | 'kilometres'
  | 'purchaseTime'
  | 'registrationYear'
  | 'owners'
  | 'description'
  | 'salePrice'
  | 'soldAt'
  | 'location'
  | 'slug'
>
type PageUrls = { shopUrl: string; pageUrl: string }

/** UN/CEFACT unit codes, as schema.org requires: kilometres and cubic centimetres. */
const toQuantity = (value: number, unitCode: 'KMT' | 'CMQ') => ({ '@type': 'QuantitativeValue', value, unitCode })

const toEngine = (cc: number) => ({ '@type': 'EngineSpecification', engineDisplacement: toQuantity(cc, 'CMQ') })

const toOffer = ({ salePrice, soldAt, location }: BikeData, pageUrl: string) => ({
  '@type': 'Offer',
  url: pageUrl,
  price: salePrice,
  priceCurrency: 'BDT',
  itemCondition: 'https://schema.org/UsedCondition',
  availability: soldAt === null ? 'https://schema.org/InStock' : 'https://schema.org/SoldOut',
  availableAtOrFrom: {
    '@type': 'Place',
    address: { '@type': 'PostalAddress', addressLocality: location, addressCountry: 'BD' },
  },
})

/** A bike as schema.org Motorcycle. Unknown values are left out, and so is the seller's personal data. */
export const toMotorcycle = (bike: BikeData, { shopUrl, pageUrl }: PageUrls): object => ({
  '@context': 'https://schema.org',
  '@type': 'Motorcycle',
  '@id': `${pageUrl}#bike`,
  name: bike.productName,
  url: pageUrl,
  image: [bike.image, ...bike.moreImages].map((path) => shopUrl + path),
  brand: { '@type': 'Brand', name: bike.brand ?? bike.name },
  vehicleModelDate: String(bike.registrationYear ?? bike.purchaseTime),
  itemCondition: 'https://schema.org/UsedCondition',
  ...(bike.model !== null && { model: bike.model }),
  ...(bike.description !== null && { description: bike.description }),
  ...(bike.engineCc !== null && { vehicleEngine: toEngine(bike.engineCc) }),
  ...(bike.kilometres !== null && { mileageFromOdometer: toQuantity(bike.kilometres, 'KMT') }),
  ...(bike.owners !== null && { numberOfPreviousOwners: bike.owners }),
  offers: toOffer(bike, pageUrl),
})

/** A schema.org BreadcrumbList; each step has a name and an absolute URL. */
export const toBreadcrumbList = (steps: { name: string; url: string }[]): object => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, url }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: url })),
})

/** JSON for a script element: `<` is escaped, so the data cannot close the element. */
export const toJsonLd = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c')
