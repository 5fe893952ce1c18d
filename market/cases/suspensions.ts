// The end of a suspension: the bikes that it hid are shown again, without those that a moderator has to look at.
import { dayMs } from '#contract/time/durations.ts'
import { and, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { minPoints, papersRules } from '#contract/cases/publishing-rules.ts'
import type { Transaction } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { cases, isOpen } from '#market/schema/people/cases.ts'
import { members } from '#market/schema/people/members.ts'
import { firedRules } from '#market/schema/bikes/publishing.ts'

type SuspensionDeps = { now: () => Date; createId: () => string }

/** Locks all bikes of a member in the order of their ids, then the member, so that a new bike or booking of theirs waits. */
export const lockWithBikes = async (tx: Transaction, memberId: string): Promise<void> => {
  await tx.select({ id: bikes.id }).from(bikes).where(eq(bikes.sellerId, memberId)).orderBy(bikes.id).for('update')
  await tx.select({ id: members.id }).from(members).where(eq(members.id, memberId)).for('update')
}

// It was changed while its seller was suspended, and waits for a moderator.
const hasToWait = sql`exists (select from ${cases} where ${cases.bikeId} = ${bikes.id} and ${cases.decidedAt} is null
  and ${cases.mendedAt} is null and ${cases.rulePoints} >= ${sql.raw(String(minPoints.wait))})`

const isHiddenBySuspension = (memberId: string) => and(eq(bikes.sellerId, memberId), eq(bikes.hiddenBy, 'suspension'))

// Somebody else advertises its number now, or its papers were never checked.
const hasNumberOnSale = sql<boolean>`exists (select from vehicle_fingerprints as mine join vehicle_fingerprints as theirs
    on theirs.kind = mine.kind and theirs.hmac = mine.hmac and theirs.is_live where mine.bike_id = ${bikes.id})`
const hasPapersToCheck = sql`(${hasNumberOnSale}
  or exists (select from ${firedRules} where ${firedRules.bikeId} = ${bikes.id} and ${firedRules.clearedAt} is null
    and ${inArray(firedRules.rule, papersRules)}))`

/** Opens a case for each bike whose papers have to be checked before it is shown; false where an appeal has to be answered first. */
const openPapersCases = async (tx: Transaction, deps: SuspensionDeps, memberId: string): Promise<boolean> => {
  const at = deps.now()
  const found = await tx
    .select({
      id: bikes.id,
      hasNumberOnSale,
      hasAppeal: sql<boolean>`exists (select from ${cases} where ${cases.bikeId} = ${bikes.id} and ${isOpen})`,
    })
    .from(bikes)
    .where(and(isHiddenBySuspension(memberId), sql`not ${hasToWait}`, hasPapersToCheck))
  if (found.some(({ hasAppeal }) => hasAppeal)) return false
  for (const { id: bikeId, hasNumberOnSale: isOnSale } of found) {
    const fired = {
      bikeId,
      rule: 'number_of_another' as const,
      points: minPoints.wait,
      quote: 'on sale',
      firedAt: at,
      clearedAt: null,
    }
    if (isOnSale)
      await tx
        .insert(firedRules)
        .values(fired)
        .onConflictDoUpdate({ target: [firedRules.bikeId, firedRules.rule], set: fired })
    const sum = sql<number>`(select sum(points)::int from fired_rules where bike_id = ${bikeId} and cleared_at is null)`
    await tx.insert(cases).values({ id: deps.createId(), bikeId, memberId, openedAt: at, score: sum, rulePoints: sum })
  }
  return true
}

/** A moderator has decided about everything else that the rules had found. */
const clearOtherRules = async (tx: Transaction, memberId: string, at: Date): Promise<void> => {
  const shown = tx
    .select({ id: bikes.id })
    .from(bikes)
    .where(and(isHiddenBySuspension(memberId), sql`not ${hasToWait}`))
  await tx
    .update(firedRules)
    .set({ clearedAt: at })
    .where(
      and(inArray(firedRules.bikeId, shown), isNull(firedRules.clearedAt), notInArray(firedRules.rule, papersRules)),
    )
}

/** Ends a suspension and shows the bikes that it hid, without those that wait for a moderator. */
export const endSuspension = async (tx: Transaction, deps: SuspensionDeps, memberId: string): Promise<void> => {
  const at = deps.now()
  await lockWithBikes(tx, memberId)
  if (!(await openPapersCases(tx, deps, memberId))) {
    // The bike can have no second open case: it is looked at again tomorrow.
    await tx
      .update(members)
      .set({ suspendedUntil: new Date(at.getTime() + dayMs) })
      .where(eq(members.id, memberId))
    return
  }
  await clearOtherRules(tx, memberId, at)
  await tx.update(members).set({ suspendedUntil: null, updatedAt: at }).where(eq(members.id, memberId))
  await tx
    .update(bikes)
    .set({
      hiddenAt: sql`case when ${hasToWait} then ${bikes.hiddenAt} end`,
      hiddenBy: sql`case when ${hasToWait} then 'rules' end`,
    })
    .where(isHiddenBySuspension(memberId))
}
