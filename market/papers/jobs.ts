// Ends tax tokens on their day, tells sellers before, and deletes photos that nobody needs any more.
import { dayMs } from '#contract/time/durations.ts'
import { paperDays } from '#contract/time/lifetimes.ts'
import { and, asc, eq, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { StopSignal } from '#platform/process/stop-signal.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { notify } from '#market/notifications/notify.ts'
import { type PaperFileStore, toFileName } from './files/encryption.ts'
import { bikePapers, paperFiles } from '#market/schema/bikes/papers.ts'

export type PaperJobDeps = { db: Database; now: () => Date; createId: () => string }

const maxPerRound = 200
/** How many days before the last day of a tax token its seller is told, the later one last. */
const remindedDaysBefore = [30, 7] as const
/** A photo that no paper has is deleted after a day. */
const maxUnusedMs = dayMs

const isOpen = and(isNull(bikes.soldAt), isNull(bikes.withdrawnAt))

/** Handles the papers that are due, one transaction each; the bike is locked before its papers. */
const handleDue = async (
  { db, signal }: PaperJobDeps & StopSignal,
  isDue: SQL | undefined,
  handle: (tx: Transaction, paper: { id: string; bikeId: string; sellerId: string }) => Promise<unknown>,
): Promise<void> => {
  const due = await db
    .select({ id: bikePapers.id, bikeId: bikePapers.bikeId, sellerId: bikes.sellerId })
    .from(bikePapers)
    .innerJoin(bikes, eq(bikes.id, bikePapers.bikeId))
    .where(isDue)
    .orderBy(asc(bikePapers.validUntil))
    .limit(maxPerRound)
  for (const paper of due) {
    if (signal?.aborted) return
    await db.transaction(async (tx) => {
      await tx.select({ id: bikes.id }).from(bikes).where(eq(bikes.id, paper.bikeId)).for('no key update')
      await handle(tx, paper)
    })
  }
}

/** Ends what has run out, and tells sellers 30 and 7 days before. Each handler looks again: the day may be another by then. */
export const expirePapers = async (deps: PaperJobDeps & StopSignal): Promise<void> => {
  const now = deps.now()
  const hasEnded = and(lt(bikePapers.validUntil, getDhakaDay(now)), ne(bikePapers.state, 'expired'))
  await handleDue(deps, hasEnded, (tx, { id }) =>
    tx
      .update(bikePapers)
      .set({ state: 'expired', checkedAt: null, checkedBy: null })
      .where(and(eq(bikePapers.id, id), hasEnded)),
  )
  for (const days of remindedDaysBefore) {
    const until = getDhakaDay(new Date(now.getTime() + days * dayMs))
    const hasNoReminder = or(isNull(bikePapers.remindedDays), sql`${bikePapers.remindedDays} > ${days}`)
    const endsSoon = and(
      isNotNull(bikePapers.validUntil),
      sql`${bikePapers.validUntil} <= ${until}`,
      ne(bikePapers.state, 'expired'),
      hasNoReminder,
    )
    await handleDue(deps, and(endsSoon, isOpen), async (tx, { id, bikeId, sellerId }) => {
      const told = await tx
        .update(bikePapers)
        .set({ remindedDays: days })
        .where(and(eq(bikePapers.id, id), endsSoon))
        .returning({ id: bikePapers.id })
      const notices = told.map(() => ({ memberId: sellerId, kind: `tax_token_${days}_days` as const, bikeId }))
      await notify(
        tx,
        deps,
        notices.map((notice) => ({ ...notice, causeId: deps.createId() })),
      )
    })
  }
}

/** Deletes the papers of bikes that were sold or withdrawn 90 days ago. */
const deletePapersOfOldBikes = async ({ db, now }: PaperJobDeps): Promise<void> => {
  const before = new Date(now().getTime() - paperDays * dayMs).toISOString()
  const old = db
    .select({ id: bikePapers.id })
    .from(bikePapers)
    .innerJoin(bikes, eq(bikes.id, bikePapers.bikeId))
    .where(sql`coalesce(${bikes.soldAt}, ${bikes.withdrawnAt}) < ${before}`)
    .limit(maxPerRound)
  await db.delete(bikePapers).where(inArray(bikePapers.id, old))
}

/** SQL: no paper and no report of a stolen bike has this photo. */
const hasNoUse = (id: SQL): SQL => sql`(not exists (select from bike_papers where bike_papers.file_id = ${id})
  and not exists (select from stolen_bikes where stolen_bikes.file_id = ${id}))`

/** Deletes photos that no paper and no report has, after a day; those of a member who has left at once. First the bytes, then the row. */
const deleteUnusedFiles = async ({
  db,
  now,
  store,
  signal,
}: PaperJobDeps & { store: PaperFileStore } & StopSignal): Promise<void> => {
  const before = new Date(now().getTime() - maxUnusedMs)
  const unused = await db
    .select({ id: paperFiles.id })
    .from(paperFiles)
    .where(and(or(lt(paperFiles.uploadedAt, before), isNotNull(paperFiles.erasedAt)), hasNoUse(sql`${paperFiles.id}`)))
    .limit(maxPerRound)
  for (const { id } of unused) {
    if (signal?.aborted) return
    await db.transaction(async (tx) => {
      // Without its key nobody reads it again, and a paper that was just saved with it makes this delete nothing.
      const deleted = await tx
        .delete(paperFiles)
        .where(and(eq(paperFiles.id, id), hasNoUse(sql`${id}`)))
        .returning({ id: paperFiles.id })
      if (deleted.length > 0) await store.remove(toFileName(id))
    })
  }
}

/** Deletes old papers and unused photos, once. Several processes may run it at once. */
export const sweepPapers = async (deps: PaperJobDeps & { store: PaperFileStore } & StopSignal): Promise<void> => {
  await deletePapersOfOldBikes(deps)
  await deleteUnusedFiles(deps)
}
