// Drafts: beginning one, saving answers, deleting one.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import { type InspectionMark, type InspectionPoint, isQuickPoint } from '#contract/inspections/points.ts'
import type { Transaction } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { maskContactDetails } from '#platform/contact-details/masking.ts'
import { listAnswers } from './views.ts'
import { findOwnSide, type InspectionDeps, lockInspection, lockWriter } from './access.ts'
import { inspectionAnswers, inspections, type StoredInspection } from '#market/schema/bikes/inspections.ts'

export type AnswersBody = {
  answers: readonly { point: InspectionPoint; mark: InspectionMark; note?: string | null | undefined }[]
  kilometres?: number | null | undefined
}

/** Finds the bike by its slug; throws `not_found`. */
export const findBikeBySlug = async (tx: Pick<Transaction, 'select'>, slug: string) => {
  const [bike] = await tx.select().from(bikes).where(eq(bikes.slug, slug))
  if (!bike) throw new ApiError('not_found')
  return bike
}

/** How the member may make an inspection; throws where a stranger's bike has no page, or there is no deal. */
export const requireOwnSide = async (
  tx: Transaction,
  { slug, memberId, now }: { slug: string; memberId: string; now: Date },
) => {
  const bike = await findBikeBySlug(tx, slug)
  const side = await findOwnSide(tx, { bikeId: bike.id, memberId, now })
  if (!side && bike.sellerId === memberId) throw new ApiError(bike.soldAt ? 'bike_sold' : 'bike_withdrawn')
  if (!side) throw new ApiError('not_found')
  return { bike, side }
}

type Beginning = { slug: string; memberId: string; idempotencyKey: string | undefined }

/** Begins a draft, or returns the one that there is: that of the same key, signed or not, or the open one. */
export const beginInspection = (
  { db, now, createId }: InspectionDeps,
  { slug, memberId, idempotencyKey }: Beginning,
): Promise<string> =>
  db.transaction(async (tx) => {
    // One at a time for each member, so that a request that is sent twice begins one.
    await lockWriter(tx, memberId)
    const isOwn = eq(inspections.memberId, memberId)
    const [repeated] =
      idempotencyKey === undefined
        ? []
        : await tx
            .select({ id: inspections.id })
            .from(inspections)
            .innerJoin(bikes, eq(bikes.id, inspections.bikeId))
            .where(and(isOwn, eq(inspections.idempotencyKey, idempotencyKey), eq(bikes.slug, slug)))
    if (repeated) return repeated.id
    const { bike, side } = await requireOwnSide(tx, { slug, memberId, now: now() })
    const isDraft = and(isOwn, eq(inspections.bikeId, bike.id), isNull(inspections.signedAt))
    const [draft] = await tx
      .select({ id: inspections.id })
      .from(inspections)
      .where(and(isDraft, eq(inspections.kind, side.kind)))
    if (draft) return draft.id
    const id = createId()
    await tx
      .insert(inspections)
      .values({ id, bikeId: bike.id, memberId, ...side, idempotencyKey: idempotencyKey ?? null, createdAt: now() })
    return id
  })

const isSame = (body: AnswersBody, kept: Awaited<ReturnType<typeof listAnswers>>, kilometres: number | null): boolean =>
  (body.kilometres === undefined || body.kilometres === kilometres) &&
  body.answers.every(({ point, mark, note }) =>
    kept.some((one) => one.point === point && one.mark === mark && one.note === toNote(note)),
  )

// What everybody reads has no contact details; it is stored so, and signed so.
const toNote = (note: string | null | undefined): string | null => (note ? maskContactDetails(note) : null)

/** Stores answers of a locked draft. The same answers again change nothing, also after it was signed. */
export const saveAnswers = async (
  tx: Transaction,
  { id, kind, signedAt, kilometres }: StoredInspection,
  body: AnswersBody,
): Promise<number> => {
  if (signedAt) {
    if (isSame(body, await listAnswers(tx, id), kilometres)) return 0
    throw new ApiError('inspection_signed')
  }
  if (kind === 'seller' && !body.answers.every(({ point }) => isQuickPoint(point))) throw new ApiError('bad_request')
  if (body.kilometres !== undefined)
    await tx.update(inspections).set({ kilometres: body.kilometres }).where(eq(inspections.id, id))
  if (body.answers.length === 0) return 0
  const rows = body.answers.map(({ point, mark, note }) => ({ inspectionId: id, point, mark, note: toNote(note) }))
  await tx
    .insert(inspectionAnswers)
    .values(rows)
    .onConflictDoUpdate({
      target: [inspectionAnswers.inspectionId, inspectionAnswers.point],
      set: { mark: sql`excluded.mark`, note: sql`excluded.note` },
    })
  return rows.length
}

/** Deletes a draft of its author. */
export const deleteDraft = ({ db }: InspectionDeps, id: string, isMine: (one: StoredInspection) => boolean) =>
  db.transaction(async (tx) => {
    const { signedAt } = await lockInspection(tx, id, isMine)
    if (signedAt) throw new ApiError('inspection_signed')
    await tx.delete(inspections).where(eq(inspections.id, id))
  })
