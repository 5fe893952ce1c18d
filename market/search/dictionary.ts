// Pure. Maps typed names to brands, models, districts, divisions and areas in all their spellings, and suggests names.
import { divisions, districts } from '#contract/districts.ts'
import type { AudienceFacts } from './audience.ts'
import { areEverydayWords } from './not-names.ts'
import { createSimilarity, type Similarity, type ModelFacts, kindNames } from './similar-models.ts'
import { areas, getDistrictNumber, listAreaSpellings, otherDistrictNames } from './places.ts'
import {
  countEdits,
  getEditDistance,
  type Spelling,
  toLatinSounds,
  toSpelling,
  toNormalizedName,
  splitWords,
} from './spelling.ts'

export type BrandNames = { id: string; name: string; nameBn: string | null; aliases: string[] }
export type ModelNames = BrandNames & AudienceFacts & { brandId: string; family: string | null }
/** A brand, or a brand with one of its models. `id` is a row of `makes`. */
export type Make = { id: number; brandId: string; modelId: string | null }

export type EntryKind = 'brand' | 'model' | 'kind' | 'district' | 'division' | 'area'
/** What a name stands for: make ids, district numbers, and of an area its spellings in the text of a bike. */
export type DictionaryEntry = {
  kind: EntryKind
  label: string
  makes: Set<number>
  districts: Set<number>
  words: string[]
}
export type DictionaryMatch = { entry: DictionaryEntry; isCorrected: boolean }

/** A brand or a model as the response and the URL name it. */
export type Label = { slug: string; name: string; nameBn: string | null }
export type Catalogue = {
  /** Brand and model by make id. */
  makes: Map<number, { brand: Label; model: Label | null }>
  /** The id of the model, by make id; a brand without a model has none. */
  modelIds: Map<number, string>
  /** What models are compared by, by make id; a brand without a model has none. */
  modelFacts: Map<number, ModelFacts>
  /** Make ids by the slug of the brand or model. */
  brands: Map<string, number[]>
  models: Map<string, number[]>
}

export type Dictionary = Catalogue &
  Similarity & {
    /** Finds what these words together stand for exactly, or null. */
    findExact(words: readonly string[]): DictionaryEntry | null
    /** Finds what these words together stand for, exactly, with a Bangla ending or with spelling mistakes, or null. */
    findEntry(words: readonly string[]): DictionaryMatch | null
    /** Finds the models of the one brand that has names of these characters with other numbers: "cb300r" is a Honda CB. */
    findLine(word: string): DictionaryEntry | null
    /** The entries whose names start with this, the shortest name first. */
    findByPrefix(normalized: string): DictionaryEntry[]
  }

const toSlug = (...names: string[]): string =>
  names
    .join(' ')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const appendToKey = <Key>(map: Map<Key, number[]>, key: Key, id: number) => map.set(key, [...(map.get(key) ?? []), id])

/** Indexes makes by id and slug. A name without Latin characters uses its id as the slug. */
const createCatalogue = (brands: BrandNames[], models: ModelNames[], makes: Make[]): Catalogue => {
  const [brandById, modelById] = [
    new Map(brands.map((one) => [one.id, one])),
    new Map(models.map((one) => [one.id, one])),
  ]
  const catalogue: Catalogue = {
    makes: new Map(),
    modelIds: new Map(),
    modelFacts: new Map(),
    brands: new Map(),
    models: new Map(),
  }
  for (const { id, brandId, modelId } of makes) {
    const brand = brandById.get(brandId)
    const model = modelId === null ? null : modelById.get(modelId)
    if (!brand || model === undefined) continue
    const brandLabel = { slug: toSlug(brand.name) || brand.id, name: brand.name, nameBn: brand.nameBn }
    const slug = model && (toSlug(brand.name, model.name) || model.id)
    const modelLabel = model && slug ? { slug, name: model.name, nameBn: model.nameBn } : null
    if (model) catalogue.modelIds.set(id, model.id)
    if (model)
      catalogue.modelFacts.set(id, {
        brand: brandLabel.slug,
        family: model.family,
        kind: model.kind,
        engineCc: model.engineCc,
        seatHeightMm: model.seatHeightMm,
        mileageKmPerLitre: model.mileageKmPerLitre,
        aliases: model.aliases.map((alias) => toNormalizedName(splitWords(alias))),
      })
    catalogue.makes.set(id, { brand: brandLabel, model: modelLabel })
    appendToKey(catalogue.brands, brandLabel.slug, id)
    if (modelLabel) appendToKey(catalogue.models, modelLabel.slug, id)
  }
  return catalogue
}

