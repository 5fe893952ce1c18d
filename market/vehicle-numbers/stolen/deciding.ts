// What moderators do: the queue of reports, opening one for 15 minutes, and the decision.
import { and, asc, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import { minuteMs } from '#contract/time/durations.ts'
import { paperOpeningMinutes } from '#contract/time/lifetimes.ts'
import type { StolenReason } from '#contract/vehicle-numbers/stolen-reports.ts'
import type { Transaction } from '#platform/database/database.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { paperFiles } from '#market/schema/bikes/papers.ts'
import { type StolenBike, stolenBikes, stolenOpenings } from '#market/schema/bikes/stolen-bikes.ts'
import { members } from '#market/schema/people/members.ts'
import { holdMatches, isSoldSince, lockReport, openCasesOfSold, releaseMatches } from './matches.ts'
import { decryptReport, type StolenDeps } from './reporting.ts'

/** Reports that nobody has decided, and not the reader's own. */
const isWaitingFor = (moderatorId: string) =>
  and(eq(stolenBikes.state, 'waiting'), ne(stolenBikes.reporterId, moderatorId))

/** Lists the reports that wait, the longest wait first. */
export const listWaitingReports = async (
  { db, now }: StolenDeps,
  moderatorId: string,
  query: { limit?: string | undefined; cursor?: string | undefined },
) => {
  const limit = parseLimit(query)
  const after =
    query.cursor === undefined
      ? undefined
      : sql`(${stolenBikes.reportedAt}, ${stolenBikes.id}) > (select reported_at, id from stolen_bikes
          where id = ${parseCursorId(query.cursor)})`
  const rows = await db
    .select({
      _id: stolenBikes.id,
      reporterName: members.name,
      reportedAt: stolenBikes.reportedAt,
      advertisements: sql<number>`(select count(distinct bikes.id)::int from stolen_fingerprints as mine
        join vehicle_fingerprints as theirs on theirs.kind = mine.kind and theirs.hmac = mine.hmac
        join bikes on bikes.id = theirs.bike_id
        where mine.report_id = ${stolenBikes.id} and sold_at is null and withdrawn_at is null)`,
      openedBy: sql<string | null>`(select reader.name from stolen_openings as opening
        join members as reader on reader.id = opening.opened_by
        where opening.report_id = ${stolenBikes.id} and opening.closes_at > ${now().toISOString()}::timestamptz
        order by opening.closes_at desc limit 1)`,
    })
    .from(stolenBikes)
    .innerJoin(members, eq(members.id, stolenBikes.reporterId))
    .where(and(isWaitingFor(moderatorId), after))
    .orderBy(asc(stolenBikes.reportedAt), asc(stolenBikes.id))
    .limit(limit + 1)
  const items = rows.map((row) => ({ ...row, reportedAt: row.reportedAt.toISOString() }))
  return toPage(items, limit, ({ _id }) => _id)
}

const maxAdvertisements = 20

/** What has a number of the report: advertisements, and bikes that were sold since the GD. */
const listAdvertisements = (tx: Transaction, report: StolenBike) => {
  const hasNumber = sql`exists (select from stolen_fingerprints as reported join vehicle_fingerprints as theirs
    on theirs.kind = reported.kind and theirs.hmac = reported.hmac
    where reported.report_id = ${report.id} and theirs.bike_id = ${bikes.id})`
  return tx
    .select({ slug: bikes.slug, productName: bikes.name, sellerName: members.name })
    .from(bikes)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .where(or(and(isNull(bikes.soldAt), isNull(bikes.withdrawnAt), hasNumber), isSoldSince(report)))
    .orderBy(asc(bikes.id))
    .limit(maxAdvertisements)
}

const isPhotoOfOther = sql<boolean>`exists (select from paper_files as other
  where other.sha256 = ${paperFiles.sha256} and other.owner_id <> ${paperFiles.ownerId})`
const falseReports = sql<number>`(select count(*)::int from stolen_bikes as other
  where other.reporter_id = ${stolenBikes.reporterId} and other.reason = 'false')`

/** Opens a waiting report for 15 minutes: its photo and its numbers. The audit log says who did. */
export const openReport = (deps: StolenDeps, { reportId, moderatorId }: { reportId: string; moderatorId: string }) =>
  deps.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ report: stolenBikes, reporterName: members.name, falseReports, isPhotoOfOther })
      .from(stolenBikes)
      .innerJoin(members, eq(members.id, stolenBikes.reporterId))
      .innerJoin(paperFiles, eq(paperFiles.id, stolenBikes.fileId))
      .where(and(eq(stolenBikes.id, reportId), isWaitingFor(moderatorId)))
      .for('share', { of: stolenBikes })
    if (!found?.report.fileId) throw new ApiError('not_found')
    const { report, ...facts } = found
    const { fileId } = found.report
    const openedAt = deps.now()
    const closesAt = new Date(openedAt.getTime() + paperOpeningMinutes * minuteMs)
    await tx
      .insert(stolenOpenings)
      .values({ id: deps.createId(), reportId, fileId, openedBy: moderatorId, openedAt, closesAt })
    return {
      _id: reportId,
      ...decryptReport(deps.secret, report),
      ...facts,
      fileId,
      openUntil: closesAt.toISOString(),
      reportedAt: report.reportedAt.toISOString(),
      advertisements: await listAdvertisements(tx, report),
    }
  })

