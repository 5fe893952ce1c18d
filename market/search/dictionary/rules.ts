// What the names that people type stand for: brands and models by all their spellings, districts, divisions and areas.
import { divisions, districts } from '#contract/districts.ts'
import { areas, olderNames } from '#market/search/place-names/rules.ts'
import {
  countEdits,
  getEditDistance,
  type Spelling,
  toSpelling,
  toNormalizedName,
  splitWords,
} from '#market/search/spelling/rules.ts'

export type BrandNames = { id: string; name: string; nameBn: string | null; aliases: string[] }
export type ModelNames = BrandNames & { brandId: string; family: string | null }
/** A brand with one of its models, or without any, by the number that the search knows it under. */
export type Make = { id: number; brandId: string; modelId: string | null }

export type EntryKind = 'brand' | 'model' | 'district' | 'division' | 'word'
/** What a name stands for: makes or districts by their numbers, or a word of the text in all its scripts. */
export type DictionaryEntry = {
  kind: EntryKind
  label: string
  makes: Set<number>
  districts: Set<number>
  words: string[]
}
export type DictionaryMatch = { entry: DictionaryEntry; isCorrected: boolean }

/** A brand or a model as a search names it in its answer and in the address. */
export type Label = { slug: string; name: string; nameBn: string | null }
export type Catalogue = {
  /** Each make's brand and model. */
  makes: Map<number, { brand: Label; model: Label | null }>
  /** The makes of a brand or a model, by its slug. */
  brands: Map<string, number[]>
  models: Map<string, number[]>
}

export type Dictionary = Catalogue & {
  /** What these words together stand for, exactly or with slips, or null. */
  findEntry(words: readonly string[]): DictionaryMatch | null
  /** The names that begin like this, the shortest first. */
  findByPrefix(normalized: string): DictionaryEntry[]
}

const toSlug = (...names: string[]): string =>
  names
    .join(' ')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const appendToKey = <Key>(map: Map<Key, number[]>, key: Key, id: number) => map.set(key, [...(map.get(key) ?? []), id])

/** Every make under its names and its slugs; a name without a Latin letter has its id for a slug. */
const createCatalogue = (brands: BrandNames[], models: ModelNames[], makes: Make[]): Catalogue => {
  const [brandById, modelById] = [
    new Map(brands.map((one) => [one.id, one])),
    new Map(models.map((one) => [one.id, one])),
  ]
  const catalogue: Catalogue = { makes: new Map(), brands: new Map(), models: new Map() }
  for (const { id, brandId, modelId } of makes) {
    const brand = brandById.get(brandId)
    const model = modelId === null ? null : modelById.get(modelId)
    if (!brand || model === undefined) continue
    const brandLabel = { slug: toSlug(brand.name) || brand.id, name: brand.name, nameBn: brand.nameBn }
    const slug = model && (toSlug(brand.name, model.name) || model.id)
    const modelLabel = model && slug ? { slug, name: model.name, nameBn: model.nameBn } : null
    catalogue.makes.set(id, { brand: brandLabel, model: modelLabel })
    appendToKey(catalogue.brands, brandLabel.slug, id)
    if (modelLabel) appendToKey(catalogue.models, modelLabel.slug, id)
  }
  return catalogue
}

type Phrases = Map<string, DictionaryEntry>

/** Lets a spelling stand for more: the makes or districts of this sense beside those it stands for already. */
const addPhrase = (
  phrases: Phrases,
  words: readonly string[],
  kind: EntryKind,
  label: string,
  addition: Partial<DictionaryEntry>,
): void => {
  const normalized = toNormalizedName(words)
  if (normalized === '') return
  const entry = phrases.get(normalized) ?? { kind, label, makes: new Set(), districts: new Set(), words: [] }
  if (entry.kind !== kind) return
  for (const make of addition.makes ?? []) entry.makes.add(make)
  for (const district of addition.districts ?? []) entry.districts.add(district)
  entry.words.push(...(addition.words ?? []))
  phrases.set(normalized, entry)
}

const addPlaces = (phrases: Phrases): void => {
  for (const [index, district] of divisions.flatMap((division) => [...division.districts]).entries()) {
    const names = [district.en, district.bn, ...(olderNames[district.slug] ?? [])]
    for (const name of names)
      addPhrase(phrases, splitWords(name), 'district', district.en, { districts: new Set([index + 1]) })
  }
  for (const division of divisions) {
    const all = new Set<number>(division.districts.map(({ slug }) => districts.indexOf(slug) + 1))
    for (const name of [`${division.en} division`, `${division.en} bivag`, `${division.bn} বিভাগ`])
      addPhrase(phrases, splitWords(name), 'division', `${division.en} division`, { districts: all })
  }
  for (const names of areas) {
    const words = names.map((name) => toNormalizedName(splitWords(name)))
    for (const name of names) addPhrase(phrases, splitWords(name), 'word', names[0] ?? name, { words })
  }
}

const isDistinctive = (words: readonly string[]): boolean => {
  const normalized = toNormalizedName(words)
  return normalized.length > 1 && /\p{L}/u.test(normalized)
}

/** The beginnings of a name: "Apache RTR 160" is also meant by "Apache RTR" and by "Apache". */
const getPrefixes = (words: readonly string[]): string[][] =>
  words.map((_, at) => words.slice(0, at + 1)).filter(isDistinctive)

type ModelPhrases = { phrases: Phrases; model: ModelNames; makes: Set<number> }

