// Every movement of money is one entry of the ledger, whose lines sum to zero. protected-money, "Ledger".
import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { ledgerEntries, ledgerLines, type ledgerCauses } from '#market/schema/money/ledger.ts'

export const poishaPerTaka = 100

/** The accounts. Above zero is what the shop has or is owed, below zero what it owes or has earned. */
export const accounts = {
  /** Money at the card provider. */
  cards: 'provider:cards',
  /** Money at a payment provider. */
  provider: (name: string) => `provider:${name}`,
  bank: 'bank',
  fee: 'fee',
  /** What providers charge. */
  charges: 'charges',
  loss: 'loss',
  held: (dealId: string) => `held:${dealId}`,
  /** To be sent back to a buyer. */
  buyer: (memberId: string) => `buyer:${memberId}`,
  /** To be paid out to a seller; above zero the seller owes the shop. */
  seller: (memberId: string) => `seller:${memberId}`,
  /** Sent to a seller and not confirmed. */
  payout: (payoutId: string) => `payout:${payoutId}`,
  /** Taken by a buyer's bank and not decided. */
  chargeback: (paymentId: string) => `chargeback:${paymentId}`,
}

export type LedgerLine = readonly [account: string, poisha: number]

export type LedgerEntry = {
  cause: (typeof ledgerCauses)[number]
  /** The id of what caused the entry: with the cause it is entered once. */
  causeRef: string
  lines: readonly LedgerLine[]
  dealId?: string | null
  paymentId?: string | null
  payoutId?: string | null
  providerRef?: string | null
  /** When the money moved; now by default. */
  at?: Date
}

type LedgerDeps = { now: () => Date; createId: () => string }

/** Adds up the lines of one account and leaves out those of zero. */
const mergeLines = (lines: readonly LedgerLine[]): LedgerLine[] => {
  const sums = new Map<string, number>()
  for (const [account, poisha] of lines) sums.set(account, (sums.get(account) ?? 0) + poisha)
  return [...sums].filter(([, poisha]) => poisha !== 0)
}

/**
 * Enters a movement of money, in poisha, in the transaction of its cause. An entry that exists already is left as it is.
 * Throws when the lines do not sum to zero.
 * @returns whether it was entered now
 */
export const postEntry = async (tx: Transaction, deps: LedgerDeps, entry: LedgerEntry): Promise<boolean> => {
  const lines = mergeLines(entry.lines)
  const total = lines.reduce((sum, [, poisha]) => sum + poisha, 0)
  if (total !== 0 || !lines.every(([, poisha]) => Number.isSafeInteger(poisha)))
    throw new Error(`The lines of the ledger entry ${entry.cause} ${entry.causeRef} do not sum to zero.`)
  if (lines.length === 0) return false
  const {
    cause,
    causeRef,
    dealId = null,
    paymentId = null,
    payoutId = null,
    providerRef = null,
    at = deps.now(),
  } = entry
  const id = deps.createId()
  // One statement, because a payment waits for it.
  const [accountNames, amounts] = [lines.map(([account]) => account), lines.map(([, poisha]) => poisha)]
  const { rowCount } = await tx.execute(sql`
    with inserted as (
      insert into ledger_entries (id, cause, cause_ref, deal_id, payment_id, payout_id, provider_ref, at)
      values (${id}, ${cause}, ${causeRef}, ${dealId}, ${paymentId}, ${payoutId}, ${providerRef}, ${at.toISOString()}::timestamptz)
      on conflict do nothing returning id
    )
    insert into ledger_lines (entry_id, account, poisha)
    select inserted.id, line.account, line.poisha
    from inserted, unnest(${sql.param(accountNames)}::text[], ${sql.param(amounts)}::bigint[]) as line (account, poisha)`)
  return (rowCount ?? 0) > 0
}

/** The balance of an account in poisha. */
export const getBalance = async (db: Pick<Transaction, 'select'>, account: string): Promise<number> => {
  const [row] = await db
    .select({ poisha: sql<string>`coalesce(sum(${ledgerLines.poisha}), 0)` })
    .from(ledgerLines)
    .where(eq(ledgerLines.account, account))
  return Number(row?.poisha ?? 0)
}

/** What a buyer has paid for a deal and the shop still holds, in whole Taka. */
export const getHeldTaka = async (db: Pick<Transaction, 'select'>, dealId: string): Promise<number> =>
  Math.floor(-(await getBalance(db, accounts.held(dealId))) / poishaPerTaka)

/** Whether an entry of this cause exists. */
export const hasEntry = async (
  db: Pick<Transaction, 'select'>,
  cause: LedgerEntry['cause'],
  causeRef: string,
): Promise<boolean> => {
  const found = await db
    .select({ id: ledgerEntries.id })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.cause, cause), eq(ledgerEntries.causeRef, causeRef)))
  return found.length > 0
}
