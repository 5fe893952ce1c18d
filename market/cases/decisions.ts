// What a decision does, in one transaction with the decision.
import type { CaseEventKind } from '#contract/notices/events.ts'
import { and, desc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { type RemovalDeps, removeMember } from '#market/admin/removal.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { cases, isOpen, reports, type Case } from '#market/schema/people/cases.ts'
import { clearRules, hideBike, isForSale, isWaiting, showBike } from './hiding.ts'
import { getSuspensionEnd, lockMs, mayAnswer, mayDecide, mayRemove } from './may-decide.ts'
import { endSuspension, lockWithBikes } from './suspensions.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { notify } from '#market/notifications/notify.ts'
import { notifyAdmins } from '#market/notifications/notify-admins.ts'
import { closeOffersOfMember } from '#market/deals/closed-offers.ts'

export type CaseDeps = RemovalDeps & { db: Database }
type Decision = NonNullable<Case['decision']>
// After these a bike stays hidden until a moderator shows it or an appeal succeeds.
const hidingDecisions: Decision[] = ['hide', 'suspend_7', 'suspend_30']
export const isHidingDecision = (decision: Case['decision']): boolean =>
  decision !== null && hidingDecisions.includes(decision)

/** Suspends a member and hides their bikes. */
const suspend = async (
  tx: Transaction,
  deps: CaseDeps,
  memberId: string,
  { at, until }: { at: Date; until: Date },
): Promise<void> => {
  await lockWithBikes(tx, memberId)
  await tx
    .update(members)
    .set({ suspendedUntil: sql`greatest(coalesce(${members.suspendedUntil}, ${until}), ${until})`, updatedAt: at })
    .where(eq(members.id, memberId))
  await tx
    .update(bikes)
    .set({ hiddenAt: at, hiddenBy: 'suspension' })
    .where(and(eq(bikes.sellerId, memberId), isForSale, isNull(bikes.hiddenAt)))
  await closeOffersOfMember(tx, deps, memberId)
}

const noticeByDecision: Record<Exclude<Decision, 'remove'>, CaseEventKind | null> = {
  nothing: null,
  words: 'case_words',
  hide: 'case_hidden',
  warn: 'case_warned',
  suspend_7: 'case_suspended',
  suspend_30: 'case_suspended',
}

/** Does what the decision says. A bike that waited for it is shown again, unless the decision hides it. */
const apply = async (
  tx: Transaction,
  deps: CaseDeps,
  { id, bikeId, memberId }: Case,
  { decision, reason }: Verdict,
) => {
  const at = deps.now()
  if (decision === 'remove') {
    const isRemoved = await removeMember({ ...deps, db: tx }, memberId, { by: 'motohaat', reason })
    if (!isRemoved) throw new ApiError('admin_stays')
    return
  }
  const until = getSuspensionEnd(decision, at)
  if (until !== null) await suspend(tx, deps, memberId, { at, until })
  // It stays hidden after the suspension too if it waited: what it waited for has not changed.
  if (bikeId !== null && until !== null)
    await hideBike(tx, deps, bikeId, (await isWaiting(tx, bikeId)) ? 'moderator' : 'suspension')
  else if (bikeId !== null && decision === 'hide') await hideBike(tx, deps, bikeId, 'moderator')
  else if (bikeId !== null) await showWaiting(tx, deps, { id, bikeId, memberId })
  const kind = noticeByDecision[decision]
  if (kind !== null) await notify(tx, deps, [{ memberId, kind, causeId: id, bikeId }])
}

const showWaiting = async (
  tx: Transaction,
  deps: CaseDeps,
  { id, bikeId, memberId }: { id: string; bikeId: string; memberId: string },
) => {
  const at = deps.now()
  await clearRules(tx, bikeId, at)
  const shown = await showBike(tx, bikeId, 'reports')
  const published = await showBike(tx, bikeId, 'rules')
  // Saved searches find it now.
  if (published.length > 0) await tx.update(bikes).set({ editedAt: at }).where(eq(bikes.id, bikeId))
  const notices = [
    ...shown.map(({ hiddenAt }) => ({ hiddenAt, kind: 'bike_shown' as const })),
    ...published.map(({ hiddenAt }) => ({ hiddenAt, kind: 'ad_published' as const })),
  ]
  const told = notices.filter(({ hiddenAt }) => hiddenAt === null)
  await notify(
    tx,
    deps,
    told.map(({ kind }) => ({ memberId, kind, causeId: id, bikeId })),
  )
}

const notifyReporters = async (tx: Transaction, deps: CaseDeps, { id, bikeId }: Case): Promise<void> => {
  const told = await tx
    .selectDistinct({ memberId: reports.reporterId })
    .from(reports)
    .innerJoin(members, eq(members.id, reports.reporterId))
    .where(and(eq(reports.caseId, id), isNull(members.removedAt)))
  await notify(
    tx,
    deps,
    told.map(({ memberId }) => ({ memberId, kind: 'report_answered', causeId: id, bikeId })),
  )
}

const lockCase = async (tx: Transaction, id: string): Promise<Case | undefined> => {
  const [found] = await tx.select().from(cases).where(eq(cases.id, id)).for('update')
  return found
}

/** Takes the case for 30 minutes; returns until when. Of two moderators at once, one gets it. */
export const takeCase = async ({ db, now }: CaseDeps, id: string, me: Member): Promise<Date> => {
  const at = now()
  const takenUntil = new Date(at.getTime() + lockMs)
  const isFree = sql`(${cases.takenUntil} is null or ${cases.takenUntil} <= ${at} or ${cases.takenBy} = ${me.id})`
  const taken = await db
    .update(cases)
    .set({ takenBy: me.id, takenUntil })
    .where(and(eq(cases.id, id), isFree, isOpen))
    .returning({ id: cases.id })
  if (taken.length > 0) return takenUntil
  const [found] = await db
    .select({ takenUntil: cases.takenUntil, decidedAt: cases.decidedAt })
    .from(cases)
    .where(eq(cases.id, id))
  if (!found) throw new ApiError('not_found')
  throw new ApiError(found.takenUntil !== null && found.takenUntil > at ? 'case_taken' : 'case_decided')
}

/** `confirmsRemoval`: whoever decides has read that somebody proposes to remove the member. */
type Verdict = { decision: Decision; reason: string; confirmsRemoval?: boolean | undefined }

const record = (tx: Transaction, deps: CaseDeps, found: Case, { decision, reason, me }: Verdict & { me: Member }) => {
  const at = deps.now()
  return tx
    .update(cases)
    .set({
      decision,
      reason,
      decidedBy: me.id,
      decidedAt: at,
      suspendedUntil: getSuspensionEnd(decision, at),
      takenBy: null,
      takenUntil: null,
    })
    .where(eq(cases.id, found.id))
}

/** Records the proposal to remove the member and tells the admins; the case waits for another person. */
const proposeRemoval = async (
  tx: Transaction,
  deps: CaseDeps,
  { id, bikeId }: Case,
  { reason, me }: Verdict & { me: Member },
) => {
  const proposal = { removalProposedBy: me.id, removalProposedAt: deps.now(), removalReason: reason }
  await tx
    .update(cases)
    .set({ ...proposal, takenBy: null, takenUntil: null })
    .where(eq(cases.id, id))
  await notifyAdmins(tx, deps, { kind: 'removal_to_decide', causeId: id, bikeId, askedBy: me.id })
}

/** Whether this is the first of the two people who remove a member; throws where the second may not. */
const mustPropose = async (
  tx: Transaction,
  found: Case,
  { me, confirmsRemoval = false }: Verdict & { me: Member },
): Promise<boolean> => {
  const isProposedByAdmin =
    (await tx.$count(members, and(eq(members.id, found.removalProposedBy ?? me.id), eq(members.role, 'Admin')))) > 0
  const next = mayRemove(found, { me, isProposedByAdmin })
  if (next instanceof ApiError) throw next
  // Of two who propose it at once the second one has not read the other's reason.
  if (next === 'remove' && !confirmsRemoval) throw new ApiError('removal_proposed')
  return next === 'propose'
}

const decideLocked = async (tx: Transaction, deps: CaseDeps, found: Case, verdict: Verdict & { me: Member }) => {
  if (verdict.decision === 'hide' && found.bikeId === null) throw new ApiError('nothing_to_hide')
  await record(tx, deps, found, verdict)
  await apply(tx, deps, found, verdict)
  await notifyReporters(tx, deps, found)
}

/** Decides a case that this moderator has taken, or proposes to remove its member. */
export const decideCase = (deps: CaseDeps, id: string, verdict: Verdict & { me: Member }): Promise<number> =>
  deps.db.transaction(async (tx) => {
    const found = await lockCase(tx, id)
    const apiError = mayDecide(found, verdict.me, deps.now())
    if (apiError || !found) throw apiError ?? new ApiError('not_found')
    if (verdict.decision === 'remove' && (await mustPropose(tx, found, verdict)))
      await proposeRemoval(tx, deps, found, verdict)
    else await decideLocked(tx, deps, found, verdict)
    return 1
  })

/** Shows the bike that this case hid, unless another decision hides it too; returns whether it is online. */
const showHidden = async (tx: Transaction, deps: CaseDeps, id: string, bikeId: string): Promise<boolean> => {
  await tx.update(cases).set({ shownAt: deps.now() }).where(eq(cases.id, id))
  await clearRules(tx, bikeId, deps.now())
  const isAnother = and(eq(cases.bikeId, bikeId), eq(cases.decision, 'hide'), isNull(cases.shownAt))
  if ((await tx.$count(cases, isAnother)) > 0) return false
  const shown = await showBike(tx, bikeId, 'moderator')
  return shown.some(({ hiddenAt }) => hiddenAt === null)
}

/** Undoes what can be undone: the bike is shown, or the suspension ends. */
const takeBack = async (tx: Transaction, deps: CaseDeps, { id, decision, bikeId, memberId }: Case): Promise<void> => {
  // A suspension hides the bike for good if it waited.
  if (isHidingDecision(decision) && bikeId !== null) await showHidden(tx, deps, id, bikeId)
  if (decision !== 'suspend_7' && decision !== 'suspend_30') return
  const isRunning = and(eq(cases.memberId, memberId), ne(cases.id, id), gt(cases.suspendedUntil, deps.now()))
  const [other] = await tx
    .select({ until: cases.suspendedUntil })
    .from(cases)
    .where(and(isRunning, sql`${cases.appealAnswer} is distinct from 'taken_back'`))
    .orderBy(desc(cases.suspendedUntil))
    .limit(1)
  if (other) await tx.update(members).set({ suspendedUntil: other.until }).where(eq(members.id, memberId))
  else await endSuspension(tx, deps, memberId)
}

/** Answers an appeal. */
export const answerAppeal = (
  deps: CaseDeps,
  id: string,
  { answer, reason, me }: { answer: 'stays' | 'taken_back'; reason: string; me: Member },
): Promise<number> =>
  deps.db.transaction(async (tx) => {
    const found = await lockCase(tx, id)
    const apiError = mayAnswer(found, me)
    if (apiError || !found) throw apiError ?? new ApiError('not_found')
    await tx
      .update(cases)
      .set({
        appealAnswer: answer,
        appealReason: reason,
        appealDecidedBy: me.id,
        appealDecidedAt: deps.now(),
        takenBy: null,
        takenUntil: null,
      })
      .where(eq(cases.id, id))
    if (answer === 'taken_back') await takeBack(tx, deps, found)
    await notify(tx, deps, [{ memberId: found.memberId, kind: 'appeal_answered', causeId: id, bikeId: found.bikeId }])
    return 1
  })

/** Finds the open case of a bike and locks it, or opens one. */
export const lockOpenCase = async (
  tx: Transaction,
  deps: Pick<CaseDeps, 'now' | 'createId'>,
  about: { bikeId: string | null; memberId: string },
): Promise<Case> => {
  await tx
    .insert(cases)
    .values({ id: deps.createId(), ...about, openedAt: deps.now() })
    .onConflictDoNothing()
  const isAbout = about.bikeId === null ? isNull(cases.bikeId) : eq(cases.bikeId, about.bikeId)
  const [found] = await tx
    .select()
    .from(cases)
    .where(and(eq(cases.memberId, about.memberId), isAbout, isOpen))
    .for('update')
  // It was decided at this moment.
  if (!found) throw new ApiError('case_taken')
  return found
}

/** Hides a bike at once, as the decision of its case. */
export const hideByModerator = (deps: CaseDeps, bikeId: string, { reason, me }: { reason: string; me: Member }) =>
  deps.db.transaction(async (tx) => {
    const [bike] = await tx
      .select({ sellerId: bikes.sellerId, hiddenBy: bikes.hiddenBy })
      .from(bikes)
      .where(and(eq(bikes.id, bikeId), isForSale))
    if (!bike) throw new ApiError('not_found')
    if (bike.sellerId === me.id) throw new ApiError('own_case')
    if (bike.hiddenBy === 'moderator') return 0
    const found = await lockOpenCase(tx, deps, { bikeId, memberId: bike.sellerId })
    const isTaken = found.takenUntil !== null && found.takenUntil > deps.now() && found.takenBy !== me.id
    if (isTaken || found.decidedAt !== null) throw new ApiError('case_taken')
    await decideLocked(tx, deps, found, { decision: 'hide', reason, me })
    return 1
  })

/** Shows a hidden bike again: the open case ends with nothing, or the decision that hid it ends. */
export const showByModerator = (deps: CaseDeps, bikeId: string, { reason, me }: { reason: string; me: Member }) =>
  deps.db.transaction(async (tx) => {
    const [found] = await tx
      .select()
      .from(cases)
      .where(
        and(
          eq(cases.bikeId, bikeId),
          isNull(cases.shownAt),
          isNull(cases.mendedAt),
          or(inArray(cases.decision, hidingDecisions), isNull(cases.decidedAt)),
        ),
      )
      .orderBy(desc(cases.id))
      .limit(1)
      .for('update')
    const [bike] = await tx
      .select({ hiddenBy: bikes.hiddenBy, sellerId: bikes.sellerId })
      .from(bikes)
      .where(eq(bikes.id, bikeId))
    if (!bike) throw new ApiError('not_found')
    if (bike.hiddenBy === null) return 0
    if (bike.hiddenBy === 'suspension') throw new ApiError('bike_suspended')
    if (bike.sellerId === me.id) throw new ApiError('own_case')
    if (!found) throw new ApiError('not_found')
    if (found.decidedAt === null) {
      const isTaken = found.takenUntil !== null && found.takenUntil > deps.now() && found.takenBy !== me.id
      if (isTaken) throw new ApiError('case_taken')
      await decideLocked(tx, deps, found, { decision: 'nothing', reason, me })
      return 1
    }
    const isOnline = await showHidden(tx, deps, found.id, bikeId)
    if (isOnline) await notify(tx, deps, [{ memberId: found.memberId, kind: 'bike_shown', causeId: found.id, bikeId }])
    return 1
  })
