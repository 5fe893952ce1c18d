// Who reads which inspection, and how it looks.
import { and, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import {
  countMarks,
  getMeantCondition,
  getConfidence,
  getScore,
  type InspectionMark,
  type InspectionPoint,
  listGroups,
  type MarkCounts,
} from '#contract/inspections/points.ts'
import type { Database } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { maskContactDetails } from '#platform/contact-details/masking.ts'
import { deals } from '#market/schema/deals/deals.ts'
import { members } from '#market/schema/people/members.ts'
import { type Answer, sortAnswers } from './canonical-form.ts'
import { inspectionAnswers, inspections, type StoredInspection } from '#market/schema/bikes/inspections.ts'

type Reads = Pick<Database, 'select'>

/** Who reads: null for a visitor. An admin also reads those of a disputed deal. */
export type Reader = { id: string; isAdmin: boolean } | null

const isOfShownBike = and(isNull(bikes.withdrawnAt), isNull(bikes.hiddenAt))
const isSigned = isNotNull(inspections.signedAt)

/** SQL: what this person may read. Others' drafts nobody reads, and who invited a mechanic reads it once it is signed. */
export const isReadableBy = (reader: Reader): SQL | undefined => {
  const isPublic = and(isSigned, isNull(inspections.dealId), isOfShownBike)
  if (!reader) return isPublic
  const isOwn = and(eq(inspections.memberId, reader.id), or(isSigned, sql`${inspections.kind} <> 'mechanic'`))
  const isOfOwnBike = and(isSigned, isNull(inspections.dealId), eq(bikes.sellerId, reader.id))
  const isOfOwnDeal = and(isSigned, or(eq(deals.sellerId, reader.id), eq(deals.buyerId, reader.id)))
  const isOfDispute = reader.isAdmin ? and(isSigned, isNotNull(deals.disputedAt)) : undefined
  return or(isPublic, isOwn, isOfOwnBike, isOfOwnDeal, isOfDispute)
}

// The newer signed one of the same member for the same bike, of the same kind and with the same readers.
const newerId = sql<string | null>`(select newer.id from inspections as newer
  where newer.bike_id = ${inspections.bikeId} and newer.kind = ${inspections.kind}
    and newer.member_id = ${inspections.memberId} and newer.deal_id is not distinct from ${inspections.dealId}
    and newer.signed_at > ${inspections.signedAt}
  order by newer.signed_at desc limit 1)`

const marksOf = sql<Partial<Record<InspectionPoint, InspectionMark>>>`(
  select coalesce(jsonb_object_agg(answer.point, answer.mark), '{}'::jsonb)
  from inspection_answers as answer where answer.inspection_id = ${inspections.id})`

// A bike has far fewer than anybody signs.
const maxInspections = 50

const selectInspections = (db: Reads, filter: SQL | undefined, limit: number) =>
  db
    .select({
      inspection: inspections,
      bike: bikes,
      author: { name: members.name, removedAt: members.removedAt },
      marks: marksOf,
      newerId,
    })
    .from(inspections)
    .innerJoin(bikes, eq(bikes.id, inspections.bikeId))
    .innerJoin(members, eq(members.id, inspections.memberId))
    .leftJoin(deals, eq(deals.id, inspections.dealId))
    .where(filter)
    .orderBy(desc(inspections.id))
    .limit(limit)

export type InspectionRow = Awaited<ReturnType<typeof selectInspections>>[number]

export const countAnswers = (kind: StoredInspection['kind'], marks: InspectionRow['marks']): MarkCounts =>
  countMarks(
    listGroups(kind).flatMap(({ points }) => points),
    marks,
  )

const getState = ({ inspection, newerId: newer }: InspectionRow): 'draft' | 'signed' | 'superseded' => {
  if (!inspection.signedAt) return 'draft'
  return newer === null ? 'signed' : 'superseded'
}

/** A first name; what somebody hid in it to be reached is masked. */
const toFirstName = ({ name, removedAt }: InspectionRow['author']): string | null =>
  removedAt ? null : maskContactDetails(name.trim().split(/\s+/)[0] ?? '')

export const toSummary = (row: InspectionRow, reader: Reader) => {
  const { inspection, author, marks } = row
  const { kind, dealId } = inspection
  const counts = countAnswers(kind, marks)
  const inviter = dealId === null ? ('seller' as const) : ('buyer' as const)
  return {
    _id: inspection.id,
    kind,
    state: getState(row),
    isMine: reader !== null && kind !== 'mechanic' && reader.id === inspection.memberId,
    isPublic: dealId === null,
    dealId,
    by: kind === 'mechanic' ? inspection.mechanicName : toFirstName(author),
    workshop: inspection.workshop,
    invitedBy: kind === 'mechanic' ? inviter : null,
    signedAt: inspection.signedAt?.toISOString() ?? null,
    ...counts,
    score: getScore(counts),
    confidence: getConfidence(counts),
    condition: getMeantCondition(counts),
  }
}

export const listInspections = async (db: Reads, bikeId: string, reader: Reader) => {
  const rows = await selectInspections(db, and(eq(inspections.bikeId, bikeId), isReadableBy(reader)), maxInspections)
  return rows.map((row) => toSummary(row, reader))
}

/** One inspection, by a condition that also says who reads it; undefined without one. */
export const findInspection = async (db: Reads, filter: SQL | undefined): Promise<InspectionRow | undefined> =>
  (await selectInspections(db, filter, 1))[0]

export const listAnswers = async (db: Reads, inspectionId: string): Promise<Answer[]> => {
  const rows = await db
    .select({ point: inspectionAnswers.point, mark: inspectionAnswers.mark, note: inspectionAnswers.note })
    .from(inspectionAnswers)
    .where(eq(inspectionAnswers.inspectionId, inspectionId))
  return sortAnswers(rows)
}

/** The side of somebody who reads an inspection. Of a deal, who made or ordered it is the buyer. */
const getSide = ({ inspection, bike }: InspectionRow, reader: Reader): 'seller' | 'buyer' | null => {
  if (bike.sellerId === reader?.id) return 'seller'
  return inspection.memberId === reader?.id ? 'buyer' : null
}

export const toDetails = async (db: Reads, row: InspectionRow, reader: Reader) => {
  const { inspection, bike } = row
  const [newer] = row.newerId
    ? await db.select({ signedAt: inspections.signedAt }).from(inspections).where(eq(inspections.id, row.newerId))
    : []
  return {
    ...toSummary(row, reader),
    side: getSide(row, reader),
    bike: {
      slug: bike.slug,
      productName: bike.name,
      image: bike.picture,
      location: bike.location,
      condition: bike.condition,
    },
    kilometres: inspection.kilometres,
    createdAt: inspection.createdAt.toISOString(),
    answers: await listAnswers(db, inspection.id),
    contentHash: inspection.contentHash,
    supersededAt: newer?.signedAt?.toISOString() ?? null,
    supersededBy: row.newerId,
  }
}
