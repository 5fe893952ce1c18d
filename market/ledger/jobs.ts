// Checks what was entered in the ledger since the last check. `npm run check:data` checks all of it.
import { max, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { ledgerEntries } from './table.ts'

type CheckDeps = { db: Database; log: (message: string) => void }

export type LedgerViolation = { id: 'M1' | 'M2' | 'M11'; subject: string; poisha: string }

// A transaction may commit after a later one, so each check looks again at this many entries before the last one.
const overlap = 1_000

/** Finds what is wrong with the entries after a position, and with the deals and accounts that they touch. */
export const findNewViolations = async (db: Database, after: number): Promise<LedgerViolation[]> => {
  const { rows } = await db.execute<LedgerViolation>(sql`
    with recent as materialized (select id, deal_id from ledger_entries where position > ${after}),
    touched as materialized (
      select distinct account from ledger_lines join recent on recent.id = entry_id where account like '%:%-%'
    )
    select 'M1' as id, recent.id::text as subject, coalesce(sum(poisha), 0) as poisha
      from recent left join ledger_lines on entry_id = recent.id
      group by recent.id having coalesce(sum(poisha), 0) <> 0 or count(poisha) < 2
    union all
    select 'M2', sums.deal_id::text, held from (
      select entries.deal_id,
        coalesce(sum(poisha) filter (where cause = 'settled' and account like 'provider:%'), 0) as settled,
        coalesce(-sum(poisha) filter (where account like 'held:%'), 0) as held,
        coalesce(-sum(poisha) filter (where account like 'buyer:%' and cause in ('cancelled', 'price_lowered')), 0)
          + coalesce(-sum(poisha) filter (where account like 'seller:%' and cause in ('released', 'cancelled')), 0)
          + coalesce(-sum(poisha) filter (where account = 'fee'), 0)
          + coalesce(sum(poisha) filter (where account like 'held:%'
              and cause in ('chargeback_lost', 'refunded_at_provider')), 0) as divided
      from ledger_entries as entries join ledger_lines on entry_id = entries.id
      where entries.deal_id in (select deal_id from recent where deal_id is not null) group by entries.deal_id
    ) as sums join deals on deals.id = sums.deal_id
    where settled <> held + divided or held < 0 or (closed_at is not null and held <> 0)
    union all
    select 'M11', touched.account, sum(poisha) from touched join ledger_lines on ledger_lines.account = touched.account
      group by touched.account
      having (sum(poisha) > 0 and (touched.account ~ '^(held|buyer|payout):' or (touched.account like 'seller:%' and not exists (
          select from ledger_lines as charged join ledger_entries on ledger_entries.id = charged.entry_id
          where charged.account = touched.account and cause = 'seller_charged'))))
        or (sum(poisha) < 0 and touched.account like 'chargeback:%')`)
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
