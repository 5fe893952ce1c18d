// What a transfer is at a moment, and what each side may say of it.
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { TransferState } from '#contract/transfers/transfers.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { countDays, getDhakaDay } from '#contract/time/dhaka.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { assertSide } from '#market/deals/sides.ts'
import { type Deal, deals } from '#market/schema/deals/deals.ts'
import { notify } from '#market/notifications/notify.ts'
import { type Transfer, transfers, transferSides } from '#market/schema/bikes/transfers.ts'
import { getNextReminderAt } from './reminders.ts'

export type TransferDeps = { db: Database; now: () => Date; createId: () => string }
export type TransferSide = 'buyer' | 'seller'

/** The state of a transfer, from its days. The buyer may apply before the seller has given notice. */
export const getTransferState = (transfer: Transfer): z.output<typeof TransferState> => {
  if (transfer.cancelledAt) return 'cancelled'
  if (transfer.doneAt) return 'done'
  if (transfer.appliedOn) return 'applied'
  return transfer.noticeOn ? 'notice_given' : 'open'
}

/** What is left of both deadlines, in days of Dhaka. Nothing is late in a transfer that is done or was undone. */
export const getDeadlines = (transfer: Transfer, now: Date) => {
  const today = getDhakaDay(now)
  const [noticeDaysLeft, applyDaysLeft] = [
    countDays(today, transfer.noticeDueOn),
    countDays(today, transfer.applyDueOn),
  ]
  const isOpen = transfer.doneAt === null && transfer.cancelledAt === null
  return {
    noticeDaysLeft,
    applyDaysLeft,
    isNoticeLate: isOpen && transfer.noticeOn === null && noticeDaysLeft < 0,
    isApplicationLate: isOpen && transfer.appliedOn === null && applyDaysLeft < 0,
  }
}

/** Locks the deal against its end, then the transfer: the order of a deal that is undone. Null for a deal without one. */
export const lockTransfer = async (
  tx: Transaction,
  dealId: string,
): Promise<{ deal: Deal; transfer: Transfer } | null> => {
  const [deal] = await tx.select().from(deals).where(eq(deals.id, dealId)).for('key share')
  if (!deal) return null
  const [transfer] = await tx.select().from(transfers).where(eq(transfers.dealId, dealId)).for('update')
  return transfer ? { deal, transfer } : null
}

/** The day that a side names; throws for one before the sale or after today. */
const assertDay = (transfer: Transfer, on: string, now: Date): string => {
  if (on < transfer.soldOn) throw new ApiError('before_sale')
  if (on > getDhakaDay(now)) throw new ApiError('after_today')
  return on
}

export type TransferAct =
  | { act: 'notice'; on: string }
  | { act: 'apply'; on: string }
  | { act: 'slip'; slip: string }
  | { act: 'tick'; ticks: string[] }
  | { act: 'details'; name: string; address: string }
  | { act: 'forget_details' }

/** Whose act it is; null for what either side does. */
const sideByAct: Partial<Record<TransferAct['act'], TransferSide>> = { notice: 'seller', apply: 'buyer', slip: 'buyer' }

const toChanges = (transfer: Transfer, act: TransferAct, now: Date): Partial<Transfer> => {
  switch (act.act) {
    case 'notice':
      return { noticeOn: assertDay(transfer, act.on, now), noticeSaidAt: now }
    case 'apply':
      return { appliedOn: assertDay(transfer, act.on, now), appliedSaidAt: now }
    case 'slip':
      if (transfer.appliedOn === null) throw new ApiError('apply_first')
      return { slip: act.slip, doneAt: transfer.doneAt ?? now }
    default:
      return {}
  }
}

/** Stores what a side enters for the papers. */
const enterForSide = async (tx: Transaction, dealId: string, side: TransferSide, act: TransferAct): Promise<void> => {
  const entered =
    act.act === 'tick'
      ? { ticks: [...new Set(act.ticks)] }
      : act.act === 'details'
        ? { name: act.name, address: act.address }
        : act.act === 'forget_details'
          ? { name: null, address: null }
          : null
  if (!entered) return
  await tx
    .insert(transferSides)
    .values({ dealId, side, ...entered })
    .onConflictDoUpdate({ target: [transferSides.dealId, transferSides.side], set: entered })
}

/** Carries out an act of one side; throws `not_found` for others. A side may correct its own day or slip number later. */
export const actOnTransfer = (
  deps: TransferDeps,
  { dealId, memberId }: { dealId: string; memberId: string },
  act: TransferAct,
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const locked = await lockTransfer(tx, dealId)
    if (!locked) throw new ApiError('not_found')
    const { deal, transfer } = locked
    const side = assertSide(deal, memberId, sideByAct[act.act])
    if (transfer.cancelledAt && act.act !== 'forget_details') throw new ApiError('sale_undone')
    await enterForSide(tx, dealId, side, act)
    const changes = toChanges(transfer, act, deps.now())
    if (Object.keys(changes).length === 0) return
    const after = { ...transfer, ...changes }
    await tx
      .update(transfers)
      .set({ ...changes, dueAt: getNextReminderAt(after) })
      .where(eq(transfers.dealId, dealId))
    if (transfer.doneAt === null && after.doneAt !== null)
      await notify(tx, deps, [
        { memberId: deal.sellerId, kind: 'transfer_done', causeId: dealId, dealId, bikeId: deal.bikeId },
      ])
  })

/** Erases what a removed member entered for papers, and the slip numbers of what the member bought. */
export const eraseTransferDetails = async (tx: Transaction, memberId: string): Promise<void> => {
  const isOwn = sql`exists (select from ${deals} where ${deals.id} = ${transferSides.dealId}
    and ${memberId} = case ${transferSides.side} when 'buyer' then ${deals.buyerId} else ${deals.sellerId} end)`
  await tx.delete(transferSides).where(isOwn)
  const isBought = sql`exists (select from ${deals} where ${deals.id} = ${transfers.dealId} and ${deals.buyerId} = ${memberId})`
  await tx
    .update(transfers)
    .set({ slip: null })
    .where(and(isBought, sql`${transfers.slip} is not null`))
}
