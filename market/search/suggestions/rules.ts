// What the search box offers while somebody types.
import type { z } from 'zod'
import { districts } from '#contract/districts.ts'
import type { searchCalls } from '#contract/search.ts'
import { districtNamed } from '#contract/districts.ts'
import type { Dictionary, Sense } from '#market/search/dictionary/rules.ts'
import { spokenOf, wordsOf } from '#market/search/spelling/rules.ts'

type Suggestion = z.output<(typeof searchCalls)['GET /bikes/suggest']['answer']>[number]

const most = 8

/** The models of a sense, or its brand, or its districts, as they are offered. */
const offers = ({ kind, makes, districts: numbers }: Sense, names: Dictionary): Suggestion[] => {
  const labels = [...makes].flatMap((make) => names.makes.get(make) ?? [])
  if (kind === 'brand') return labels.slice(0, 1).map(({ brand }) => ({ kind, ...brand, brand: null }))
  if (kind === 'model')
    return labels.flatMap(({ brand, model }) => (model ? [{ kind, ...model, brand: brand.name }] : []))
  if (kind !== 'district') return []
  return [...numbers].flatMap((number) => {
    const place = districtNamed(districts[number - 1] ?? '')
    return place ? [{ kind, slug: place.slug, name: place.en, nameBn: place.bn, brand: null }] : []
  })
}

/** At most eight brands, models and districts whose names begin like this or, where none does, sound like it. */
export const suggestionsFor = (typed: string, names: Dictionary): Suggestion[] => {
  const words = wordsOf(typed)
  if (words.length === 0) return []
  const begun = names.beginning(spokenOf(words))
  const near = begun.length > 0 ? null : names.meaning(words)
  const found = (near ? [near.sense] : begun).flatMap((sense) => offers(sense, names))
  return [...new Map(found.map((one) => [`${one.kind} ${one.slug}`, one])).values()].slice(0, most)
}
