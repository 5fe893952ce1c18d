// What the names that people type stand for: brands and models by all their spellings, districts, divisions and areas.
import { divisions, districts } from '#contract/districts.ts'
import { areas, olderNames } from '#market/search/place-names/rules.ts'
import { distance, farness, type Spelling, spelling, spokenOf, wordsOf } from '#market/search/spelling/rules.ts'

export type NamedBrand = { id: string; name: string; nameBn: string | null; aliases: string[] }
export type NamedModel = NamedBrand & { brandId: string; family: string | null }
/** A brand with one of its models, or without any, by the number that the search knows it under. */
export type Make = { id: number; brandId: string; modelId: string | null }

export type Kind = 'brand' | 'model' | 'district' | 'division' | 'word'
/** What a name stands for: makes or districts by their numbers, or a word of the text in all its scripts. */
export type Sense = { kind: Kind; meant: string; makes: Set<number>; districts: Set<number>; words: string[] }
export type Found = { sense: Sense; isCorrected: boolean }

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
  meaning(words: readonly string[]): Found | null
  /** The names that begin like this, the shortest first. */
  beginning(spoken: string): Sense[]
}

const slugOf = (...names: string[]): string =>
  names
    .join(' ')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const push = <Key>(map: Map<Key, number[]>, key: Key, id: number) => map.set(key, [...(map.get(key) ?? []), id])

/** Every make under its names and its slugs; a name without a Latin letter has its id for a slug. */
const catalogueOf = (brands: NamedBrand[], models: NamedModel[], makes: Make[]): Catalogue => {
  const [brandById, modelById] = [
    new Map(brands.map((one) => [one.id, one])),
    new Map(models.map((one) => [one.id, one])),
  ]
  const made: Catalogue = { makes: new Map(), brands: new Map(), models: new Map() }
  for (const { id, brandId, modelId } of makes) {
    const brand = brandById.get(brandId)
    const model = modelId === null ? null : modelById.get(modelId)
    if (!brand || model === undefined) continue
    const brandLabel = { slug: slugOf(brand.name) || brand.id, name: brand.name, nameBn: brand.nameBn }
    const slug = model && (slugOf(brand.name, model.name) || model.id)
    const modelLabel = model && slug ? { slug, name: model.name, nameBn: model.nameBn } : null
    made.makes.set(id, { brand: brandLabel, model: modelLabel })
    push(made.brands, brandLabel.slug, id)
    if (modelLabel) push(made.models, modelLabel.slug, id)
  }
  return made
}

type Phrases = Map<string, Sense>

/** Lets a spelling stand for more: the makes or districts of this sense beside those it stands for already. */
const learn = (phrases: Phrases, words: readonly string[], kind: Kind, meant: string, more: Partial<Sense>): void => {
  const spoken = spokenOf(words)
  if (spoken === '') return
  const known = phrases.get(spoken) ?? { kind, meant, makes: new Set(), districts: new Set(), words: [] }
  if (known.kind !== kind) return
  for (const make of more.makes ?? []) known.makes.add(make)
  for (const district of more.districts ?? []) known.districts.add(district)
  known.words.push(...(more.words ?? []))
  phrases.set(spoken, known)
}

const learnPlaces = (phrases: Phrases): void => {
  for (const [at, district] of divisions.flatMap((division) => [...division.districts]).entries()) {
    const names = [district.en, district.bn, ...(olderNames[district.slug] ?? [])]
    for (const name of names) learn(phrases, wordsOf(name), 'district', district.en, { districts: new Set([at + 1]) })
  }
  for (const division of divisions) {
    const all = new Set<number>(division.districts.map(({ slug }) => districts.indexOf(slug) + 1))
    for (const name of [`${division.en} division`, `${division.en} bivag`, `${division.bn} বিভাগ`])
      learn(phrases, wordsOf(name), 'division', `${division.en} division`, { districts: all })
  }
  for (const names of areas) {
    const words = names.map((name) => spokenOf(wordsOf(name)))
    for (const name of names) learn(phrases, wordsOf(name), 'word', names[0] ?? name, { words })
  }
}

const isTelling = (words: readonly string[]): boolean => {
  const spoken = spokenOf(words)
  return spoken.length > 1 && /\p{L}/u.test(spoken)
}

/** The beginnings of a name: "Apache RTR 160" is also meant by "Apache RTR" and by "Apache". */
const beginnings = (words: readonly string[]): string[][] =>
  words.map((_, at) => words.slice(0, at + 1)).filter(isTelling)

type Learning = { phrases: Phrases; model: NamedModel; makes: Set<number> }

