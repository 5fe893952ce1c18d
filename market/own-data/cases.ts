// The export of a member's reports, of decisions about them, of their badges, and of the numbers they asked for.
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { ownDataCalls } from '#contract/auth/own-data.ts'
import { getShownReason } from '#contract/cases/publishing-rules.ts'
import type { Database } from '#platform/database/database.ts'
import { badgeQuestions, badges } from '#market/schema/people/badges.ts'
import { bikeNumberViews } from '#market/schema/bikes/number-views.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { cases, reports } from '#market/schema/people/cases.ts'
import { earlierAdvertisements } from '#market/schema/bikes/earlier-advertisements.ts'
import { firedRules } from '#market/schema/bikes/publishing.ts'

type DataExport = z.input<(typeof ownDataCalls)['GET /auth/export']['response']>
type ReadDatabase = Pick<Database, 'select'>

// Far more rows than any member has; it limits the memory of one response.
const maxRows = 5_000

export const listReports = async (db: ReadDatabase, memberId: string): Promise<DataExport['reports']> => {
  const rows = await db
    .select()
    .from(reports)
    .where(eq(reports.reporterId, memberId))
    .orderBy(desc(reports.id))
    .limit(maxRows)
  return rows.map(({ id, bikeId, memberId, chatId, reason, words, createdAt }) => ({
    _id: id,
    productId: bikeId,
    // The other member of a conversation is named there.
    sellerId: chatId === null ? memberId : null,
    chatId,
    reason,
    words,
    createdAt: createdAt.toISOString(),
  }))
}

export const listWarnings = async (db: ReadDatabase, memberId: string): Promise<DataExport['warnings']> => {
  const rows = await db
    .select({ productId: bikes.id, rule: firedRules.rule, quote: firedRules.quote, firedAt: firedRules.firedAt })
    .from(firedRules)
    .innerJoin(bikes, eq(bikes.id, firedRules.bikeId))
    .where(eq(bikes.sellerId, memberId))
    .orderBy(desc(bikes.id), firedRules.rule)
    .limit(maxRows)
  return rows.flatMap(({ rule, quote, ...row }) => {
    const told = getShownReason(rule)
    if (told === null) return []
    return [{ ...row, rule: told, quote: told === 'papers_check' ? null : quote, firedAt: row.firedAt.toISOString() }]
  })
}

export const listEarlierAdvertisements = async (
  db: ReadDatabase,
  memberId: string,
): Promise<DataExport['earlierAdvertisements']> => {
  const rows = await db
    .select({ earlier: earlierAdvertisements })
    .from(earlierAdvertisements)
    .innerJoin(bikes, eq(bikes.id, earlierAdvertisements.bikeId))
    .where(eq(bikes.sellerId, memberId))
    .orderBy(desc(earlierAdvertisements.id))
    .limit(maxRows)
  return rows.map(({ earlier: { bikeId, until, name, description, location, priceTaka } }) => ({
    productId: bikeId,
    until: until.toISOString(),
    productName: name,
    description,
    location,
    price: priceTaka,
  }))
}

export const listDecisions = async (db: ReadDatabase, memberId: string): Promise<DataExport['decisions']> => {
  const rows = await db
    .select()
    .from(cases)
    .where(and(eq(cases.memberId, memberId), isNotNull(cases.decidedAt)))
    .orderBy(desc(cases.id))
    .limit(maxRows)
  return rows.map((row) => ({
    _id: row.id,
    productId: row.bikeId,
    decision: row.decision ?? '',
    reason: row.reason ?? '',
    decidedAt: row.decidedAt?.toISOString() ?? null,
    suspendedUntil: row.suspendedUntil?.toISOString() ?? null,
    appeal: row.appeal,
    appealAnswer: row.appealAnswer,
    appealReason: row.appealReason,
  }))
}

export const listNumberViews = async (db: ReadDatabase, memberId: string): Promise<DataExport['numbersSeen']> => {
  const rows = await db
    .select({ productName: bikes.name, shownAt: bikeNumberViews.shownAt })
    .from(bikeNumberViews)
    .innerJoin(bikes, eq(bikes.id, bikeNumberViews.bikeId))
    .where(eq(bikeNumberViews.memberId, memberId))
    .orderBy(desc(bikeNumberViews.shownAt))
    .limit(maxRows)
  return rows.map(({ productName, shownAt }) => ({ productName, shownAt: shownAt.toISOString() }))
}

export const listBadges = async (db: ReadDatabase, memberId: string): Promise<DataExport['badges']> => {
  const rows = await db
    .select()
    .from(badges)
    .where(eq(badges.memberId, memberId))
    .orderBy(desc(badges.givenAt))
    .limit(maxRows)
  return rows.map(({ evidence, givenAt, endsAt, endedAt, endCause, reason, note }) => ({
    evidence,
    givenAt: givenAt.toISOString(),
    endsAt: endsAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    endCause,
    reason,
    note,
  }))
}

/** What the member was asked for before a badge was given. */
export const listBadgeQuestions = async (db: ReadDatabase, memberId: string): Promise<DataExport['badgeQuestions']> => {
  const rows = await db
    .select()
    .from(badgeQuestions)
    .where(eq(badgeQuestions.memberId, memberId))
    .orderBy(desc(badgeQuestions.askedAt), desc(badgeQuestions.id))
    .limit(maxRows)
  return rows.map(({ wanted, askedAt, endedAt, endCause }) => ({
    wanted,
    askedAt: askedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    endCause,
  }))
}
