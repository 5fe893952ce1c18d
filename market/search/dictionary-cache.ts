// Caches the dictionary in memory for 30 seconds; it is built from the catalogue.
import type { Database } from '#platform/database/database.ts'
import { brands, models } from '#market/schema/bikes/catalogue.ts'
import { estimateCounts } from './samples.ts'
import { type Dictionary, createDictionary } from './dictionary.ts'
import { type SearchFilter, getDistrictNumbers, getMakeIds } from './filter.ts'
import { makes } from '#market/schema/bikes/search.ts'

export type SearchDictionary = Dictionary & {
  /** Estimates how many bikes match the makes and districts of a filter; it only decides how large a sample is counted. */
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
        kind: models.kind,
        engineCc: models.engineCc,
        name: models.name,
        nameBn: models.nameBn,
        aliases: models.aliases,
        seatHeightMm: models.seatHeightMm,
        mileageKmPerLitre: models.mileageKmPerLitre,
      })
      .from(models)
      .limit(maxModels),
    db
      .select()
      .from(makes)
      .limit(maxBrands + maxModels),
    estimateCounts(db),
  ])
  const estimateCount = (filter: SearchFilter): number => {
    const [makeIds, districtNumbers] = [getMakeIds(filter), getDistrictNumbers(filter)]
    const isIncluded = (numbers: number[] | null, one: number) => numbers === null || numbers.includes(one)
    return counts
      .filter(({ makeId, district }) => isIncluded(makeIds, makeId) && isIncluded(districtNumbers, district))
      .reduce((sum, { bikes }) => sum + bikes, 0)
  }
  return { ...createDictionary(allBrands, allModels, allMakes), estimateCount }
}

/** Returns the cached dictionary. An expired one is returned while the next one loads in the background. */
export const createDictionaryProvider = (db: Database, now: () => Date): (() => Promise<SearchDictionary>) => {
  let cached: { dictionary: Promise<SearchDictionary>; loadedAt: number } | null = null
  const reload = (): Promise<SearchDictionary> => {
    const dictionary = loadDictionary(db)
    cached = { dictionary, loadedAt: now().getTime() }
    // After a failure the next call loads again.
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