/** The words that all names begin with: "Xpulse 200" and "Xpulse 200 4V" are "Xpulse 200". */
export const getCommonWords = (names: readonly string[]): string => {
  const [first = [], ...others] = names.map((name) => name.split(' '))
  const end = first.findIndex((word, index) => others.some((words) => words[index] !== word))
  return (end === -1 ? first : first.slice(0, end)).join(' ')
}

// ---------- phrases ----------

type Phrases = Map<string, DictionaryEntry>

/** Adds makes, districts or words to what a spelling stands for. A spelling keeps the kind that it got first. */
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
    const names = [district.en, district.bn, ...(otherDistrictNames[district.slug] ?? [])]
    for (const name of names)
      addPhrase(phrases, splitWords(name), 'district', district.en, { districts: new Set([index + 1]) })
  }
  for (const division of divisions) {
    const all = new Set<number>(division.districts.map(({ slug }) => districts.indexOf(slug) + 1))
    for (const name of [`${division.en} division`, `${division.en} bivag`, `${division.bn} বিভাগ`])
      addPhrase(phrases, splitWords(name), 'division', `${division.en} division`, { districts: all })
  }
  for (const area of areas) {
    const { names, district } = area
    const words = listAreaSpellings(area)
    const districtNumbers = new Set([getDistrictNumber(district)])
    for (const name of names)
      addPhrase(phrases, splitWords(name), 'area', names[0], { words, districts: districtNumbers })
  }
}

/** A name of one character, such as the "V" of the V15, says too little. */
const isDistinctive = (words: readonly string[]): boolean => {
  const normalized = toNormalizedName(words)
  return (normalized.match(/[\p{L}\d]/gu)?.length ?? 0) > 1 && /\p{L}/u.test(normalized)
}

/** The prefixes of a name: "Apache RTR 160" can be typed as "Apache RTR" or "Apache", but "Street Fighter" not as "street". */
const getPrefixes = (words: readonly string[]): string[][] =>
  words
    .map((_, at) => words.slice(0, at + 1))
    .filter((prefix) => isDistinctive(prefix) && (prefix.length === words.length || !areEverydayWords(prefix)))

type ModelPhrases = { phrases: Phrases; model: ModelNames; makes: Set<number> }

/** Adds the names of a model and of its family, and their prefixes. */
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

/** Finds the name of the model, or its prefix, that an alias is a spelling of. */
const findSpellingVariant = ({ phrases, model }: ModelPhrases, alias: string): DictionaryEntry | null => {
  const names = [model.name, model.nameBn ?? '', model.family ?? ''].flatMap((name) => getPrefixes(splitWords(name)))
  const nearestName = names
    .map(toNormalizedName)
    // "gsxr" is not a misspelt "gsx": it is a longer name.
    .filter((normalized) => !alias.startsWith(normalized))
    .map((normalized) => ({ normalized, distance: getEditDistance(toSpelling(alias), toSpelling(normalized)) }))
    .filter((one): one is { normalized: string; distance: number } => one.distance !== null)
    .toSorted((a, b) => a.distance - b.distance)[0]
  return nearestName ? (phrases.get(nearestName.normalized) ?? null) : null
}

/** Adds the aliases of a model. An alias that spells a name stands for everything that the name stands for. */
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
  const kindByModel = new Map(models.map(({ id, kind }) => [id, kind]))
  for (const [kind, names] of Object.entries(kindNames)) {
    const makeIds = filterMakeIds(({ modelId }) => modelId !== null && kindByModel.get(modelId) === kind)
    for (const name of names) addPhrase(phrases, splitWords(name), 'kind', kind, { makes: makeIds })
  }
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

/** Finds the known spelling with the smallest distance; of two equal ones the one with more makes. */
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

