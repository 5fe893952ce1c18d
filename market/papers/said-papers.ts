// What a seller says of a paper, and when a check ends: by another answer, photo, name or number, or by the day of a tax token.
import { eq, sql } from 'drizzle-orm'
import type { PaperAnswer, PaperKind, PaperState } from '#contract/papers/paper-kinds.ts'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import type { Transaction } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { type BikePaper, bikePapers, paperFiles } from '#market/schema/bikes/papers.ts'

/** What a seller says of a paper. */
export type SaidPaper = { kind: PaperKind; said: PaperAnswer; validUntil: string | null; fileId: string | null }

/** Whether a tax token has run out: it is valid to the end of its last day in Dhaka. */
export const isExpired = (validUntil: string | null, now: Date): boolean =>
  validUntil !== null && validUntil < getDhakaDay(now)

/** The state of a paper that nobody has checked. */
export const getUncheckedState = (
  { validUntil, fileId }: Pick<SaidPaper, 'validUntil' | 'fileId'>,
  now: Date,
): PaperState => {
  if (isExpired(validUntil, now)) return 'expired'
  return fileId === null ? 'said' : 'shown'
}

type PaperRow = Omit<BikePaper, 'id' | 'bikeId'>

/** The paper after its seller said this; null where nothing changes. A change ends a check and a refusal. */
export const changePaper = (old: PaperRow | null, said: SaidPaper, now: Date): PaperRow | null => {
  const isSame =
    old !== null && old.said === said.said && old.validUntil === said.validUntil && old.fileId === said.fileId
  if (isSame) return null
  const hasOldPhoto = old !== null && old.fileId !== null && old.fileId === said.fileId && old.state !== 'said'
  return {
    ...said,
    state: getUncheckedState(said, now),
    saidAt: now,
    shownAt: said.fileId === null ? null : hasOldPhoto ? old.shownAt : now,
    checkedAt: null,
    checkedBy: null,
    refusedFor: null,
    refusedAt: null,
    remindedDays: old?.validUntil === said.validUntil ? (old?.remindedDays ?? null) : null,
  }
}

/**
 * Ends the checks of a bike's papers, in the transaction that changes a number or a name: they are shown, and somebody has to
 * look again. Returns how many were checked.
 */
export const dropPapersToShown = async (tx: Pick<Transaction, 'execute'>, bikeId: string): Promise<number> => {
  const { rows } = await tx.execute<{ dropped: number }>(sql`select drop_papers_to_shown(${bikeId}) as dropped`)
  return rows[0]?.dropped ?? 0
}

/** Deletes the papers of a member's bikes and erases the keys of their photos; the job deletes the encrypted bytes. */
export const erasePapersOfMember = async (tx: Transaction, memberId: string, at: Date): Promise<void> => {
  await tx
    .delete(bikePapers)
    .where(sql`${bikePapers.bikeId} in (select ${bikes.id} from ${bikes} where ${bikes.sellerId} = ${memberId})`)
  await tx.update(paperFiles).set({ keyEncrypted: null, erasedAt: at }).where(eq(paperFiles.ownerId, memberId))
}
