// Pure: what the search page shows of the answer to a search. The page carries this once as HTML and once as data, and a phone
// on a slow network gets the first 14 KB without waiting for a further round trip, so nothing else is in it.
import type { SearchResponseBody } from '#contract/search.ts'
import type { Badge } from '#web/components/price-estimate-badge.tsx'
import type { BikeSummary } from '#web/components/mini-card.tsx'
import type { LanguageCode } from '#web/i18n/language.ts'

/** A bike of the list, with the verdict on its price; null where none is shown. */
export type ListedBike = BikeSummary & { badge: Badge | null }

/** A value of a filter by its name in the language of the page. */
export type FacetValue = { slug: string; name: string; count: number }

type Facets = SearchResponseBody['facets']
type NamedFacets = 'brands' | 'models' | 'divisions' | 'districts' | 'areas'

/** The answer to a search without what no part of the page shows. */
export type ShownSearch = Omit<SearchResponseBody, 'bikes' | 'facets'> & {
  bikes: ListedBike[]
  facets: Omit<Facets, NamedFacets | 'years'> & Record<NamedFacets, FacetValue[]>
}

/** The verdicts on the prices of some bikes. */
export type Badges = (Badge & { productId: string })[]

type NamedInBoth = { name: string; nameBn: string | null }

/** The name of a brand, model or place in a language. */
export const getLocalizedName = ({ name, nameBn }: NamedInBoth, language: LanguageCode): string =>
  language === 'bn' ? (nameBn ?? name) : name

const toListedBike = (bike: BikeSummary, badges: Badges): ListedBike => {
  const { _id, slug, productName, salePrice, year, kilometres, condition, location, image } = bike
  const { verification, advertise, papersLevel, isInspected } = bike
  const badge = badges.find(({ productId }) => productId === _id)
  const isShown = badge && (badge.isFarBelow || badge.verdict !== 'unknown')
  return {
    _id,
    slug,
    productName,
    salePrice,
    year,
    kilometres,
    condition,
    location,
    image,
    verification,
    advertise,
    ...((papersLevel === 'complete' || papersLevel === 'unregistered') && { papersLevel }),
    ...(isInspected && { isInspected }),
    // The list does not say with how many bikes a price was compared.
    badge: isShown ? { verdict: badge.verdict, isFarBelow: badge.isFarBelow, compared: 0 } : null,
  }
}

/**
 * Leaves out of the answer to a search what the page does not show.
 * @param badges the verdicts on the prices of its bikes; of some or of none where they are not known
 * @param language of the page: names are in it
 */
export const toShownSearch = (
  { bikes, facets: { years: _, ...facets }, ...rest }: SearchResponseBody,
  badges: Badges,
  language: LanguageCode,
): ShownSearch => {
  const toValues = (list: (NamedInBoth & { slug: string; count: number })[]): FacetValue[] =>
    list.map((value) => ({ slug: value.slug, name: getLocalizedName(value, language), count: value.count }))
  return {
    ...rest,
    bikes: bikes.map((bike) => toListedBike(bike, badges)),
    facets: {
      ...facets,
      brands: toValues(facets.brands),
      models: toValues(facets.models),
      divisions: toValues(facets.divisions),
      districts: toValues(facets.districts),
      areas: toValues(facets.areas),
    },
  }
}
