// Maps typed names to brands, models, districts, divisions and areas in all their spellings, and suggests names.
import type { z } from 'zod'
import { divisions, districts, findDistrict } from '#contract/districts.ts'
import type { searchCalls } from '#contract/search.ts'
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
/** A brand, or a brand with one of its models. `id` is a row of `makes`. */
export type Make = { id: number; brandId: string; modelId: string | null }

export type EntryKind = 'brand' | 'model' | 'district' | 'division' | 'word'
/** What a name stands for: make ids, district numbers, or the spellings of a word in the text of a bike. */
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
  /** Make ids by the slug of the brand or model. */
  brands: Map<string, number[]>
  models: Map<string, number[]>
}

export type Dictionary = Catalogue & {
  /** Finds what these words together stand for, exactly or with spelling mistakes, or null. */
  findEntry(words: readonly string[]): DictionaryMatch | null
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

// ---------- names of places ----------

/** Older and other names of districts, by slug. */
const olderNames: Readonly<Record<string, readonly string[]>> = {
  dhaka: ['dacca', 'dhk', 'daka', 'old dhaka', 'ঢাকা মেট্রো'],
  chattogram: ['chittagong', 'ctg', 'chatgaon', 'চিটাগাং', 'চিটাগং'],
  barishal: ['barisal', 'borishal'],
  cumilla: ['comilla', 'kumilla'],
  jashore: ['jessore', 'josor'],
  bogura: ['bogra'],
  'coxs-bazar': ['coxbazar', 'cox bazar'],
  mymensingh: ['moymonsingh', 'mymensing'],
  moulvibazar: ['maulvibazar', 'moulovibazar'],
  brahmanbaria: ['b baria', 'bbaria'],
  chapainawabganj: ['chapai', 'nawabganj', 'চাঁপাই'],
  narayanganj: ['narayangonj', 'n ganj'],
  gazipur: ['gajipur'],
  rajshahi: ['rajsahi'],
  jhenaidah: ['jhenidah'],
  netrokona: ['netrakona'],
  khagrachhari: ['khagrachari'],
  sunamganj: ['sunamgonj'],
  sirajganj: ['sirajgonj'],
}

/** Parts of towns in both scripts, the Latin name first: sellers write locations in either. */
const areas: readonly (readonly string[])[] = [
  ['mirpur', 'মিরপুর'],
  ['uttara', 'উত্তরা'],
  ['dhanmondi', 'ধানমন্ডি'],
  ['mohammadpur', 'মোহাম্মদপুর'],
  ['gulshan', 'গুলশান'],
  ['banani', 'বনানী'],
  ['badda', 'বাড্ডা'],
  ['rampura', 'রামপুরা'],
  ['malibagh', 'মালিবাগ'],
  ['bashundhara', 'বসুন্ধরা'],
  ['khilgaon', 'খিলগাঁও'],
  ['jatrabari', 'যাত্রাবাড়ী'],
  ['motijheel', 'মতিঝিল'],
  ['farmgate', 'ফার্মগেট'],
  ['tejgaon', 'তেজগাঁও'],
  ['savar', 'সাভার'],
  ['keraniganj', 'কেরানীগঞ্জ'],
  ['agrabad', 'আগ্রাবাদ'],
  ['halishahar', 'হালিশহর'],
  ['khulshi', 'খুলশী'],
  ['nasirabad', 'নাসিরাবাদ'],
  ['panchlaish', 'পাঁচলাইশ'],
  ['moghbazar', 'মগবাজার'],
]

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

/** The prefixes of a name: "Apache RTR 160" can be typed as "Apache RTR" or "Apache". */
const getPrefixes = (words: readonly string[]): string[][] =>
  words.map((_, at) => words.slice(0, at + 1)).filter(isDistinctive)

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
  const shortest = Math.min(...words.map((word) => word.length))
  return words.length > 1 && countEdits(toNormalizedName(words), normalized, shortest) >= shortest
}

const minPhraseLetters = 7

/** Builds the dictionary from the whole catalogue. */
export const createDictionary = (brands: BrandNames[], models: ModelNames[], makes: Make[]): Dictionary => {
  const phrases = createPhrases(brands, models, makes)
  // Two spellings match only if their digits are equal, so spellings are grouped by digits.
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

// ---------- suggestions ----------

type Suggestion = z.output<(typeof searchCalls)['GET /bikes/suggest']['response']>[number]

const maxSuggestions = 8

/** The models, the brand or the districts of an entry as suggestions. */
const toSuggestions = (
  { kind, makes, districts: districtNumbers }: DictionaryEntry,
  dictionary: Dictionary,
): Suggestion[] => {
  const labels = [...makes].flatMap((make) => dictionary.makes.get(make) ?? [])
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
