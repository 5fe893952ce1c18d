// The counts of a tally as the wire spells them: with names, the most frequent first, bands and years in their order.
import { conditions } from '#contract/bikes.ts'
import { divisions } from '#contract/districts.ts'
import type { SearchResponseBody } from '#contract/search.ts'
import type { Dictionary, Label } from '#market/search/dictionary/rules.ts'
import type { Range } from '#market/search/rules.ts'
import { ccBands, kmBands, priceBands, type FacetCounts } from '#market/search/facet-counts/rules.ts'

type Facets = SearchResponseBody['facets']
type Counts = Map<number, number>

/** A tally of bikes that each stand for several. */
export type WeightedCounts = { counts: FacetCounts; factor: number }

// A choice of more is no help on a screen; whoever wants one of the others types its name.
const maxModels = 60

const districtEntries = divisions.flatMap((division) => division.districts.map((district) => ({ division, district })))

const toBandFacets = (bands: readonly Range[], counts: Counts, factor: number): Facets['cc'] =>
  bands.flatMap((band, index) => (counts.has(index) ? [{ ...band, count: (counts.get(index) ?? 0) * factor }] : []))

/** Adds up what has the same name; what has none is left out. */
const sumByName = <Named extends Label>(
  counts: Counts,
  getName: (key: number) => Named | null | undefined,
  factor: number,
): (Named & { count: number })[] => {
  const found = new Map<string, Named & { count: number }>()
  for (const [key, count] of counts) {
    const named = getName(key)
    if (!named) continue
    const before = found.get(named.slug)?.count ?? 0
    found.set(named.slug, { ...named, count: before + count * factor })
  }
  return [...found.values()].toSorted((a, b) => b.count - a.count || (a.slug < b.slug ? -1 : 1))
}

const toLabel = ({ slug, en, bn }: { slug: string; en: string; bn: string }): Label => ({ slug, name: en, nameBn: bn })

/** How many bikes have what. The brands and models, and the places, may have been counted apart from the rest. */
export const toFacets = (
  all: { rest: WeightedCounts; makes: WeightedCounts; places: WeightedCounts },
  { makes }: Dictionary,
): Facets => {
  const { counts, factor } = all.rest
  const findModel = (make: number) => {
    const { brand, model } = makes.get(make) ?? {}
    return brand && model ? { ...model, brand: brand.slug } : null
  }
  const findDistrict = (position: number) => {
    const { division, district } = districtEntries[position - 1] ?? {}
    return division && district ? { ...toLabel(district), division: division.slug } : null
  }
  const findDivision = (position: number) => {
    const { division } = districtEntries[position - 1] ?? {}
    return division ? toLabel(division) : null
  }
  return {
    brands: sumByName(all.makes.counts.brands, (make) => makes.get(make)?.brand, all.makes.factor),
    models: sumByName(all.makes.counts.models, findModel, all.makes.factor).slice(0, maxModels),
    cc: toBandFacets(ccBands, counts.cc, factor),
    prices: toBandFacets(priceBands, counts.prices, factor),
    years: [...counts.years]
      .map(([year, count]) => ({ year, count: count * factor }))
      .toSorted((a, b) => b.year - a.year),
    km: toBandFacets(kmBands, counts.km, factor),
    conditions: conditions.flatMap((condition, index) => {
      const count = counts.conditions.get(index + 1)
      return count === undefined ? [] : [{ condition, count: count * factor }]
    }),
    divisions: sumByName(all.places.counts.divisions, findDivision, all.places.factor),
    districts: sumByName(all.places.counts.districts, findDistrict, all.places.factor),
    verified: counts.verified * factor,
  }
}
