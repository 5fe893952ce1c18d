// The dictionary kept in memory: made of the catalogue once, and made again when it is older than half a minute.
import type { Database } from '#platform/database/database.ts'
import { brands, models } from '#market/catalogue/table.ts'
import { estimateCounts } from '#market/search/queries.ts'
import { type Dictionary, createDictionary } from './rules.ts'
import { type SearchFilter, intersect } from '#market/search/rules.ts'
import { makes } from '#market/search/table.ts'

export type SearchDictionary = Dictionary & {
  /** About how many bikes these makes and districts lead to; it only decides how they are counted. */
  estimateCount(filter: SearchFilter): number
}

const maxAgeMs = 30_000
const maxBrands = 300
const maxModels = 3_000

const loadDictionary = async (db: Database): Promise<SearchDictionary> => {
  const nameColumns = { name: brands.name, nameBn: brands.nameBn, aliases: brands.aliases }
  const [allBrands, allModels, allMakes, counts] = await Promise.all([
    db
      .select({ id: brands.id, ...nameColumns })
      .from(brands)
      .limit(maxBrands),
    db
      .select({
        id: models.id,
        brandId: models.brandId,
        family: models.family,
        name: models.name,
        nameBn: models.nameBn,
        aliases: models.aliases,
      })
      .from(models)
      .limit(maxModels),
    db
      .select()
      .from(makes)
      .limit(maxBrands + maxModels),
    estimateCounts(db),
  ])
  const estimateCount = ({ brand, model, place }: SearchFilter): number => {
    const makeIds = intersect(brand, model)
    const isIncluded = (numbers: number[] | null, one: number) => numbers === null || numbers.includes(one)
    return counts
      .filter(({ makeId, district }) => isIncluded(makeIds, makeId) && isIncluded(place, district))
      .reduce((sum, { bikes }) => sum + bikes, 0)
  }
  return { ...createDictionary(allBrands, allModels, allMakes), estimateCount }
}

/** Gives the dictionary of this moment; an old one is given once more while the next one is made. */
export const createDictionaryProvider = (db: Database, now: () => Date): (() => Promise<SearchDictionary>) => {
  let cached: { dictionary: Promise<SearchDictionary>; loadedAt: number } | null = null
  const reload = (): Promise<SearchDictionary> => {
    const dictionary = loadDictionary(db)
    cached = { dictionary, loadedAt: now().getTime() }
    // What could not be read is read again by whoever comes next.
    dictionary.catch(() => (cached = null))
    return dictionary
  }
  return () => {
    if (!cached) return reload()
    if (now().getTime() - cached.loadedAt < maxAgeMs) return cached.dictionary
    const stale = cached.dictionary
    void reload().catch(() => {})
    return stale
  }
}
