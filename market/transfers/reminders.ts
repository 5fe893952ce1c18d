// Pure. When each side is reminded of its part of a transfer. The job and every act ask it for the next time.
import { addDays, countDays, toDhakaMoment } from '#contract/time/dhaka.ts'
import type { Transfer } from '#market/schema/bikes/transfers.ts'

// Capability "papers": days after the sale. The last reminder of each side comes on the day it is late.
const seller = { days: [7, 21, 28], kind: 'transfer_notice', lateKind: 'transfer_notice_late' } as const
const buyer = { days: [45, 55], kind: 'transfer_apply', lateKind: 'transfer_apply_late' } as const

// Nobody is woken by it.
const hourOfDay = 10

export type Reminder = {
  kind: typeof seller.kind | typeof seller.lateKind | typeof buyer.kind | typeof buyer.lateKind
  at: Date
  /** Days until the deadline; null when it has passed. */
  daysLeft: number | null
}

/** All reminders of one side, in order. A shorter deadline leaves out those that would come after it. */
const listReminders = (transfer: Transfer, side: 'buyer' | 'seller'): Reminder[] => {
  const { days, kind, lateKind } = side === 'seller' ? seller : buyer
  const dueOn = side === 'seller' ? transfer.noticeDueOn : transfer.applyDueOn
  const allowedDays = countDays(transfer.soldOn, dueOn)
  const early = days
    .filter((day) => day <= allowedDays)
    .map((day) => ({ kind, at: toDhakaMoment(addDays(transfer.soldOn, day), hourOfDay), daysLeft: allowedDays - day }))
  return [...early, { kind: lateKind, at: toDhakaMoment(addDays(dueOn, 1), hourOfDay), daysLeft: null }]
}

const isSideDone = (transfer: Transfer, side: 'buyer' | 'seller'): boolean =>
  transfer.doneAt !== null ||
  transfer.cancelledAt !== null ||
  (side === 'seller' ? transfer.noticeOn : transfer.appliedOn) !== null

/** What is due for a side now: how many reminders have passed, and the newest one if it was not sent. */
export const getDueReminder = (
  transfer: Transfer,
  side: 'buyer' | 'seller',
  now: Date,
): { passed: number; reminder: Reminder | null } => {
  const sent = side === 'seller' ? transfer.sellerReminders : transfer.buyerReminders
  if (isSideDone(transfer, side)) return { passed: sent, reminder: null }
  const past = listReminders(transfer, side).filter(({ at }) => at <= now)
  return { passed: Math.max(sent, past.length), reminder: past.length > sent ? (past.at(-1) ?? null) : null }
}

/** When the next reminder of either side is due; null when there is none. */
export const getNextReminderAt = (transfer: Transfer): Date | null => {
  const nextTimes = (['seller', 'buyer'] as const).flatMap((side) => {
    const sent = side === 'seller' ? transfer.sellerReminders : transfer.buyerReminders
    return isSideDone(transfer, side) ? [] : (listReminders(transfer, side)[sent]?.at ?? [])
  })
  return nextTimes.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null
}
