// Signing: the answers are counted, hashed and frozen, members are told, and a suspicious report of a mechanic opens a case.
import { eq } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import { getMinLooked, getScore } from '#contract/inspections/points.ts'
import type { Transaction } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { deals } from '#market/schema/deals/deals.ts'
import { hashContent } from './canonical-form.ts'
import { countAnswers, listAnswers } from './views.ts'
import type { InspectionDeps } from './access.ts'
import { inspections, type StoredInspection } from '#market/schema/bikes/inspections.ts'

type Notice = {
  memberId: string
  kind: 'inspection_signed' | 'mechanic_signed' | 'own_mechanic_signed'
  causeId: string
  dealId: string | null
  bikeId: string
}

export type SigningDeps = InspectionDeps & {
  notify: (tx: Transaction, notices: readonly Notice[]) => Promise<void>
  /** Scores the advertisement again, in this transaction. */
  review: (tx: Transaction, bikeId: string) => Promise<void>
}

export type Mechanic = Pick<StoredInspection, 'mechanicName' | 'workshop' | 'suspicion'>

/** Locks the bike of an inspection before the inspection, as everywhere; throws `not_found` without one. */
export const lockInspectedBike = async (tx: Transaction, inspectionId: string): Promise<void> => {
  const [found] = await tx
    .select({ bikeId: inspections.bikeId })
    .from(inspections)
    .where(eq(inspections.id, inspectionId))
  if (!found) throw new ApiError('not_found')
  await tx.select({ id: bikes.id }).from(bikes).where(eq(bikes.id, found.bikeId)).for('no key update')
}

// An appeal about the bike is open: somebody decides it first, and the report stays suspicious.
const reviewUnlessAppealed = async ({ review }: SigningDeps, tx: Transaction, bikeId: string): Promise<void> => {
  await review(tx, bikeId).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'case_open')) throw error
  })
}

/** For whom a signature is news: who invited the mechanic, and the seller of a deal whose two sides alone read it. */
const listNotices = async (
  tx: Transaction,
  { id: causeId, kind, memberId, dealId, bikeId }: StoredInspection,
): Promise<Notice[]> => {
  const notice = { causeId, dealId, bikeId }
  if (dealId === null) return kind === 'mechanic' ? [{ ...notice, memberId, kind: 'own_mechanic_signed' }] : []
  const [deal] = await tx.select({ sellerId: deals.sellerId }).from(deals).where(eq(deals.id, dealId))
  const sellers = deal ? [deal.sellerId] : []
  if (kind !== 'mechanic') return sellers.map((one) => ({ ...notice, memberId: one, kind: 'inspection_signed' }))
  return [memberId, ...sellers].map((one) => ({ ...notice, memberId: one, kind: 'mechanic_signed' }))
}

/** Signs a locked draft whose bike is locked too; returns its hash, of a signed one as it is. */
export const sign = async (
  deps: SigningDeps,
  tx: Transaction,
  inspection: StoredInspection,
  mechanic?: Mechanic,
): Promise<{ modifiedCount: number; contentHash: string }> => {
  if (inspection.contentHash !== null) return { modifiedCount: 0, contentHash: inspection.contentHash }
  const answers = await listAnswers(tx, inspection.id)
  const counts = countAnswers(inspection.kind, Object.fromEntries(answers.map(({ point, mark }) => [point, mark])))
  const looked = counts.good + counts.worn + counts.bad
  if (looked < getMinLooked(inspection.kind)) throw new ApiError('too_little_inspected')
  const signedAt = deps.now()
  const contentHash = hashContent({ ...inspection, ...mechanic, signedAt, answers })
  await tx
    .update(inspections)
    .set({ ...mechanic, ...counts, score: getScore(counts), signedAt, contentHash })
    .where(eq(inspections.id, inspection.id))
  await deps.notify(tx, await listNotices(tx, inspection))
  if (mechanic?.suspicion) await reviewUnlessAppealed(deps, tx, inspection.bikeId)
  return { modifiedCount: 1, contentHash }
}
