// What members do: report, read what was decided about them, appeal.
import { toIso } from '#contract/time/iso.ts'
import { and, desc, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { caseCalls } from '#contract/cases/case-calls.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { violates } from '#platform/database/database.ts'
import type { Transaction } from '#platform/database/database.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import type { Handlers } from '#platform/http/router.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { chats } from '#market/schema/deals/chats.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { notify } from '#market/notifications/notify.ts'
import { getWaitingBike } from './waiting-bike.ts'
import { type CaseDeps, isHidingDecision, lockOpenCase } from './decisions.ts'
import { hideBike, mustHide } from './hiding.ts'
import { moderatorRoutes } from './queue.ts'
import { getAppealEnd } from './may-decide.ts'
import { getWeight } from './report-weights.ts'
import { type Case, cases, reports } from '#market/schema/people/cases.ts'

type NewReport = z.output<(typeof caseCalls)['POST /reports']['body']>
type About = { bikeId: string | null; memberId: string }

const selectMembers = (tx: Transaction) => tx.select({ bikeId: sql<null>`null`, memberId: members.id }).from(members)

/** The other member of a conversation; nobody for who is not a side of it. */
const findOtherSide = (tx: Transaction, chatId: string, me: Member): Promise<About[]> =>
  selectMembers(tx)
    .innerJoin(
      chats,
      or(
        and(eq(chats.buyerId, me.id), eq(chats.sellerId, members.id)),
        and(eq(chats.sellerId, me.id), eq(chats.buyerId, members.id)),
      ),
    )
    .where(and(eq(chats.id, chatId), isNull(members.removedAt)))

const findSeller = (tx: Transaction, sellerId: string): Promise<About[]> =>
  selectMembers(tx).where(and(eq(members.id, sellerId), eq(members.role, 'Seller'), isNull(members.removedAt)))

const findBike = (tx: Transaction, productId: string): Promise<About[]> =>
  tx
    .select({ bikeId: bikes.id, memberId: bikes.sellerId })
    .from(bikes)
    .where(and(eq(bikes.id, productId), isNull(bikes.withdrawnAt), isNull(bikes.hiddenAt)))

/** The bike with its seller, the seller, or the other member; throws `not_found` for what they cannot see, and `own_bike`. */
const findAbout = async (tx: Transaction, { productId, sellerId, chatId }: NewReport, me: Member): Promise<About> => {
  const [found] =
    chatId !== undefined
      ? await findOtherSide(tx, chatId, me)
      : productId !== undefined
        ? await findBike(tx, productId)
        : await findSeller(tx, sellerId ?? '')
  if (!found) throw new ApiError('not_found')
  if (found.memberId === me.id) throw new ApiError('own_bike')
  return found
}

// The query builder leaves out the table of a column where a statement selects from one table, so the columns are written out.
const countReports = (filter: SQL): SQL<number> => sql<number>`(select count(*)::int from reports
  join cases on cases.id = reports.case_id where reports.reporter_id = members.id and ${filter})`

/** The weight of this reporter's reports, by what became of the earlier ones. */
const findWeight = async (tx: Transaction, me: Member, now: Date): Promise<number> => {
  const [reporter] = await tx
    .select({
      isProven: members.emailVerified,
      joinedAt: members.createdAt,
      upheld: countReports(sql`cases.decision <> 'nothing'`),
      // A report of a stolen bike that was made against somebody costs as much as one that was wrong.
      dismissed: sql<number>`${countReports(sql`cases.decision = 'nothing'`)} + (select count(*)::int from stolen_bikes
        where stolen_bikes.reporter_id = members.id and stolen_bikes.reason = 'false')`,
    })
    .from(members)
    .where(eq(members.id, me.id))
  if (!reporter) throw new ApiError('not_signed_in')
  return getWeight(reporter, now)
}

/** Adds up the case: each reporter counts once. */
const sumUp = async (tx: Transaction, { id, rulePoints }: Case): Promise<{ reporters: number; score: number }> => {
  const byReporter = tx
    .select({ weight: sql<number>`max(${reports.weight})`.as('weight') })
    .from(reports)
    .where(eq(reports.caseId, id))
    .groupBy(reports.reporterId)
    .as('by_reporter')
  const [sum] = await tx
    .select({ reporters: sql<number>`count(*)::int`, score: sql<number>`coalesce(sum(weight), 0)::int` })
    .from(byReporter)
  const { reporters = 0, score = 0 } = sum ?? {}
  await tx
    .update(cases)
    .set({ score: score + rulePoints })
    .where(eq(cases.id, id))
  return { reporters, score }
}

/** Records the report; with the third person and a weight of 3 the bike is hidden until a moderator has seen it. */
const report = (deps: CaseDeps, body: NewReport, me: Member): Promise<string> =>
  deps.db.transaction(async (tx) => {
    const at = deps.now()
    const about = await findAbout(tx, body, me)
    const openCase = await lockOpenCase(tx, deps, about)
    const id = deps.createId()
    await tx.insert(reports).values({
      id,
      caseId: openCase.id,
      reporterId: me.id,
      bikeId: about.bikeId,
      memberId: about.bikeId === null ? about.memberId : null,
      chatId: body.chatId ?? null,
      reason: body.reason,
      words: body.words ?? null,
      weight: await findWeight(tx, me, at),
      createdAt: at,
    })
    const sum = await sumUp(tx, openCase)
    if (about.bikeId === null || openCase.decidedAt !== null || !mustHide(sum)) return id
    await hideBike(tx, deps, about.bikeId, 'reports')
    await notify(tx, deps, [
      { memberId: about.memberId, kind: 'bike_waits', causeId: openCase.id, bikeId: about.bikeId },
    ])
    return id
  })

/** Records what somebody chose about the other person when cancelling a deal. Said again, it counts once. */
export const reportStrange = async (
  deps: Pick<CaseDeps, 'db' | 'now' | 'createId'>,
  { memberId, reporter }: { memberId: string; reporter: Member },
): Promise<void> => {
  const record = () =>
    deps.db.transaction(async (tx) => {
      const at = deps.now()
      const openCase = await lockOpenCase(tx, deps, { bikeId: null, memberId })
      await tx.insert(reports).values({
        id: deps.createId(),
        caseId: openCase.id,
        reporterId: reporter.id,
        memberId,
        reason: 'asked_strange',
        weight: await findWeight(tx, reporter, at),
        createdAt: at,
      })
      await sumUp(tx, openCase)
    })
  await record().catch((error: unknown) => {
    // The deal has ended all the same, and its page says what was chosen.
    if (violates(error, 'reported_once') || error instanceof ApiError) return
    throw error
  })
}

// A conversation shows the seller's name of the bike, and the first name of the buyer.
const reportAbout = sql<string>`case when ${reports.bikeId} is not null then ${bikes.name}
  when ${reports.chatId} is null then ${members.name}
  when ${chats.sellerId} = ${reports.memberId} then ${bikes.sellerName}
  else split_part(${members.name}, ' ', 1) end`

const appeal = ({ db, now }: CaseDeps, { caseId, words }: { caseId: string; words: string }, me: Member) =>
  db.transaction(async (tx) => {
    const at = now()
    const [found] = await tx
      .select()
      .from(cases)
      .where(and(eq(cases.id, caseId), eq(cases.memberId, me.id)))
      .for('update')
    if (!found || found.decision === null) throw new ApiError('not_found')
    const end = getAppealEnd(found)
    if (end === null || at > end) throw new ApiError('appeal_closed')
    await tx.update(cases).set({ appeal: words, appealedAt: at }).where(eq(cases.id, caseId))
    return 1
  })

type OwnCaseRow = { found: Case; productName: string | null; hiddenBy: string | null }

const toOwnCase = ({ found, productName, hiddenBy }: OwnCaseRow, now: Date) => {
  const end = getAppealEnd(found)
  return {
    _id: found.id,
    productName,
    decision: found.decision ?? 'nothing',
    reason: found.reason ?? '',
    decidedAt: toIso(found.decidedAt) ?? '',
    suspendedUntil: toIso(found.suspendedUntil),
    isBikeHidden: hiddenBy === 'moderator' && found.shownAt === null && isHidingDecision(found.decision),
    appealUntil: end !== null && now <= end ? end.toISOString() : null,
    appeal:
      found.appeal === null || found.appealedAt === null
        ? null
        : {
            words: found.appeal,
            at: found.appealedAt.toISOString(),
            answer: found.appealAnswer,
            reason: found.appealReason,
          },
  }
}

/** The endpoints of reports and cases. */
export const caseRoutes = (deps: CaseDeps): Handlers<typeof caseCalls, Member> => {
  const { db, now } = deps
  return {
    ...moderatorRoutes(deps),
    'GET /waiting/:id': ({ me, params }) => getWaitingBike(db, { id: params.id, sellerId: me.id }),
    'POST /reports': async ({ me, body }) => {
      try {
        return { insertedId: await report(deps, body, me) }
      } catch (error) {
        throw violates(error, 'reported_once') ? new ApiError('already_reported') : error
      }
    },
    'GET /reports': async ({ me, query }) => {
      const limit = parseLimit(query)
      const before = query.cursor === undefined ? undefined : lt(reports.id, parseCursorId(query.cursor))
      const rows = await db
        .select({ report: reports, decision: cases.decision, about: reportAbout })
        .from(reports)
        .innerJoin(cases, eq(cases.id, reports.caseId))
        .innerJoin(members, eq(members.id, cases.memberId))
        .leftJoin(chats, eq(chats.id, reports.chatId))
        .leftJoin(bikes, or(eq(bikes.id, reports.bikeId), eq(bikes.id, chats.bikeId)))
        .where(and(eq(reports.reporterId, me.id), before))
        .orderBy(desc(reports.id))
        .limit(limit + 1)
      const items = rows.map(({ report: one, decision, about }) => ({
        _id: one.id,
        about,
        reason: one.reason,
        createdAt: one.createdAt.toISOString(),
        isUpheld: decision === null ? null : decision !== 'nothing',
      }))
      return toPage(items, limit, (one) => one._id)
    },
    'GET /standing': async ({ me, query }) => {
      const limit = parseLimit(query)
      const before = query.cursor === undefined ? undefined : lt(cases.id, parseCursorId(query.cursor))
      const isAboutMe = and(eq(cases.memberId, me.id), sql`${cases.decision} <> 'nothing'`)
      const rows = await db
        .select({ found: cases, productName: bikes.name, hiddenBy: bikes.hiddenBy })
        .from(cases)
        .leftJoin(bikes, eq(bikes.id, cases.bikeId))
        .where(and(isAboutMe, before))
        .orderBy(desc(cases.id))
        .limit(limit + 1)
      return toPage(
        rows.map((row) => toOwnCase(row, now())),
        limit,
        (one) => one._id,
      )
    },
    'POST /appeals': async ({ me, body }) => {
      try {
        return { modifiedCount: await appeal(deps, body, me) }
      } catch (error) {
        const isOpenAlready = violates(error, 'one_open_case_of_bike') || violates(error, 'one_open_case_of_member')
        throw isOpenAlready ? new ApiError('case_open') : error
      }
    },
  }
}
