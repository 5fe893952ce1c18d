// The queue of moderators: the cases, one case, and what they do with it.
import { alias } from 'drizzle-orm/pg-core'
import { and, asc, desc, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { caseCalls, CaseSummary } from '#contract/cases/case-calls.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import type { Handlers } from '#platform/http/router.ts'
import { bikeDetailsDto, bikes } from '#market/schema/bikes/bikes.ts'
import { cases, isOpen, repeatedTexts, reports } from '#market/schema/people/cases.ts'
import { answerAppeal, type CaseDeps, decideCase, hideByModerator, showByModerator, takeCase } from './decisions.ts'
import { findSamePicture, listEarlierAdvertisements } from './earlier-advertisements.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { firedRules } from '#market/schema/bikes/publishing.ts'
import { listRepeatedTexts } from './repeated-texts.ts'
import { mayRemove } from './may-decide.ts'
import { readReportedChats } from './reported-chats.ts'

type Summary = z.input<typeof CaseSummary>
type ModeratorCall =
  | 'GET /cases'
  | 'GET /cases/count'
  | 'GET /cases/:id'
  | 'POST /cases/:id/take'
  | 'PUT /cases/:id'
  | 'PUT /cases/:id/appeal'
  | 'PUT /hidden/:id'

const takers = alias(members, 'takers')
const deciders = alias(members, 'deciders')
const proposers = alias(members, 'proposers')
const maxEarlier = 20

const columns = {
  found: cases,
  memberName: members.name,
  memberSince: members.createdAt,
  suspendedUntil: members.suspendedUntil,
  takerName: takers.name,
  deciderName: deciders.name,
  proposerName: proposers.name,
  isProposedByAdmin: sql<boolean>`coalesce(${proposers.role} = 'Admin', false)`,
  bike: {
    name: bikes.name,
    slug: bikes.slug,
    price: bikes.salePriceTaka,
    picture: bikes.picture,
    moreImages: bikeDetailsDto.moreImages,
    location: bikes.location,
    description: bikes.description,
    hiddenAt: bikes.hiddenAt,
  },
  reasons: sql<
    Summary['reasons']
  >`array(select distinct ${reports.reason} from ${reports} where ${reports.caseId} = ${cases.id})`,
  rules: sql<Summary['rules']>`array(select ${firedRules.rule} from ${firedRules}
    where ${firedRules.bikeId} = ${cases.bikeId} order by ${firedRules.points} desc, ${firedRules.rule})`,
  reporters: sql<number>`(select count(distinct ${reports.reporterId})::int from ${reports} where ${reports.caseId} = ${cases.id})`,
  sellersOfSameText: sql<number>`coalesce((select count(*)::int from ${repeatedTexts} where ${repeatedTexts.caseId} = ${cases.id}
    group by ${repeatedTexts.firstId} order by 1 desc limit 1), 0)`,
}

const selectCases = (db: Database, filter: SQL | undefined) =>
  db
    .select(columns)
    .from(cases)
    .innerJoin(members, eq(members.id, cases.memberId))
    .leftJoin(bikes, eq(bikes.id, cases.bikeId))
    .leftJoin(takers, eq(takers.id, cases.takenBy))
    .leftJoin(deciders, eq(deciders.id, cases.decidedBy))
    .leftJoin(proposers, eq(proposers.id, cases.removalProposedBy))
    .where(filter)
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectCases>>[number]

const toSummary = ({ found, bike, ...row }: Row, me: Member, now: Date): Summary => {
  const isTaken = found.takenUntil !== null && found.takenUntil > now
  return {
    _id: found.id,
    score: found.score,
    rulePoints: found.rulePoints,
    productName: bike?.name ?? null,
    slug: bike?.slug ?? null,
    memberName: row.memberName,
    reasons: row.reasons,
    reporters: row.reporters,
    rules: row.rules,
    sellersOfSameText: row.sellersOfSameText,
    openedAt: found.openedAt.toISOString(),
    isHidden: Boolean(bike?.hiddenAt),
    takenBy: isTaken ? row.takerName : null,
    takenUntil: isTaken && found.takenUntil ? found.takenUntil.toISOString() : null,
    isMine: isTaken && found.takenBy === me.id,
    decision: found.decision,
    isAppeal: found.appealedAt !== null && found.appealDecidedAt === null,
    isRemovalProposed: found.removalProposedAt !== null && found.decidedAt === null,
  }
}

// The greatest weight comes first, so the cursor has the weight too.
const formatOpenCursor = ({ score, _id }: Summary): string => `${score}-${_id}`
const parseOpenCursor = (cursor: string): SQL => {
  const [, score, id] = /^(\d{1,7})-(.+)$/.exec(cursor) ?? []
  if (score === undefined || id === undefined) throw new ApiError('bad_request', { field: 'cursor' })
  return sql`(${cases.score}, ${cases.id}) < (${Number(score)}, ${parseCursorId(id)}::uuid)`
}

const listOpen = async ({ db, now }: CaseDeps, query: { limit?: string; cursor?: string }, me: Member) => {
  const limit = parseLimit(query)
  const after = query.cursor === undefined ? undefined : parseOpenCursor(query.cursor)
  const rows = await selectCases(db, and(isOpen, after))
    .orderBy(desc(cases.score), desc(cases.id))
    .limit(limit + 1)
  return toPage(
    rows.map((row) => toSummary(row, me, now())),
    limit,
    formatOpenCursor,
  )
}

const listDecided = async ({ db, now }: CaseDeps, query: { limit?: string; cursor?: string }, me: Member) => {
  const limit = parseLimit(query)
  const after = query.cursor === undefined ? undefined : sql`${cases.id} < ${parseCursorId(query.cursor)}::uuid`
  const rows = await selectCases(db, and(isNotNull(cases.decidedAt), after))
    .orderBy(desc(cases.id))
    .limit(limit + 1)
  return toPage(
    rows.map((row) => toSummary(row, me, now())),
    limit,
    (one) => one._id,
  )
}

const listReports = async (db: Database, caseId: string) => {
  const rows = await db
    .select({ reason: reports.reason, words: reports.words, weight: reports.weight, createdAt: reports.createdAt })
    .from(reports)
    .where(eq(reports.caseId, caseId))
    .orderBy(asc(reports.id))
    .limit(100)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

const listFiredRules = async (db: Database, bikeId: string | null) => {
  if (bikeId === null) return []
  const rows = await db
    .select()
    .from(firedRules)
    .where(eq(firedRules.bikeId, bikeId))
    .orderBy(desc(firedRules.points), asc(firedRules.rule))
    .limit(100)
  return rows.map(({ rule, points, quote, clearedAt }) => ({ rule, points, quote, isCleared: clearedAt !== null }))
}

const listEarlier = async (db: Database, { id, memberId }: { id: string; memberId: string }) => {
  const rows = await db
    .select({
      _id: cases.id,
      decision: cases.decision,
      reason: cases.reason,
      decidedAt: cases.decidedAt,
      productName: bikes.name,
    })
    .from(cases)
    .leftJoin(bikes, eq(bikes.id, cases.bikeId))
    .where(and(eq(cases.memberId, memberId), isNotNull(cases.decidedAt), ne(cases.id, id)))
    .orderBy(desc(cases.id))
    .limit(maxEarlier)
  return rows.flatMap(({ decision, reason, decidedAt, ...row }) =>
    decision && reason !== null && decidedAt ? [{ ...row, decision, reason, decidedAt: decidedAt.toISOString() }] : [],
  )
}

const toProposedRemoval = ({ found, proposerName, isProposedByAdmin }: Row, me: Member) =>
  found.removalProposedAt === null || found.removalReason === null
    ? null
    : {
        by: proposerName ?? '',
        at: found.removalProposedAt.toISOString(),
        reason: found.removalReason,
        isMine: found.removalProposedBy === me.id,
        mayConfirm: mayRemove(found, { me, isProposedByAdmin }) === 'remove',
      }

const getCase = async ({ db, now }: CaseDeps, id: string, me: Member) => {
  const [row] = await selectCases(db, eq(cases.id, id))
  if (!row) throw new ApiError('not_found')
  const { found, bike } = row
  return {
    ...toSummary(row, me, now()),
    memberId: found.memberId,
    productId: found.bikeId,
    price: bike?.price ?? null,
    image: bike?.picture ?? null,
    pictures: bike === null ? [] : [bike.picture, ...bike.moreImages],
    location: bike?.location ?? null,
    description: bike?.description ?? null,
    earlierAdvertisements: found.bikeId === null ? [] : await listEarlierAdvertisements(db, found.bikeId),
    samePicture:
      found.bikeId === null ? null : await findSamePicture(db, { id: found.bikeId, sellerId: found.memberId }),
    memberSince: row.memberSince.toISOString(),
    isSuspended: row.suspendedUntil !== null,
    reports: await listReports(db, id),
    repeatedTexts: found.bikeId === null ? await listRepeatedTexts(db, id) : [],
    chats: found.bikeId === null ? await readReportedChats(db, found, me) : [],
    firedRules: await listFiredRules(db, found.bikeId),
    earlier: await listEarlier(db, found),
    proposedRemoval: toProposedRemoval(row, me),
    reason: found.reason,
    decidedBy: row.deciderName,
    decidedAt: found.decidedAt?.toISOString() ?? null,
    appeal: found.appeal,
    appealAnswer: found.appealAnswer,
    isDecidedByMe: found.decidedBy === me.id,
  }
}

/** The endpoints of moderators. */
export const moderatorRoutes = (deps: CaseDeps): Pick<Handlers<typeof caseCalls, Member>, ModeratorCall> => ({
  'GET /cases': ({ me, query }) => (query.state === 'decided' ? listDecided : listOpen)(deps, query, me),
  'GET /cases/count': async () => ({ open: await deps.db.$count(cases, isOpen) }),
  'GET /cases/:id': ({ me, params }) => getCase(deps, params.id, me),
  'POST /cases/:id/take': async ({ me, params }) => ({
    takenUntil: (await takeCase(deps, params.id, me)).toISOString(),
  }),
  'PUT /cases/:id': async ({ me, params, body }) => ({
    modifiedCount: await decideCase(deps, params.id, { ...body, me }),
  }),
  'PUT /cases/:id/appeal': async ({ me, params, body }) => ({
    modifiedCount: await answerAppeal(deps, params.id, { ...body, me }),
  }),
  'PUT /hidden/:id': async ({ me, params, body: { hidden, reason } }) => ({
    modifiedCount: await (hidden ? hideByModerator : showByModerator)(deps, params.id, { reason, me }),
  }),
})
