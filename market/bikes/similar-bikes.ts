// Bikes like another one, on the page of a bike and in the e-mail that it is sold.
import { eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { bikes, bikeSummaryDto, onSale } from '#market/schema/bikes/bikes.ts'
import { members } from '#market/schema/people/members.ts'

// Only this many of the newest bikes are compared, so a brand with a million bikes costs no more. It stands in the text of
// the statement, because a prepared one is planned without its values.
const maxCandidates = sql.raw('60')

/** What other bikes are compared with. */
export type SimilarityKey = {
  id: string
  category: string
  brandId: string | null
  modelId: string | null
}

type Compared = SimilarityKey & { priceTaka: number }

const selectSimilar = (
  db: Database | Transaction,
  { id, category, brandId, modelId, priceTaka }: Compared | Record<keyof Compared, Placeholder>,
  limit: number,
) => {
  // The same columns are asked of the candidates and of the bikes that are left of them.
  const bySimilarity = (from: SQL) => sql`coalesce(${from}.model_id = ${modelId}::uuid, false) desc,
    coalesce(${from}.brand_id = ${brandId}::uuid, false) desc,
    abs(${from}.sale_price_taka - ${priceTaka}::int), ${from}.id desc`
  const selectCandidates = (
    filter: SQL,
  ) => sql`(select ${bikes.id}, ${bikes.modelId}, ${bikes.brandId}, ${bikes.salePriceTaka} from ${bikes}
    where ${onSale} and ${bikes.id} <> ${id}::uuid and ${filter}
    order by ${bikes.advertisedAt} is not null desc, ${bikes.id} desc limit ${maxCandidates})`
  const sameCategory = selectCandidates(sql`${bikes.category} = ${category}`)
  const sameModel = selectCandidates(sql`${bikes.modelId} = ${modelId}::uuid`)
  // Chosen by what an index finds, so that only the rows that are shown are read whole.
  const mostSimilar = sql`(select near.id from (${sameCategory} union ${sameModel}) as near
    order by ${bySimilarity(sql`near`)} limit ${sql.raw(String(limit))}) as most_similar`
  return db
    .select(bikeSummaryDto)
    .from(bikes)
    .innerJoin(mostSimilar, sql`most_similar.id = ${bikes.id}`)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .orderBy(bySimilarity(sql`${bikes}`))
}

/** Bikes on sale that are like a bike: the same model first, then the same brand; among those the nearest price first. */
export const findSimilarBikes = (
  db: Database | Transaction,
  key: SimilarityKey,
  { priceTaka, limit }: { priceTaka: number; limit: number },
) => selectSimilar(db, { ...key, priceTaka }, limit)

const placeholders = {
  id: sql.placeholder('id'),
  category: sql.placeholder('category'),
  brandId: sql.placeholder('brandId'),
  modelId: sql.placeholder('modelId'),
  priceTaka: sql.placeholder('priceTaka'),
}

/** The same as a prepared query, for a page that is read often: to build and plan it costs more than to run it. */
export const createSimilarBikesQuery = (db: Database, limit: number) => {
  const prepared = selectSimilar(db, placeholders, limit).prepare('similar_bikes')
  return (compared: Compared) => prepared.execute(compared)
}
