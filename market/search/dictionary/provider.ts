// The dictionary kept in memory: made of the catalogue once, and made again when it is older than half a minute.
import type { Database } from '#platform/database/database.ts'
import { brands, models } from '#market/catalogue/table.ts'
import { crowdsOf } from '#market/search/queries.ts'
import { type Dictionary, dictionaryOf } from './rules.ts'
import { type Condition, shared } from '#market/search/rules.ts'
import { makes } from '#market/search/table.ts'

export type Names = Dictionary & {
  /** About how many bikes these makes and districts lead to; it only decides how they are counted. */
  expected(asked: Condition): number
}

const oldMs = 30_000
const brandsMost = 300
const modelsMost = 3_000

const read = async (db: Database): Promise<Names> => {
  const names = { name: brands.name, nameBn: brands.nameBn, aliases: brands.aliases }
  const [allBrands, allModels, allMakes, crowds] = await Promise.all([
    db
      .select({ id: brands.id, ...names })
      .from(brands)
      .limit(brandsMost),
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
      .limit(modelsMost),
    db
      .select()
      .from(makes)
      .limit(brandsMost + modelsMost),
    crowdsOf(db),
  ])
  const expected = ({ brand, model, place }: Condition): number => {
    const of = shared(brand, model)
    const among = (numbers: number[] | null, one: number) => numbers === null || numbers.includes(one)
    return crowds
      .filter(({ makeId, district }) => among(of, makeId) && among(place, district))
      .reduce((sum, { bikes }) => sum + bikes, 0)
  }
  return { ...dictionaryOf(allBrands, allModels, allMakes), expected }
}

/** Gives the dictionary of this moment; an old one is given once more while the next one is made. */
export const openNames = (db: Database, now: () => Date): (() => Promise<Names>) => {
  let kept: { names: Promise<Names>; at: number } | null = null
  const renew = (): Promise<Names> => {
    const names = read(db)
    kept = { names, at: now().getTime() }
    // What could not be read is read again by whoever comes next.
    names.catch(() => (kept = null))
    return names
  }
  return () => {
    if (!kept) return renew()
    if (now().getTime() - kept.at < oldMs) return kept.names
    const old = kept.names
    void renew().catch(() => {})
    return old
  }
}
