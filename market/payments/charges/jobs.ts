// Enters in the ledger what the card provider charges, and what it pays out to the shop's bank, from its balance
// transactions. Payments, refunds and disputes are entered by what they do here, so they are left out.
import { inArray, max } from 'drizzle-orm'
import type { StopSignal } from '#platform/process/stop-signal.ts'
import type { Database } from '#platform/database/database.ts'
import { accounts, type LedgerEntry, postEntry } from '#market/ledger/entries.ts'
import { ledgerEntries } from '#market/schema/money/ledger.ts'
import type { PaymentProviders } from '#market/payments/providers.ts'
import type { BalanceTransaction } from './provider-records.ts'
import { payments } from '#market/schema/money/payments.ts'

type ChargeDeps = { db: Database; paymentProviders: PaymentProviders; now: () => Date; createId: () => string }

// The list is ordered by second only, so each listing overlaps the newest known transaction by this time.
const overlapMs = 60 * 60_000
const batchSize = 500

/** The part of a balance transaction that is no payment, refund or dispute, as an entry; null where there is none. */
export const toChargeEntry = (transaction: BalanceTransaction, paymentId: string | null): LedgerEntry | null => {
  const { id, type, amountPoisha, feePoisha, createdAt, intentId, sourceId } = transaction
  const entry = { causeRef: id, paymentId, providerRef: sourceId, at: createdAt }
  if (type.startsWith('payout')) {
    const lines = [[accounts.bank, -amountPoisha] as const, [accounts.cards, amountPoisha] as const]
    return { ...entry, cause: 'moved_to_bank', lines }
  }
  const chargedPoisha = intentId === null ? feePoisha - amountPoisha : feePoisha
  if (chargedPoisha === 0) return null
  const lines = [[accounts.charges, chargedPoisha] as const, [accounts.cards, -chargedPoisha] as const]
  return { ...entry, cause: 'charge', lines }
}

/** The newest time of which all balance transactions are entered, or null. */
const findLastEntered = async ({ db }: ChargeDeps): Promise<Date | null> => {
  const [row] = await db
    .select({ at: max(ledgerEntries.at) })
    .from(ledgerEntries)
    .where(inArray(ledgerEntries.cause, ['charge', 'moved_to_bank']))
  return row?.at ?? null
}

const enterBatch = (deps: ChargeDeps, transactions: readonly BalanceTransaction[]): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const ids = transactions.map(({ id }) => id)
    const entered = await tx
      .select({ id: ledgerEntries.causeRef })
      .from(ledgerEntries)
      .where(inArray(ledgerEntries.causeRef, ids))
    const enteredIds = new Set(entered.map(({ id }) => id))
    const unknown = transactions.filter(({ id }) => !enteredIds.has(id))
    const intentIds = unknown.flatMap(({ intentId }) => intentId ?? [])
    const known =
      intentIds.length === 0
        ? []
        : await tx
            .select({ id: payments.id, intentId: payments.intentId })
            .from(payments)
            .where(inArray(payments.intentId, intentIds))
    const paymentIds = new Map(known.map(({ id, intentId }) => [intentId, id]))
    for (const transaction of unknown) {
      const entry = toChargeEntry(transaction, paymentIds.get(transaction.intentId) ?? null)
      if (entry) await postEntry(tx, deps, entry)
    }
  })

/** Enters the charges and transfers to the bank since the last call. Throws `cards_unavailable`; nothing is skipped then. */
export const recordCharges = async (deps: ChargeDeps & StopSignal): Promise<void> => {
  // Other providers tell their charges in a statement alone.
  const { cards } = deps.paymentProviders
  if (!cards) return
  const last = await findLastEntered(deps)
  const since = last && new Date(last.getTime() - overlapMs)
  const transactions: BalanceTransaction[] = []
  for await (const transaction of cards.listBalanceTransactions(since)) transactions.push(transaction)
  // Oldest first, so that a crash leaves no gap before the newest entry.
  transactions.reverse()
  for (let start = 0; start < transactions.length; start += batchSize) {
    if (deps.signal?.aborted) return
    await enterBatch(deps, transactions.slice(start, start + batchSize))
  }
}
