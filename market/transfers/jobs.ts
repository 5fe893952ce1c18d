// Background jobs: remind the sides of transfers, and delete the details of old receipts. Any process may run them.
import { receiptAfterSaleDays, receiptDays } from '#contract/time/lifetimes.ts'
import { dayMs } from '#contract/time/durations.ts'
import { and, asc, eq, inArray, isNotNull, lt, lte, or } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import type { StopSignal } from '#platform/process/stop-signal.ts'
import { members } from '#market/schema/people/members.ts'
import { notify } from '#market/notifications/notify.ts'
import { lockTransfer, type TransferDeps } from './transfer-state.ts'
import { transfers, transferSides } from '#market/schema/bikes/transfers.ts'
import { getDueReminder, getNextReminderAt } from './reminders.ts'

const batchSize = 200
// The receipt can be printed again until then; names and addresses can be entered anew.
const keptAfterEndMs = receiptDays * dayMs
const keptAfterSaleMs = receiptAfterSaleDays * dayMs

/** Sends what is due for one transfer, and stores when the next reminder is. */
const remindSides = (deps: TransferDeps, dealId: string): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const locked = await lockTransfer(tx, dealId)
    const now = deps.now()
    if (!locked?.transfer.dueAt || locked.transfer.dueAt > now) return
    const { deal, transfer } = locked
    const [seller, buyer] = [getDueReminder(transfer, 'seller', now), getDueReminder(transfer, 'buyer', now)]
    const after = { ...transfer, sellerReminders: seller.passed, buyerReminders: buyer.passed }
    await tx
      .update(transfers)
      .set({ sellerReminders: seller.passed, buyerReminders: buyer.passed, dueAt: getNextReminderAt(after) })
      .where(eq(transfers.dealId, dealId))
    const people = await tx
      .select({ id: members.id, removedAt: members.removedAt })
      .from(members)
      .where(inArray(members.id, [deal.sellerId, deal.buyerId]))
    const isThere = (memberId: string) => people.some(({ id, removedAt }) => id === memberId && !removedAt)
    const notices = [
      { memberId: deal.sellerId, reminder: seller.reminder },
      { memberId: deal.buyerId, reminder: buyer.reminder },
    ].flatMap(({ memberId, reminder }) =>
      reminder && isThere(memberId)
        ? [
            {
              memberId,
              kind: reminder.kind,
              causeId: deps.createId(),
              dealId,
              bikeId: deal.bikeId,
              number: reminder.daysLeft,
            },
          ]
        : [],
    )
    await notify(tx, deps, notices)
  })

/** Sends the reminders of all transfers that are due, once each. One that fails is logged and tried again. */
export const remindOfTransfers = async ({
  signal,
  log,
  ...deps
}: TransferDeps & StopSignal & { log: (line: string) => void }): Promise<void> => {
  const due = await deps.db
    .select({ id: transfers.dealId })
    .from(transfers)
    .where(lte(transfers.dueAt, deps.now()))
    .orderBy(asc(transfers.dueAt))
    .limit(batchSize)
  for (const { id } of due) {
    if (signal?.aborted) return
    await remindSides(deps, id).catch((error: unknown) =>
      log(`Could not remind of the transfer ${id}; will retry: ${String(error)}`),
    )
  }
}

/** Deletes names and addresses of receipts: 30 days after the end of the transfer, and 120 days after the sale at most. */
export const deleteReceiptDetails = async ({ db, now }: { db: Database; now: () => Date }): Promise<void> => {
  const before = (ms: number) => new Date(now().getTime() - ms)
  const isOld = or(
    lt(transfers.doneAt, before(keptAfterEndMs)),
    lt(transfers.cancelledAt, before(keptAfterEndMs)),
    lt(transfers.soldAt, before(keptAfterSaleMs)),
  )
  const old = db.select({ id: transfers.dealId }).from(transfers).where(isOld)
  await db
    .update(transferSides)
    .set({ name: null, address: null })
    .where(and(isNotNull(transferSides.name), inArray(transferSides.dealId, old)))
}
