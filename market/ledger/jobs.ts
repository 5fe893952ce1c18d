// Checks what was entered in the ledger since the last check. `npm run check:data` checks all of it.
import { max, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { ledgerEntries } from '#market/schema/money/ledger.ts'

type CheckDeps = { db: Database; log: (message: string) => void }

export type LedgerViolation = { id: 'M1' | 'M2' | 'M11'; subject: string; poisha: string }

// A transaction may commit after a later one, so each check looks again at this many entries before the last one.
const overlap = 1_000

/**
 * Finds what is wrong with the entries after a position, and with the deals and accounts that they touch. Their lines are read
 * once, by index: in a join with everything the planner reads the whole ledger.
 */
export const findNewViolations = async (db: Database, after: number): Promise<LedgerViolation[]> => {
  const { rows } = await db.execute<LedgerViolation>(sql`
    with recent as materialized (select id, deal_id, cause from ledger_entries where position > ${after}),
    changed as materialized (select distinct deal_id from recent where deal_id is not null),
    entries as materialized (
      select id, changed.deal_id, cause from changed cross join lateral (
        select id, cause from ledger_entries where ledger_entries.deal_id = changed.deal_id offset 0) as of_deal
      union all select id, deal_id, cause from recent where deal_id is null
    ),
    lines as materialized (
      select entries.id, entries.deal_id, cause, account, poisha from entries
      left join lateral (select account, poisha from ledger_lines where entry_id = entries.id offset 0) as of_entry on true
    ),
    -- Only a line of this sign can bring the account to a forbidden balance, so a seller's long history is not added up for
    -- each release.
    touched as materialized (
      select distinct account from lines
      where ((poisha > 0 and account ~ '^(held|buyer|payout|seller):') or (poisha < 0 and account like 'chargeback:%'))
        and id in (select id from recent)
        -- M2 adds up what a deal holds.
        and account is distinct from 'held:' || deal_id
    ),
    divided as (
      select deal_id, coalesce(sum(poisha) filter (where cause = 'settled' and account like 'provider:%'), 0) as settled,
        coalesce(-sum(poisha) filter (where account like 'held:%'), 0) as held,
        coalesce(-sum(poisha) filter (where account like 'buyer:%' and cause in ('cancelled', 'price_lowered')), 0)
          + coalesce(-sum(poisha) filter (where account like 'seller:%' and cause in ('released', 'cancelled')), 0)
          + coalesce(-sum(poisha) filter (where account = 'fee'), 0)
          + coalesce(sum(poisha) filter (where account like 'held:%'
              and cause in ('chargeback_lost', 'refunded_at_provider')), 0) as divided
      from lines where deal_id is not null group by deal_id
    )
    select 'M1' as id, id::text as subject, coalesce(sum(poisha), 0) as poisha from lines
    where id in (select id from recent) group by lines.id having coalesce(sum(poisha), 0) <> 0 or count(account) < 2
    union all
    select 'M2', deals.id::text, held from divided cross join lateral (
      select id, closed_at from deals where deals.id = deal_id offset 0) as deals
    where settled <> held + divided or held < 0 or (closed_at is not null and held <> 0)
    union all
    select 'M11', touched.account, balance from touched
    cross join lateral (select sum(poisha) as balance from ledger_lines where ledger_lines.account = touched.account) as sums
    where (balance > 0 and (touched.account ~ '^(held|buyer|payout):' or (touched.account like 'seller:%' and not exists (
          select from ledger_lines as charged join ledger_entries on ledger_entries.id = charged.entry_id
          where charged.account = touched.account and cause = 'seller_charged'))))
        or (balance < 0 and touched.account like 'chargeback:%')`)
  return rows
}

/** Creates a check that goes on where its last run stopped; each violation is logged. Returns the violations. */
export const createLedgerCheck = ({ db, log }: CheckDeps): (() => Promise<LedgerViolation[]>) => {
  let checked: number | null = null
  return async () => {
    const [newest] = await db.select({ position: max(ledgerEntries.position) }).from(ledgerEntries)
    const position = newest?.position ?? 0
    // After a start only the newest entries are checked.
    const violations = await findNewViolations(db, Math.max(0, (checked ?? position) - overlap))
    for (const { id, subject, poisha } of violations)
      log(`The ledger violates ${id} at ${subject}: ${poisha} poisha. Run npm run check:data.`)
    checked = position
    return violations
  }
}
