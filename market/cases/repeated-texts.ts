// Cases about buyers who send the same text to many sellers on one day; market/chats/sent-texts.ts counts.
import { and, asc, count, eq, lt, max, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { caseCalls } from '#contract/cases/case-calls.ts'
import { minPoints } from '#contract/cases/publishing-rules.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { StopSignal } from '#platform/process/stop-signal.ts'
import { chatMessages, sentTexts } from '#market/schema/deals/chats.ts'
import { cases, repeatedTexts } from '#market/schema/people/cases.ts'
import { type CaseDeps, lockOpenCase } from './decisions.ts'

type JobDeps = Pick<CaseDeps, 'db' | 'now' | 'createId'>
type SentText = Pick<typeof sentTexts.$inferSelect, 'memberId' | 'day' | 'textHash'>
type RepeatedText = z.input<(typeof caseCalls)['GET /cases/:id']['response']>['repeatedTexts'][number]

const maxPerRound = 100
const maxTexts = 20

const hasText = ({ memberId, day, textHash }: SentText): SQL | undefined =>
  and(eq(sentTexts.memberId, memberId), eq(sentTexts.day, day), eq(sentTexts.textHash, textHash))

/**
 * Adds the text to the open case of its sender, or opens one. Locks are taken in the order of a decision and a removal: the
 * case first. Throws `case_taken` where another process did it, or the case is decided at this moment; nothing is stored then.
 */
const addToCase = async (tx: Transaction, deps: JobDeps, text: SentText): Promise<void> => {
  const { id: caseId } = await lockOpenCase(tx, deps, { bikeId: null, memberId: text.memberId })
  const waiting = and(hasText(text), eq(sentTexts.opensCase, true))
  const done = await tx.update(sentTexts).set({ opensCase: false }).where(waiting).returning({ day: sentTexts.day })
  if (done.length === 0) throw new ApiError('case_taken')
  const sent = await tx
    .select({ messageId: sentTexts.messageId })
    .from(sentTexts)
    .where(hasText(text))
    .orderBy(asc(sentTexts.place))
  const firstId = sent[0]?.messageId ?? ''
  await tx.insert(repeatedTexts).values(sent.map(({ messageId }) => ({ messageId, firstId, caseId })))
  // As many points as open a case about an advertisement.
  await tx
    .update(cases)
    .set({ score: sql`${cases.score} + ${minPoints.warn}`, rulePoints: sql`${cases.rulePoints} + ${minPoints.warn}` })
    .where(eq(cases.id, caseId))
}

/** Opens a case for each text that went to enough sellers, once; the member is told nothing. */
export const openCasesOfRepeatedTexts = async ({ signal, ...deps }: JobDeps & StopSignal): Promise<void> => {
  const { memberId, day, textHash } = sentTexts
  const texts = await deps.db
    .select({ memberId, day, textHash })
    .from(sentTexts)
    .where(eq(sentTexts.opensCase, true))
    .limit(maxPerRound)
  for (const text of texts) {
    if (signal?.aborted) return
    await deps.db
      .transaction((tx) => addToCase(tx, deps, text))
      .catch((error: unknown) => {
        // What is left to do waits for the next round.
        if (!(error instanceof ApiError)) throw error
      })
  }
}

/** Deletes the hashes of past days, once, without those of a text that waits for its case. */
export const deleteSentTexts = async ({ db, now }: Pick<JobDeps, 'db' | 'now'>): Promise<void> => {
  const isWaiting = sql`exists (select from sent_texts as waiting
    where waiting.member_id = ${sentTexts.memberId} and waiting.opens_case)`
  await db.delete(sentTexts).where(and(lt(sentTexts.day, getDhakaDay(now())), sql`not ${isWaiting}`))
}

/** The texts for which the case was opened or which it got later, as they were first written. */
export const listRepeatedTexts = async (db: Pick<Database, 'select'>, caseId: string): Promise<RepeatedText[]> => {
  const first = alias(chatMessages, 'first')
  const rows = await db
    .select({ text: first.body, sellers: count(), at: max(chatMessages.at) })
    .from(repeatedTexts)
    .innerJoin(chatMessages, eq(chatMessages.id, repeatedTexts.messageId))
    .innerJoin(first, eq(first.id, repeatedTexts.firstId))
    .where(eq(repeatedTexts.caseId, caseId))
    .groupBy(first.id)
    .orderBy(asc(first.id))
    .limit(maxTexts)
  return rows.flatMap(({ text, sellers, at }) => (at === null ? [] : [{ text, sellers, at: at.toISOString() }]))
}