/** A model's own names and those of its line, whole and by their beginnings. */
const learnNames = ({ phrases, model, makes }: Learning): void => {
  for (const name of [model.name, model.nameBn ?? '', model.family ?? '']) {
    const words = wordsOf(name)
    for (const some of beginnings(words)) {
      const meant =
        some.length === words.length
          ? name
          : name
              .split(/[\s-]+/)
              .slice(0, some.length)
              .join(' ')
      learn(phrases, some, 'model', meant, { makes })
    }
  }
}

/** The name of the model, or the beginning of one, that this other spelling is a spelling of. */
const spelt = ({ phrases, model }: Learning, alias: string): Sense | null => {
  const names = [model.name, model.nameBn ?? '', model.family ?? ''].flatMap((name) => beginnings(wordsOf(name)))
  const near = names
    .map(spokenOf)
    // "gsxr" says more than "gsx": it is no slip.
    .filter((spoken) => !alias.startsWith(spoken))
    .map((spoken) => ({ spoken, far: farness(spelling(alias), spelling(spoken)) }))
    .filter((one): one is { spoken: string; far: number } => one.far !== null)
    .toSorted((a, b) => a.far - b.far)[0]
  return near ? (phrases.get(near.spoken) ?? null) : null
}

/** Its other spellings: one of a name stands for all that the name stands for. */
const learnAliases = (learning: Learning, isBrand: (words: readonly string[]) => boolean): void => {
  const { phrases, model, makes } = learning
  for (const alias of model.aliases) {
    const words = wordsOf(alias)
    for (const some of beginnings(words)) {
      if (isBrand(words.slice(0, 1)) && some.length < words.length) continue
      const spoken = spokenOf(some)
      const name = phrases.has(spoken) ? null : spelt(learning, spoken)
      if (name) phrases.set(spoken, name)
      else learn(phrases, some, 'model', some.length === words.length ? model.name : some.join(' '), { makes })
    }
  }
}

const phrasesOf = (brands: NamedBrand[], models: NamedModel[], makes: Make[]): Phrases => {
  const phrases: Phrases = new Map()
  const makesOf = (which: (make: Make) => boolean) => new Set(makes.filter(which).map(({ id }) => id))
  for (const { id, name, nameBn, aliases } of brands) {
    const own = makesOf((make) => make.brandId === id)
    for (const one of [name, nameBn ?? '', ...aliases]) learn(phrases, wordsOf(one), 'brand', name, { makes: own })
  }
  const brandNames = new Set(phrases.keys())
  learnPlaces(phrases)
  const learnings = models.map((model) => ({ phrases, model, makes: makesOf((make) => make.modelId === model.id) }))
  for (const learning of learnings) learnNames(learning)
  for (const learning of learnings) learnAliases(learning, (words) => brandNames.has(spokenOf(words)))
  return phrases
}

type Known = { spelling: Spelling; sense: Sense }

/** The phrase that is nearest to what was typed; of two that are as near the one with more behind it. */
const nearest = (known: readonly Known[], typed: Spelling) => {
  let [best, least]: [Known | null, number] = [null, Number.POSITIVE_INFINITY]
  for (const one of known) {
    const far = farness(typed, one.spelling)
    if (far === null || far > least || (far === least && best && one.sense.makes.size <= best.sense.makes.size))
      continue
    ;[best, least] = [one, far]
  }
  return best
}

/** Whether as many slips as there are would swallow one of the words whole: "yamaha r" is not a slip of "yamaha". */
const swallows = (words: readonly string[], spoken: string): boolean => {
  const shortest = Math.min(...words.map((word) => word.length))
  return words.length > 1 && distance(spokenOf(words), spoken, shortest) >= shortest
}

const severalLettersLeast = 7

/** Makes the dictionary of the whole catalogue. */
export const dictionaryOf = (brands: NamedBrand[], models: NamedModel[], makes: Make[]): Dictionary => {
  const phrases = phrasesOf(brands, models, makes)
  // Figures must be the same in both, so only those are looked at.
  const known = [...phrases].map(([spoken, sense]) => ({ spelling: spelling(spoken), sense }))
  const byFigures = Map.groupBy(known, (one) => one.spelling.figures)
  return {
    ...catalogueOf(brands, models, makes),
    meaning: (words) => {
      const spoken = spokenOf(words)
      const exact = phrases.get(spoken)
      if (exact) return { sense: exact, isCorrected: false }
      if (words.length > 1 && spoken.length < severalLettersLeast) return null
      const typed = spelling(spoken)
      const near = nearest(byFigures.get(typed.figures) ?? [], typed)
      return near && !swallows(words, near.spelling.spoken) ? { sense: near.sense, isCorrected: true } : null
    },
    beginning: (spoken) =>
      [...phrases]
        .filter(([one]) => one.startsWith(spoken))
        .toSorted(([a], [b]) => a.length - b.length)
        .map(([, sense]) => sense),
  }
}
