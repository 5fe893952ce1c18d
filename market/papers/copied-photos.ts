// The same photo of a paper in the advertisements of two sellers: both bikes wait for a moderator.
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { paperFiles } from '#market/schema/bikes/papers.ts'
import { cases, isOpen } from '#market/schema/people/cases.ts'

export type PhotoReviewDeps = {
  /** Scores the advertisement again, and publishes it or makes it wait. */
  review: (tx: Transaction, bikeId: string) => Promise<void>
}

const maxCopies = 100

/** The bikes of other sellers that show this photo and are for sale. Who saves the same photo waits for this transaction. */
const listBikesWithPhoto = async (tx: Transaction, sellerId: string, fileId: string): Promise<string[]> => {
  const [file] = await tx
    .select({ sha256: paperFiles.sha256 })
    .from(paperFiles)
    .where(and(eq(paperFiles.id, fileId), eq(paperFiles.ownerId, sellerId)))
  if (!file) return []
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`paper photo ${file.sha256}`}, 0))`)
  const { rows } = await tx.execute<{ id: string }>(sql`select distinct bikes.id from paper_files
    join bike_papers on bike_papers.file_id = paper_files.id join bikes on bikes.id = bike_papers.bike_id
    where paper_files.sha256 = ${file.sha256} and bikes.seller_id <> ${sellerId}
      and bikes.sold_at is null and bikes.withdrawn_at is null limit ${maxCopies}`)
  return rows.map(({ id }) => id)
}

/** Locks a bike and those of other sellers with the same photo, in the order of their ids; returns the ids of the others. */
export const lockBikesWithPhoto = async (
  tx: Transaction,
  { bikeId, sellerId, fileId }: { bikeId: string; sellerId: string; fileId: string | null },
): Promise<string[]> => {
  const others = fileId === null ? [] : await listBikesWithPhoto(tx, sellerId, fileId)
  await tx
    .select({ id: bikes.id })
    .from(bikes)
    .where(inArray(bikes.id, [bikeId, ...others]))
    .orderBy(asc(bikes.id))
    .for('no key update')
  return others
}

/** Scores these bikes again. Those whose seller waits for the answer to an appeal stay as they are until then. */
export const reviewBikesWithPhoto = async (
  { review }: PhotoReviewDeps,
  tx: Transaction,
  bikeIds: readonly string[],
): Promise<void> => {
  const appealed = await tx
    .select({ bikeId: cases.bikeId })
    .from(cases)
    .where(and(inArray(cases.bikeId, [...bikeIds]), isOpen, isNotNull(cases.decidedAt)))
  for (const id of bikeIds) if (!appealed.some(({ bikeId }) => bikeId === id)) await review(tx, id)
}
