// The part of the data export that is about ratings.
import { and, desc, eq, isNotNull, or } from 'drizzle-orm'
import type { z } from 'zod'
import type { ownDataCalls } from '#contract/auth/own-data.ts'
import type { Database } from '#platform/database/database.ts'
import { ratings } from '#market/schema/deals/ratings.ts'

type DataExport = z.input<(typeof ownDataCalls)['GET /auth/export']['response']>

// Far more rows than any member has; it limits the memory of one response.
const maxRows = 5_000

/** The ratings that a member gave, and those about the member that are revealed. What a member wrote is as it was typed. */
export const listRatings = async (db: Pick<Database, 'select'>, memberId: string): Promise<DataExport['ratings']> => {
  const isAboutMe = and(eq(ratings.subjectId, memberId), isNotNull(ratings.revealedAt))
  const rows = await db
    .select()
    .from(ratings)
    .where(or(eq(ratings.authorId, memberId), isAboutMe))
    .orderBy(desc(ratings.id))
    .limit(maxRows)
  return rows.map(({ authorId, dealId, asDescribed, onTime, papersReady, friendly, ...rest }) => {
    const isMine = authorId === memberId
    return {
      dealId,
      isMine,
      asDescribed,
      onTime,
      papersReady,
      friendly,
      words: isMine ? rest.words : rest.shownWords,
      givenAt: rest.givenAt.toISOString(),
      revealedAt: rest.revealedAt?.toISOString() ?? null,
      reply: isMine ? rest.shownReply : rest.reply,
    }
  })
}