/** A model's own names and those of its line, whole and by their beginnings. */
const addModelNames = ({ phrases, model, makes }: ModelPhrases): void => {
  for (const name of [model.name, model.nameBn ?? '', model.family ?? '']) {
    const words = splitWords(name)
    for (const prefix of getPrefixes(words)) {
      const label =
        prefix.length === words.length
          ? name
          : name
              .split(/[\s-]+/)
              .slice(0, prefix.length)
              .join(' ')
      addPhrase(phrases, prefix, 'model', label, { makes })
    }
  }
}

/** The name of the model, or the beginning of one, that this other spelling is a spelling of. */
const findSpellingVariant = ({ phrases, model }: ModelPhrases, alias: string): DictionaryEntry | null => {
  const names = [model.name, model.nameBn ?? '', model.family ?? ''].flatMap((name) => getPrefixes(splitWords(name)))
  const nearestName = names
    .map(toNormalizedName)
    // "gsxr" says more than "gsx": it is no slip.
    .filter((normalized) => !alias.startsWith(normalized))
    .map((normalized) => ({ normalized, distance: getEditDistance(toSpelling(alias), toSpelling(normalized)) }))
    .filter((one): one is { normalized: string; distance: number } => one.distance !== null)
    .toSorted((a, b) => a.distance - b.distance)[0]
  return nearestName ? (phrases.get(nearestName.normalized) ?? null) : null
}

/** Its other spellings: one of a name stands for all that the name stands for. */
const addModelAliases = (modelPhrases: ModelPhrases, isBrand: (words: readonly string[]) => boolean): void => {
  const { phrases, model, makes } = modelPhrases
  for (const alias of model.aliases) {
    const words = splitWords(alias)
    for (const prefix of getPrefixes(words)) {
      if (isBrand(words.slice(0, 1)) && prefix.length < words.length) continue
      const normalized = toNormalizedName(prefix)
      const name = phrases.has(normalized) ? null : findSpellingVariant(modelPhrases, normalized)
      if (name) phrases.set(normalized, name)
      else
        addPhrase(phrases, prefix, 'model', prefix.length === words.length ? model.name : prefix.join(' '), { makes })
    }
  }
}

const createPhrases = (brands: BrandNames[], models: ModelNames[], makes: Make[]): Phrases => {
  const phrases: Phrases = new Map()
  const filterMakeIds = (isIncluded: (make: Make) => boolean) => new Set(makes.filter(isIncluded).map(({ id }) => id))
  for (const { id, name, nameBn, aliases } of brands) {
    const makeIds = filterMakeIds((make) => make.brandId === id)
    for (const one of [name, nameBn ?? '', ...aliases])
      addPhrase(phrases, splitWords(one), 'brand', name, { makes: makeIds })
  }
  const brandNames = new Set(phrases.keys())
  addPlaces(phrases)
  const allModelPhrases = models.map((model) => ({
    phrases,
    model,
    makes: filterMakeIds((make) => make.modelId === model.id),
  }))
  for (const modelPhrases of allModelPhrases) addModelNames(modelPhrases)
  for (const modelPhrases of allModelPhrases)
    addModelAliases(modelPhrases, (words) => brandNames.has(toNormalizedName(words)))
  return phrases
}

type KnownSpelling = { spelling: Spelling; entry: DictionaryEntry }

/** The phrase that is nearest to what was typed; of two that are as near the one with more behind it. */
const findNearest = (knownSpellings: readonly KnownSpelling[], typedSpelling: Spelling) => {
  let [best, minDistance]: [KnownSpelling | null, number] = [null, Number.POSITIVE_INFINITY]
  for (const one of knownSpellings) {
    const distance = getEditDistance(typedSpelling, one.spelling)
    if (
      distance === null ||
      distance > minDistance ||
      (distance === minDistance && best && one.entry.makes.size <= best.entry.makes.size)
    )
      continue
    ;[best, minDistance] = [one, distance]
  }
  return best
}

/** Whether as many slips as there are would swallow one of the words whole: "yamaha r" is not a slip of "yamaha". */
const losesWholeWord = (words: readonly string[], normalized: string): boolean => {
  const shortest = Math.min(...words.map((word) => word.length))
  return words.length > 1 && countEdits(toNormalizedName(words), normalized, shortest) >= shortest
}

const minPhraseLetters = 7

/** Makes the dictionary of the whole catalogue. */
export const createDictionary = (brands: BrandNames[], models: ModelNames[], makes: Make[]): Dictionary => {
  const phrases = createPhrases(brands, models, makes)
  // Figures must be the same in both, so only those are looked at.
  const knownSpellings = [...phrases].map(([normalized, entry]) => ({ spelling: toSpelling(normalized), entry }))
  const byDigits = Map.groupBy(knownSpellings, (one) => one.spelling.digits)
  return {
    ...createCatalogue(brands, models, makes),
    findEntry: (words) => {
      const normalized = toNormalizedName(words)
      const exact = phrases.get(normalized)
      if (exact) return { entry: exact, isCorrected: false }
      if (words.length > 1 && normalized.length < minPhraseLetters) return null
      const typedSpelling = toSpelling(normalized)
      const nearestSpelling = findNearest(byDigits.get(typedSpelling.digits) ?? [], typedSpelling)
      return nearestSpelling && !losesWholeWord(words, nearestSpelling.spelling.normalized)
        ? { entry: nearestSpelling.entry, isCorrected: true }
        : null
    },
    findByPrefix: (normalized) =>
      [...phrases]
        .filter(([one]) => one.startsWith(normalized))
        .toSorted(([a], [b]) => a.length - b.length)
        .map(([, entry]) => entry),
  }
}
