// The part of the data export that is about the papers of a member's bikes.
import { desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { ownDataCalls } from '#contract/auth/own-data.ts'
import type { Database } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { bikePapers } from '#market/schema/bikes/papers.ts'

type DataExport = z.input<(typeof ownDataCalls)['GET /auth/export']['response']>

// Far more rows than any member has; it limits the memory of one response.
const maxRows = 5_000

/** What a member said of the papers of their bikes, and where each photo is. */
export const listPapers = async (db: Pick<Database, 'select'>, memberId: string): Promise<DataExport['papers']> => {
  const rows = await db
    .select({ paper: bikePapers })
    .from(bikePapers)
    .innerJoin(bikes, eq(bikes.id, bikePapers.bikeId))
    .where(eq(bikes.sellerId, memberId))
    .orderBy(desc(bikePapers.saidAt), desc(bikePapers.id))
    .limit(maxRows)
  return rows.map(({ paper }) => ({
    productId: paper.bikeId,
    kind: paper.kind,
    said: paper.said,
    validUntil: paper.validUntil,
    state: paper.state,
    photo: paper.fileId === null ? null : `/api/papers/files/${paper.fileId}`,
    saidAt: paper.saidAt.toISOString(),
    checkedAt: paper.checkedAt?.toISOString() ?? null,
    refusedFor: paper.refusedFor,
  }))
}
