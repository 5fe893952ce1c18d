// Scores an advertisement when it is listed or changed, and publishes it, warns, or makes it wait for a moderator.
import { and, eq, sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Transaction } from '#platform/database/database.ts'
import { bikes, getBikeYear } from '#market/schema/bikes/bikes.ts'
import { hideBike, showBike } from '#market/cases/hiding.ts'
import { type Case, cases, isOpen, reports } from '#market/schema/people/cases.ts'
import { notify } from '#market/notifications/notify.ts'
import { notifyAdmins } from '#market/notifications/notify-admins.ts'
import { findEvidence } from './evidence.ts'
import type { NumberKeyDeps } from '#market/members/removed-numbers.ts'
import { type FiredRule, getOutcome, pointsByRule, scoreAdvertisement, sumPoints } from './fraud-rules.ts'
import { firedRules } from '#market/schema/bikes/publishing.ts'

type Bike = typeof bikes.$inferSelect
type ReviewDeps = { now: () => Date; createId: () => string } & NumberKeyDeps
// As the rule fires for an advertisement.
const stolenRule: FiredRule = { rule: 'reported_stolen', points: pointsByRule.reported_stolen, quote: 'register' }
type StoredRule = typeof firedRules.$inferSelect

/** Whether a moderator has looked at the same thing: the same words, or a price that is no lower. */
const isCleared = (fired: FiredRule, earlier: StoredRule | undefined): boolean => {
  if (earlier === undefined || earlier.clearedAt === null) return false
  if (fired.rule === 'price_far_below') return Number(fired.quote) >= Number(earlier.quote)
  // Two bikes that others see never have one number, whatever was decided before.
  if (fired.rule === 'number_of_another') return fired.quote === 'waits'
  // A bike in the register of stolen bikes stays hidden for as long as it is there.
  if (fired.rule === 'reported_stolen' && fired.quote === 'register') return false
  return fired.quote === earlier.quote
}

/** Stores the rules that fire now; returns the points of those that no moderator has looked at. */
const saveFired = async (tx: Transaction, bikeId: string, fired: readonly FiredRule[], at: Date): Promise<number> => {
  const stored = await tx.select().from(firedRules).where(eq(firedRules.bikeId, bikeId))
  const byRule = new Map(stored.map((one) => [one.rule, one]))
  const rows = fired.map((one) => {
    const earlier = byRule.get(one.rule)
    const isSeen = isCleared(one, earlier)
    // A cleared price stays the one that was looked at, so that it cannot be lowered in steps.
    const quote = isSeen && earlier ? earlier.quote : one.quote
    return {
      ...one,
      quote,
      bikeId,
      firedAt: earlier?.firedAt ?? at,
      clearedAt: isSeen ? (earlier?.clearedAt ?? null) : null,
    }
  })
  if (stored.length > 0) await tx.delete(firedRules).where(eq(firedRules.bikeId, bikeId))
  if (rows.length > 0) await tx.insert(firedRules).values(rows)
  return sumPoints(rows.filter(({ clearedAt }) => clearedAt === null))
}

const findOpenCase = async (tx: Transaction, bikeId: string): Promise<Case | undefined> => {
  const [found] = await tx
    .select()
    .from(cases)
    .where(and(eq(cases.bikeId, bikeId), isOpen))
    .for('update')
  return found
}

/** Opens a case with these points, or changes the points of the open one; returns its id. */
const setPoints = async (tx: Transaction, deps: ReviewDeps, bike: Bike, points: number): Promise<string> => {
  const found = await findOpenCase(tx, bike.id)
  if (!found) {
    const id = deps.createId()
    const values = {
      id,
      bikeId: bike.id,
      memberId: bike.sellerId,
      openedAt: deps.now(),
      score: points,
      rulePoints: points,
    }
    await tx.insert(cases).values(values)
    return id
  }
  // An appeal of the seller is open, which somebody decides first.
  if (found.decidedAt !== null) throw new ApiError('case_open')
  await tx
    .update(cases)
    .set({ rulePoints: points, score: sql`${cases.score} - ${cases.rulePoints} + ${points}` })
    .where(eq(cases.id, found.id))
  return found.id
}

