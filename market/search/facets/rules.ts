// The counts of a tally as the wire spells them: with names, the most frequent first, bands and years in their order.
import { conditions } from '#contract/bikes.ts'
import { divisions } from '#contract/districts.ts'
import type { FoundBikes } from '#contract/search.ts'
import type { Dictionary, Label } from '#market/search/dictionary/rules.ts'
import type { Range } from '#market/search/rules.ts'
import { ccBands, kmBands, priceBands, type Tally } from '#market/search/facet-counts/rules.ts'

type Facets = FoundBikes['facets']
type Counts = Map<number, number>

/** A tally of bikes that each stand for several. */
export type Weighed = { tally: Tally; times: number }

// A choice of more is no help on a screen; whoever wants one of the others types its name.
const modelsMost = 60

const places = divisions.flatMap((division) => division.districts.map((district) => ({ division, district })))

const bandsOf = (bands: readonly Range[], counts: Counts, times: number): Facets['cc'] =>
  bands.flatMap((band, at) => (counts.has(at) ? [{ ...band, count: (counts.get(at) ?? 0) * times }] : []))

/** Adds up what has the same name; what has none is left out. */
const byName = <Named extends Label>(
  counts: Counts,
  nameOf: (key: number) => Named | null | undefined,
  times: number,
): (Named & { count: number })[] => {
  const found = new Map<string, Named & { count: number }>()
  for (const [key, count] of counts) {
    const named = nameOf(key)
    if (!named) continue
    const before = found.get(named.slug)?.count ?? 0
    found.set(named.slug, { ...named, count: before + count * times })
  }
  return [...found.values()].toSorted((a, b) => b.count - a.count || (a.slug < b.slug ? -1 : 1))
}

const labelOf = ({ slug, en, bn }: { slug: string; en: string; bn: string }): Label => ({ slug, name: en, nameBn: bn })

/** How many bikes have what. The brands and models, and the places, may have been counted apart from the rest. */
export const facetsOf = (all: { rest: Weighed; makes: Weighed; places: Weighed }, { makes }: Dictionary): Facets => {
  const { tally, times } = all.rest
  const modelOf = (make: number) => {
    const { brand, model } = makes.get(make) ?? {}
    return brand && model ? { ...model, brand: brand.slug } : null
  }
  const districtOf = (at: number) => {
    const { division, district } = places[at - 1] ?? {}
    return division && district ? { ...labelOf(district), division: division.slug } : null
  }
  const divisionOf = (at: number) => {
    const { division } = places[at - 1] ?? {}
    return division ? labelOf(division) : null
  }
  return {
    brands: byName(all.makes.tally.brands, (make) => makes.get(make)?.brand, all.makes.times),
    models: byName(all.makes.tally.models, modelOf, all.makes.times).slice(0, modelsMost),
    cc: bandsOf(ccBands, tally.cc, times),
    prices: bandsOf(priceBands, tally.prices, times),
    years: [...tally.years]
      .map(([year, count]) => ({ year, count: count * times }))
      .toSorted((a, b) => b.year - a.year),
    km: bandsOf(kmBands, tally.km, times),
    conditions: conditions.flatMap((condition, at) => {
      const count = tally.conditions.get(at + 1)
      return count === undefined ? [] : [{ condition, count: count * times }]
    }),
    divisions: byName(all.places.tally.divisions, divisionOf, all.places.times),
    districts: byName(all.places.tally.districts, districtOf, all.places.times),
    verified: tally.verified * times,
  }
}