/** Whether the moderator has the report open at this time. */
const hasOpened = async (tx: Transaction, opened: { reportId: string; moderatorId: string }, at: Date) =>
  (await tx.$count(
    stolenOpenings,
    and(
      eq(stolenOpenings.reportId, opened.reportId),
      eq(stolenOpenings.openedBy, opened.moderatorId),
      gt(stolenOpenings.closesAt, at),
    ),
  )) > 0

/** Puts the bike into the register. An advertisement that others see waits; about a bike that was sold since, a case is opened. */
const confirm = async (
  tx: Transaction,
  deps: StolenDeps,
  { report, matches }: { report: StolenBike; matches: Awaited<ReturnType<typeof lockReport>>['matches'] },
) => {
  await holdMatches(tx, deps, matches)
  // Shown while its seller waits for the answer to an appeal: somebody answers that first.
  const isShown = and(
    isNull(bikes.hiddenAt),
    sql`${bikes.id} in ${matches.length === 0 ? sql`(null)` : matches.map(({ id }) => id)}`,
  )
  if ((await tx.$count(bikes, isShown)) > 0) throw new ApiError('case_open')
  await openCasesOfSold(tx, deps, report)
}

type Decision = { reportId: string; moderatorId: string; decision: StolenReason }

/** Decides about a report that this moderator has open, and tells the reporter. */
export const decideReport = (deps: StolenDeps, { reportId, moderatorId, decision }: Decision): Promise<number> =>
  deps.db.transaction(async (tx) => {
    const { report, matches } = await lockReport(tx, reportId)
    if (!report || report.reporterId === moderatorId) throw new ApiError('not_found')
    if (report.state !== 'waiting') throw new ApiError('stolen_report_decided')
    if (matches.some(({ sellerId }) => sellerId === moderatorId)) throw new ApiError('own_case')
    const at = deps.now()
    if (!(await hasOpened(tx, { reportId, moderatorId }, at))) throw new ApiError('paper_not_open')
    const state = decision === 'matches' ? 'active' : 'refused'
    await tx
      .update(stolenBikes)
      .set({ state, reason: decision, decidedBy: moderatorId, decidedAt: at, releasedAt: null })
      .where(eq(stolenBikes.id, reportId))
    if (state === 'active') await confirm(tx, deps, { report, matches })
    else await releaseMatches(tx, deps, { reportId, matches })
    await deps.notify(tx, [{ memberId: report.reporterId, kind: `stolen_${state}`, causeId: reportId }])
    return 1
  })