/** Nothing is left to decide: the case ends, unless members have reported the bike too, or somebody proposed to remove its seller. */
const endCase = async (tx: Transaction, bikeId: string, at: Date): Promise<void> => {
  const found = await findOpenCase(tx, bikeId)
  if (!found || found.decidedAt !== null || found.rulePoints === 0) return
  const isKept = found.removalProposedBy !== null || (await tx.$count(reports, eq(reports.caseId, found.id))) > 0
  await tx
    .update(cases)
    .set({
      rulePoints: 0,
      score: sql`${cases.score} - ${cases.rulePoints}`,
      ...(!isKept && { mendedAt: at, takenBy: null, takenUntil: null }),
    })
    .where(eq(cases.id, found.id))
}

const makeWait = async (tx: Transaction, deps: ReviewDeps, bike: Bike, caseId: string): Promise<void> => {
  await hideBike(tx, deps, bike.id, 'rules')
  await notify(tx, deps, [{ memberId: bike.sellerId, kind: 'ad_waits', causeId: caseId, bikeId: bike.id }])
}

const isStolen = ({ rule }: { rule: FiredRule['rule'] }): boolean => rule === 'reported_stolen'

/** Tells the admins once in each case: the seller reads that papers are checked, and nothing else. */
const tellOfStolen = async (
  tx: Transaction,
  deps: ReviewDeps,
  { bikeId, caseId }: { bikeId: string; caseId: string },
) => notifyAdmins(tx, deps, { kind: 'stolen_match', causeId: caseId, bikeId })

/**
 * Scores a stored bike that is listed or changed in this transaction, and does what follows: it is published, published with
 * a warning and a case, or it waits; of a withdrawn one the case ends. Throws `case_open` if it would need a case while an appeal about it is open.
 */
export const reviewAdvertisement = async (tx: Transaction, deps: ReviewDeps, bikeId: string): Promise<void> => {
  const at = deps.now()
  const [bike] = await tx.select().from(bikes).where(eq(bikes.id, bikeId))
  if (!bike || bike.soldAt) return
  if (bike.withdrawnAt) return endCase(tx, bikeId, at)
  const fired = scoreAdvertisement(
    { ...bike, priceTaka: bike.salePriceTaka, year: getBikeYear(bike) },
    await findEvidence(tx, deps, bike),
  )
  const points = await saveFired(tx, bikeId, fired, at)
  const outcome = getOutcome(points)
  // What a moderator hid stays hidden, whatever the seller writes.
  if (bike.hiddenBy === 'moderator') return
  if (outcome === 'publish') await endCase(tx, bikeId, at)
  const caseId = outcome === 'publish' ? null : await setPoints(tx, deps, bike, points)
  if (outcome === 'wait' && caseId !== null && fired.some(isStolen)) await tellOfStolen(tx, deps, { bikeId, caseId })
  if (outcome === 'wait' && caseId !== null && bike.hiddenBy === null) return makeWait(tx, deps, bike, caseId)
  if (outcome !== 'wait' && bike.hiddenBy === 'rules') {
    await showBike(tx, bikeId, 'rules')
    await tx.update(bikes).set({ editedAt: at }).where(eq(bikes.id, bikeId))
  }
}

/**
 * Opens a case about a bike that was sold and is in the register of stolen bikes: nobody stops its deal but a moderator. What
 * was opened before stays as it is.
 */
const openCaseOfSold = async (tx: Transaction, deps: ReviewDeps, bikeId: string): Promise<void> => {
  const [bike] = await tx.select().from(bikes).where(eq(bikes.id, bikeId))
  if (!bike || (await findOpenCase(tx, bikeId))) return
  const points = await saveFired(tx, bikeId, [stolenRule], deps.now())
  await tellOfStolen(tx, deps, { bikeId, caseId: await setPoints(tx, deps, bike, points) })
}

/** The reviews of advertisements, for the modules of bikes and of their numbers. */
export const createReviews = (deps: ReviewDeps) => ({
  review: (tx: Transaction, bikeId: string): Promise<void> => reviewAdvertisement(tx, deps, bikeId),
  openCaseOfSold: (tx: Transaction, bikeId: string): Promise<void> => openCaseOfSold(tx, deps, bikeId),
})
