// The part of the data export that is about inspections.
import { and, desc, eq, isNotNull, or } from 'drizzle-orm'
import type { z } from 'zod'
import type { ownDataCalls } from '#contract/auth/own-data.ts'
import { inspectionPoints } from '#contract/inspections/points.ts'
import type { Database } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { inspectionAnswers, inspections } from '#market/schema/bikes/inspections.ts'

type DataExport = z.input<(typeof ownDataCalls)['GET /auth/export']['response']>

// Far more rows than any member has; it limits the memory of one response.
const maxRows = 500

/** In the order of the checklist. */
const listAnswers = async (db: Pick<Database, 'select'>, inspectionId: string) => {
  const answers = await db
    .select({ point: inspectionAnswers.point, mark: inspectionAnswers.mark, note: inspectionAnswers.note })
    .from(inspectionAnswers)
    .where(eq(inspectionAnswers.inspectionId, inspectionId))
  return answers.toSorted((one, other) => inspectionPoints.indexOf(one.point) - inspectionPoints.indexOf(other.point))
}

/** The inspections that a member made or ordered, and the signed ones of own bikes that the member may read. */
export const listInspections = async (
  db: Pick<Database, 'select'>,
  memberId: string,
): Promise<DataExport['inspections']> => {
  const isAboutMine = and(isNotNull(inspections.signedAt), eq(bikes.sellerId, memberId))
  const rows = await db
    .select({ inspection: inspections })
    .from(inspections)
    .innerJoin(bikes, eq(bikes.id, inspections.bikeId))
    .where(or(eq(inspections.memberId, memberId), isAboutMine))
    .orderBy(desc(inspections.id))
    .limit(maxRows)
  const exported: DataExport['inspections'] = []
  for (const { inspection } of rows) {
    const { id, bikeId, dealId, kind, mechanicName, workshop, kilometres, score, contentHash } = inspection
    // What a mechanic has not signed yet is the mechanic's own.
    const isReadable = kind !== 'mechanic' || inspection.signedAt !== null
    exported.push({
      _id: id,
      bikeId,
      dealId,
      kind,
      mechanicName,
      workshop,
      kilometres,
      score,
      contentHash,
      isMine: inspection.memberId === memberId,
      createdAt: inspection.createdAt.toISOString(),
      signedAt: inspection.signedAt?.toISOString() ?? null,
      answers: isReadable ? await listAnswers(db, id) : [],
    })
  }
  return exported
}
