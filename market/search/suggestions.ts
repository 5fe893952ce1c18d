// Pure. Suggests names of the catalogue and of districts for what is being typed.
import type { z } from 'zod'
import { districts, findDistrict } from '#contract/districts.ts'
import type { searchCalls } from '#contract/search.ts'
import type { Dictionary, DictionaryEntry } from './dictionary.ts'
import { splitWords, toNormalizedName } from './spelling.ts'

type Suggestion = z.output<(typeof searchCalls)['GET /bikes/suggest']['response']>[number]

const maxSuggestions = 8

/** The models, the brand or the districts of an entry as suggestions. */
const toSuggestions = (
  { kind, label, makes, districts: districtNumbers }: DictionaryEntry,
  dictionary: Dictionary,
): Suggestion[] => {
  const name = toNormalizedName(splitWords(label))
  // Of the models of a line, the one that is called like the line comes first: the Pulsar 150 of the Pulsars.
  const isCalledSo = (make: number) => (dictionary.modelFacts.get(make)?.aliases.includes(name) ? 0 : 1)
  const labels = [...makes]
    .toSorted((one, other) => isCalledSo(one) - isCalledSo(other))
    .flatMap((make) => dictionary.makes.get(make) ?? [])
  if (kind === 'brand') return labels.slice(0, 1).map(({ brand }) => ({ kind, ...brand, brand: null }))
  if (kind === 'model')
    return labels.flatMap(({ brand, model }) => (model ? [{ kind, ...model, brand: brand.name }] : []))
  if (kind !== 'district') return []
  return [...districtNumbers].flatMap((number) => {
    const district = findDistrict(districts[number - 1] ?? '')
    return district ? [{ kind, slug: district.slug, name: district.en, nameBn: district.bn, brand: null }] : []
  })
}

/** Suggests at most eight brands, models and districts: those that start with the text, or else the nearest spelling. */
export const findSuggestions = (typed: string, dictionary: Dictionary): Suggestion[] => {
  const words = splitWords(typed)
  if (words.length === 0) return []
  const prefixMatches = dictionary.findByPrefix(toNormalizedName(words))
  const nearestMatch = prefixMatches.length > 0 ? null : dictionary.findEntry(words)
  const found = (nearestMatch ? [nearestMatch.entry] : prefixMatches).flatMap((entry) =>
    toSuggestions(entry, dictionary),
  )
  return [...new Map(found.map((one) => [`${one.kind} ${one.slug}`, one])).values()].slice(0, maxSuggestions)
}