/** Whether the edits could delete a whole word: "yamaha r" is not a misspelt "yamaha". */
const losesWholeWord = (words: readonly string[], normalized: string): boolean => {
  // A word that the name contains as it is cannot be lost.
  const changed = words.filter((word) => !normalized.includes(word))
  if (changed.length === 0) return false
  const shortest = Math.min(...changed.map((word) => word.length))
  return words.length > 1 && countEdits(toNormalizedName(words), normalized, shortest) >= shortest
}

// Endings of Bangla nouns: "ঢাকার" is of Dhaka, "মিরপুরে" in Mirpur.
const banglaEndings = ['এর', 'ের', 'তে', 'য়', 'র', 'ে'].map((ending) => ending.normalize('NFKC'))

const findWithoutEnding = (phrases: Phrases, normalized: string): DictionaryEntry | null => {
  for (const ending of banglaEndings) {
    const entry = normalized.endsWith(ending) ? phrases.get(normalized.slice(0, -ending.length)) : undefined
    if (entry) return entry
  }
  return null
}

/** A name of at least two characters and a number that no model has: the models with the same characters, if one brand has them. */
const findLine = (word: string, phrases: Phrases, { makes }: Catalogue): DictionaryEntry | null => {
  const [, characters] = /^([a-z]{2,})\d{2,3}[a-z]{0,2}$/.exec(word) ?? []
  if (characters === undefined) return null
  const named = new RegExp(`^${characters}\\d`)
  const found = [...phrases].flatMap(([name, entry]) =>
    entry.kind === 'model' && named.test(name) ? [...entry.makes] : [],
  )
  const [brand, ...others] = new Set(found.map((id) => makes.get(id)?.brand.name))
  if (brand === undefined || others.length > 0) return null
  const label = `${brand} ${characters.toUpperCase()}`
  return { kind: 'model', label, makes: new Set(found), districts: new Set(), words: [] }
}

const minPhraseLetters = 7
const banglaPattern = /\p{Script=Bengali}/u

/** Builds the dictionary from the whole catalogue. */
export const createDictionary = (brands: BrandNames[], models: ModelNames[], makes: Make[]): Dictionary => {
  const phrases = createPhrases(brands, models, makes)
  const catalogue = createCatalogue(brands, models, makes)
  // Two spellings match only if their digits are equal, so spellings are grouped by digits.
  const knownSpellings = [...phrases].map(([normalized, entry]) => ({ spelling: toSpelling(normalized), entry }))
  const byDigits = Map.groupBy(knownSpellings, (one) => one.spelling.digits)
  const findMisspelt = (words: readonly string[], normalized: string): DictionaryEntry | null => {
    if (areEverydayWords(words)) return null
    const typedSpelling = toSpelling(normalized)
    const nearest = findNearest(byDigits.get(typedSpelling.digits) ?? [], typedSpelling)
    return nearest && !losesWholeWord(words, nearest.spelling.normalized) ? nearest.entry : null
  }
  const findExact = (words: readonly string[]) => phrases.get(toNormalizedName(words)) ?? null
  return {
    ...catalogue,
    ...createSimilarity(catalogue.modelFacts),
    findExact,
    findEntry: (words) => {
      const normalized = toNormalizedName(words)
      const exact = findExact(words) ?? findWithoutEnding(phrases, normalized)
      if (exact) return { entry: exact, isCorrected: false }
      const isBangla = banglaPattern.test(normalized)
      // Names of characters are spelt in Bangla too: এনএস২০০ is the NS200.
      const spelling = isBangla ? phrases.get(toLatinSounds(normalized)) : undefined
      if (spelling) return { entry: spelling, isCorrected: true }
      if (words.length > 1 && normalized.length < minPhraseLetters) return null
      // A name that the catalogue has in Latin script only is found by its sound.
      const entry =
        findMisspelt(words, normalized) ??
        (isBangla && !areEverydayWords(words)
          ? findMisspelt(words.map(toLatinSounds), toLatinSounds(normalized))
          : null)
      return entry && { entry, isCorrected: true }
    },
    findLine: (word) => findLine(word, phrases, catalogue),
    findByPrefix: (normalized) =>
      [...phrases]
        .filter(([one]) => one.startsWith(normalized))
        .toSorted(([a], [b]) => a.length - b.length)
        .map(([, entry]) => entry),
  }
}
