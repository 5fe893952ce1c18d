// The money of a deal as its page and its receipt show it, and what the admin decided about it.
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { disputes } from '#market/schema/deals/disputes.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import { accounts, poishaPerTaka } from '#market/ledger/entries.ts'

type Sums = { paid: string; toSeller: string; refunded: string; fee: string }

/** What was paid here for a deal and how it was divided, in Taka: the same figures on its page and on its receipt. */
export const getSums = async (db: Pick<Database, 'execute'>, { id, buyerId, sellerId }: Deal) => {
  const toSum = (account: string, sign: 1 | -1) =>
    sql`coalesce(sum(${sql.raw(String(sign))} * poisha) filter (where account = ${account}
      and cause in ('settled', 'released', 'cancelled', 'price_lowered')), 0)`
  const { rows } = await db.execute<Sums>(sql`
    select coalesce(sum(poisha) filter (where account like ${accounts.provider('%')} and cause = 'settled'), 0) as paid,
      ${toSum(accounts.seller(sellerId), -1)} as "toSeller", ${toSum(accounts.buyer(buyerId), -1)} as refunded,
      ${toSum(accounts.fee, -1)} as fee
    from ledger_lines join ledger_entries on ledger_entries.id = entry_id where deal_id = ${id}`)
  const toTaka = (poisha: string | undefined) => Math.floor(Number(poisha ?? 0) / poishaPerTaka)
  const [sums] = rows
  return {
    online: toTaka(sums?.paid),
    toSeller: toTaka(sums?.toSeller),
    refunded: toTaka(sums?.refunded),
    fee: toTaka(sums?.fee),
  }
}

/** What the admin decided about a problem of the deal, with what each side gets, in Taka; null where nothing was decided. */
export const findDecision = async (db: Pick<Database, 'select'>, dealId: string, sums: { toSeller: number }) => {
  const isDecided = and(isNotNull(disputes.decidedAt), ne(disputes.decision, 'withdrawn'))
  const [row] = await db
    .select({ decidedAt: disputes.decidedAt, toBuyer: disputes.takaToBuyer, reason: disputes.decisionNote })
    .from(disputes)
    .where(and(eq(disputes.dealId, dealId), isDecided))
  if (!row?.decidedAt) return null
  return {
    decidedAt: row.decidedAt.toISOString(),
    toBuyer: row.toBuyer ?? 0,
    toSeller: sums.toSeller,
    reason: row.reason,
  }
}
