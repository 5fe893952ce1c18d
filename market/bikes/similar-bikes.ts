// Bikes like another one, on the page of a bike and in the e-mail that it is sold.
import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from '#platform/database/database.ts'
import { bikes, bikeSummaryDto, onSale } from '#market/schema/bikes/bikes.ts'
import { members } from '#market/schema/people/members.ts'

// Only this many of the newest bikes are compared, so a brand with a million bikes costs no more.
const maxCandidates = 60

/** What other bikes are compared with. */
export type SimilarityKey = {
  id: string
  category: string
  brandId: string | null
  modelId: string | null
}

const selectCandidates = (db: Database | Transaction, filter: SQL | undefined, id: string) =>
  db
    .select({ id: bikes.id })
    .from(bikes)
    .where(and(onSale, ne(bikes.id, id), filter))
    .orderBy(desc(sql`${bikes.advertisedAt} is not null`), desc(bikes.id))
    .limit(maxCandidates)

/** Bikes on sale that are like a bike: the same model first, then the same brand; among those the nearest price first. */
export const findSimilarBikes = async (
  db: Database | Transaction,
  { id, category, brandId, modelId }: SimilarityKey,
  { priceTaka, limit }: { priceTaka: number; limit: number },
) => {
  const sameCategory = selectCandidates(db, eq(bikes.category, category), id)
  // The index starts with the brand. A bike without a model is not similar to bikes of a model.
  const isSameModel = sql`${bikes.brandId} = ${brandId}::uuid and ${bikes.modelId} = ${modelId}::uuid`
  const sameModel = selectCandidates(db, isSameModel, id)
  const near = union(sameCategory, sameModel).as('near')
  return db
    .select(bikeSummaryDto)
    .from(bikes)
    .innerJoin(near, eq(near.id, bikes.id))
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .orderBy(
      desc(sql`coalesce(${bikes.modelId} = ${modelId}::uuid, false)`),
      desc(sql`coalesce(${bikes.brandId} = ${brandId}::uuid, false)`),
      asc(sql`abs(${bikes.salePriceTaka} - ${priceTaka}::int)`),
      desc(bikes.id),
    )
    .limit(limit)
}
