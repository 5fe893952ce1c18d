// M1 to M13: the ledger, refunds and payouts, each as a query that selects violating rows. protected-money, "Invariants".
import type { Invariant } from './invariant.ts'

const lostCausesSql = `('chargeback_lost', 'refunded_at_provider')`

// How the money of each deal was divided, in poisha.
const dealSumsSql = `
  select deal_id,
    coalesce(sum(poisha) filter (where cause = 'settled' and account like 'provider:%'), 0) as settled,
    coalesce(-sum(poisha) filter (where account like 'held:%'), 0) as held,
    coalesce(-sum(poisha) filter (where account like 'buyer:%' and cause in ('cancelled', 'price_lowered')), 0) as to_buyer,
    coalesce(-sum(poisha) filter (where account like 'seller:%' and cause in ('released', 'cancelled')), 0) as to_seller,
    coalesce(-sum(poisha) filter (where account = 'fee'), 0) as fee,
    coalesce(sum(poisha) filter (where account like 'held:%' and cause in ${lostCausesSql}), 0) as lost,
    coalesce(bool_or(account like 'held:%' and account <> 'held:' || deal_id), false) as is_foreign
  from ledger_entries join ledger_lines on entry_id = ledger_entries.id
  where deal_id is not null group by deal_id`

/**
 * Whether M1, M2, M6 and M7 hold, what is held is no debt (M11), and no single payment is more than the price (M12), in one
 * pass without groups. Each line is multiplied with random numbers of its entry and
 * of its deal: where every entry and every deal adds up to zero, so does the whole; otherwise it does by a chance of less
 * than 10^-11. From these sums and the usual signs the inequalities follow. Where it does not hold, the exact queries say
 * where. docs/decisions/0062-check-of-the-ledger.md
 */
const ledgerProbeSql = `
  select ${['& 1048575', '>> 20 & 1048575']
    .map(
      (bits) => `coalesce(sum(poisha * (entry_hash ${bits})), 0) = 0
    and coalesce(sum(poisha * (deal_hash ${bits})) filter (where kind & counted <> 0), 0) = 0
    and coalesce(sum(poisha * (deal_hash ${bits})) filter (where kind = 2 and not is_open), 0) = 0`,
    )
    .join(' and ')}
    and count(*) filter (where poisha is null or entry_hash is null or poisha = 0
      or (kind = 2 and (account is distinct from 'held:' || deal_id or (counted = 16 and poisha < 0) or -poisha > settled_limit))
      or (kind & counted & 28 <> 0 and poisha > 0)) = 0
    and not exists (select from deals cross join lateral (
        select sum(poisha) as poisha from ledger_entries join ledger_lines on entry_id = ledger_entries.id
        where deal_id = deals.id and account like 'held:%') as held
      where closed_at is null and held.poisha > 0) as holds
  from (
    -- The hashes are used in parts of 20 bits: the product with an amount is a bigint, and a larger one fails the check.
    select ledger_entries.id, deal_id, uuid_hash_extended(ledger_entries.id, $1::bigint) as entry_hash,
      uuid_hash_extended(deal_id, $1::bigint) as deal_hash, coalesce(closed_at is null, false) as is_open,
      case when cause = 'settled' then price_taka * 100::bigint end as settled_limit,
      -- The kinds of accounts that count in M2 for this cause.
      case when cause in ${lostCausesSql} then 16 when cause = 'settled' then 1 + 2 + 16 when cause = 'released' then 2 + 8 + 16
        when cause = 'cancelled' then 2 + 4 + 8 + 16 when cause = 'price_lowered' then 2 + 4 + 16 else 2 + 16 end as counted
    from ledger_entries left join deals on deals.id = deal_id
  ) as entries
  full join (
    select entry_id, account, poisha, case left(account, 2)
      when 'pr' then 1 when 'he' then 2 when 'bu' then 4 when 'se' then 8 when 'fe' then 16 else 0 end as kind
    from ledger_lines
  ) as lines on entry_id = entries.id`

// M2, M6 and M7 compare the same sums, and adding up every line of the ledger takes longest of all checks.
const dividedDealsSql = `select * from (
    select sums.*, array_remove(array[
      case when settled <> held + to_buyer + to_seller + fee + lost or held < 0 or is_foreign
        or (closed_at is not null and held <> 0) then 'M2' end,
      case when to_buyer + to_seller > settled then 'M6' end,
      case when to_seller > settled then 'M7' end
    ], null) as violates
    from (${dealSumsSql}) as sums left join deals on deals.id = deal_id
  ) as divided where violates <> '{}'`

/** The balances of the accounts that begin with `prefix`. */
const toBalancesSql = (prefix = ''): string =>
  `select account, sum(poisha) as poisha from ledger_lines where account like '${prefix}%' group by account`

// What was entered as a debt of a seller by hand. These entries are few.
const sellerChargesSql = `select account, sum(poisha) as charged
  from ledger_entries join ledger_lines on entry_id = ledger_entries.id
  where cause = 'seller_charged' and account like 'seller:%' group by 1`

/**
 * Whether the accounts of sellers and payouts are what the payouts say (M4), without groups: as in `ledgerProbeSql`, each
 * amount is multiplied with random numbers of its account. Then no payout is a debt of its seller, and only a seller who was
 * charged can be one (M11).
 */
const payoutProbeSql = `
  with parts as (
    select hashtextextended(account, $1::bigint) as hash, poisha from ledger_lines
    where (account >= 'seller:' and account < 'seller;') or (account >= 'payout:' and account < 'payout;')
    union all select hashtextextended(account, $1::bigint), -charged::bigint from (${sellerChargesSql}) as debts
    union all select hashtextextended('seller:' || seller_id, $1::bigint),
      (case when state = 'due' then amount_taka else 0 end + set_off_taka) * 100::bigint from payouts
    union all select hashtextextended('payout:' || id, $1::bigint), amount_taka * 100::bigint from payouts where state = 'sent'
  )
  select coalesce(sum(poisha * (hash & 1048575)), 0) = 0 and coalesce(sum(poisha * (hash >> 20 & 1048575)), 0) = 0
    and not exists (select from payouts where set_off_taka < 0 or amount_taka < 0) as holds from parts`

/** Accounts that may not be above zero, or below, of those that `condition` names. */
const toDebtsSql = (condition: string): string =>
  `select account, poisha, array['M11'] as violates from (
      select account, sum(poisha) as poisha from ledger_lines where ${condition} group by account) as balances
    where (poisha > 0 and (account ~ '^(held|buyer|payout):' or account = 'fee' or (account like 'seller:%' and not exists (
        select from ledger_lines join ledger_entries on ledger_entries.id = entry_id
        where ledger_lines.account = balances.account and cause = 'seller_charged'
          and exists (select from audit where what = 'seller_charged' and details ->> 'entryId' = ledger_entries.id::text)))))
      or (poisha < 0 and account like 'chargeback:%')`

/** What buyers have paid and not got back, where it is more than the price, of the deals that `deals` selects. */
const toOverpaidSql = (deals: string): string =>
  `select deals.id, price_taka, sums.poisha, array['M12'] as violates from deals join (
      select deal_id, sum(case when cause = 'settled' then -poisha else poisha end) as poisha
      from ledger_entries join ledger_lines on entry_id = ledger_entries.id
      where deal_id in (${deals}) and ((cause = 'settled' and account like 'held:%')
        or (cause in ('cancelled', 'price_lowered') and account like 'buyer:%'))
      group by 1
    ) as sums on deal_id = deals.id where sums.poisha > price_taka * 100::bigint`

/** Invariants of the money in the database alone. */
export const moneyInvariants: readonly Invariant[] = [
  {
    id: 'M1',
    statement: 'Each entry of the ledger has lines that sum to zero.',
    sharedSql: `select entry_id as id, sum(poisha) as poisha, array['M1'] as violates from ledger_lines
      group by entry_id having sum(poisha) <> 0 or count(*) < 2
      union all select id, null, array['M1'] from ledger_entries
      where not exists (select from ledger_lines where entry_id = ledger_entries.id)`,
    probeSqls: [ledgerProbeSql],
  },
  {
    id: 'M2',
    statement:
      'What was settled for a deal is held, with the buyer or the seller, the fee, or lost before the release; nothing is held for a closed deal.',
    sharedSql: dividedDealsSql,
    probeSqls: [ledgerProbeSql],
  },
  {
    id: 'M4',
    statement:
      'The payouts due to a seller are what the ledger owes them, and each payout that was sent is entered once.',
    sharedSql: `select sellers.id::text as id, due_taka, set_off_taka, poisha, charged, array['M4'] as violates from (
        select seller_id as id, coalesce(sum(amount_taka) filter (where state = 'due'), 0) as due_taka,
          sum(set_off_taka) as set_off_taka from payouts group by seller_id
      ) as sellers
      left join (${toBalancesSql('seller:')}) as owed on owed.account = 'seller:' || sellers.id
      left join (${sellerChargesSql}) as debts on debts.account = owed.account
      where (due_taka + set_off_taka) * 100 <> coalesce(coalesce(charged, 0) - poisha, 0)
      union all
      select payouts.id::text, amount_taka, set_off_taka, poisha, null, array['M4'] from payouts
      left join (${toBalancesSql('payout:')}) as balances on account = 'payout:' || payouts.id
      where coalesce(poisha, 0) <> case when state = 'sent' then -amount_taka * 100 else 0 end`,
    probeSqls: [payoutProbeSql],
    sql: `select payouts.id::text, amount_taka, set_off_taka from payouts
      where state in ('sent', 'confirmed') and way <> 'set_off'
        and not exists (select from ledger_entries where cause = 'payout_sent' and cause_ref = payouts.id::text)`,
  },
  {
    id: 'M5',
    statement: 'Money is released after the code was used, or by a decision of the admin that is in the audit log.',
    // Deals of before deals existed were released with their payment.
    sql: `select id, released_at from deals
      where released_at is not null and not (handed_over_at = held_at and released_at = held_at)
        and not exists (select from deal_codes where deal_id = deals.id and used_at is not null)
        and not exists (select from disputes where deal_id = deals.id and decided_by is not null
          and decision in ('released', 'part')
          and exists (select from audit where what = 'dispute_decided' and details ->> 'dealId' = deals.id::text))`,
  },
  {
    id: 'M6',
    statement:
      'Seller and buyer never get more than was settled, no deal is both released and refunded, and refunds never exceed their payment.',
    sharedSql: dividedDealsSql,
    probeSqls: [ledgerProbeSql],
    sql: `select id, null as paid, null as refunded from deals where released_at is not null and refunded_at is not null
      union all select payment_id, max(paid), sum(amount_poisha) from refunds
        left join (select payment_id as id, sum(poisha) as paid from ledger_entries join ledger_lines on entry_id = ledger_entries.id
          where cause = 'settled' and account like 'provider:%' group by 1) as payment on payment.id = payment_id
        group by payment_id having sum(amount_poisha) > coalesce(max(paid), 0)`,
  },
  {
    id: 'M7',
    statement: 'Cash never becomes payable: a seller is owed no more than was paid here.',
    sharedSql: dividedDealsSql,
    probeSqls: [ledgerProbeSql],
    // Nearly every payout is covered by one payment, which is found without adding up.
    sql: `select deal_id, amount_taka, set_off_taka, paid_taka from payouts
      cross join lateral (
        select coalesce(sum(amount_taka), 0) as paid_taka from payments where payments.deal_id = payouts.deal_id) as paid
      where not exists (select from payments
          where payments.deal_id = payouts.deal_id and payments.amount_taka >= payouts.amount_taka + set_off_taka)
        and amount_taka + set_off_taka > paid_taka`,
  },
  {
    id: 'M8',
    statement:
      'A refund that is due for more than 15 minutes was tried and says why it waits, or a dispute of the bank holds it.',
    sql: `select refunds.id, refunds.created_at from refunds join payments on payments.id = payment_id
      where refunds.state = 'due' and refunds.created_at < now() - interval '15 minutes' and last_error is null
        and (disputed_at is null or dispute_outcome is not null)`,
    needsJobs: true,
  },
  {
    id: 'M9',
    statement: 'A reserved bike is in no list and has one live deal that holds it.',
    sql: `select id, reserved_at from bikes
      where reserved_at is not null and (exists (select from bike_search where bike_id = bikes.id)
        or (select count(*) from deals where bike_id = bikes.id and held_at is not null and closed_at is null) <> 1)`,
  },
  {
    id: 'M10',
    statement: 'A held deal of a booking has the number of its buyer.',
    sql: `select id from deals
      where held_at is not null and closed_at is null and booking_id is not null and buyer_number is null`,
  },
  {
    id: 'M11',
    statement:
      'Of what the shop owes, only a seller’s account is above zero, and then by a decision that is in the audit log.',
    sharedSql: toDebtsSql(`account ~ '^(held|payout|seller):'`),
    probeSqls: [ledgerProbeSql, payoutProbeSql],
    // What the probes say nothing about: sellers who were charged, and the other accounts, which are few.
    sql: toDebtsSql(`account in (select account from (${sellerChargesSql}) as debts)
      or (account >= 'buyer:' and account < 'buyer;') or (account >= 'chargeback:' and account < 'chargeback;')
      or account = 'fee'`),
  },
  {
    id: 'M12',
    statement: 'What a buyer has paid and not got back is at most the agreed price, and so is what the seller is paid.',
    sharedSql: toOverpaidSql('select id from deals'),
    probeSqls: [ledgerProbeSql],
    // The probe compares single payments with the price. Materialized, or each worker counts them.
    sql: `with paid_often as materialized (
        select deal_id from ledger_entries where cause = 'settled' group by deal_id having count(*) > 1)
      ${toOverpaidSql('select deal_id from paid_often')}
      union all
      select deals.id, price_taka, (amount_taka + set_off_taka) * 100::bigint, null from payouts join deals on deals.id = deal_id
      where payouts.state <> 'failed' and amount_taka + set_off_taka > price_taka`,
  },
  {
    id: 'M13',
    statement:
      'What the shop owes to a buyer is what goes back to them: their refunds that have not ended, to the poisha.',
    sql: `select buyer_id, coalesce(owed.poisha, 0) as owed_poisha, coalesce(ordered.poisha, 0) as ordered_poisha from (
        select substring(account from 7)::uuid as buyer_id, -sum(poisha) as poisha from ledger_lines
        where account >= 'buyer:' and account < 'buyer;' group by 1
      ) as owed
      full join (
        select buyer_id, sum(amount_poisha) as poisha from refunds join payments on payments.id = payment_id
        where refunds.state in ('due', 'requested', 'failed') group by 1
      ) as ordered using (buyer_id)
      where coalesce(owed.poisha, 0) <> coalesce(ordered.poisha, 0)`,
  },
]

const transactionsSql = `jsonb_to_recordset($1::jsonb) as txn (
  id text, type text, "amountPoisha" bigint, "feePoisha" bigint, "createdAt" timestamptz, "intentId" text, "sourceId" text)`

/**
 * Invariants of the ledger against the provider's balance transactions, as `$1`. The provider is read first; what happened
 * there in the last minutes may be on its way, and a refund that is pending there is entered when it is confirmed.
 */
export const moneyInvariantsWithProvider: readonly Invariant[] = [
  {
    id: 'M3a',
    statement: 'The ledger has every payment, refund and dispute as the provider’s journal has it.',
    sql: `with journal as (
        select "intentId" as intent_id, sum("amountPoisha") as poisha, max("createdAt") as newest
        from ${transactionsSql} where "intentId" is not null group by 1
      ), ours as (
        select intent_id, sum(poisha) as poisha, max(at) as newest from ledger_entries
        join ledger_lines on entry_id = ledger_entries.id join payments on payments.id = payment_id
        where account = 'provider:cards' and cause <> 'charge' group by 1
      )
      select coalesce(journal.intent_id, ours.intent_id) as intent_id, journal.poisha as journal, ours.poisha as ledger
      from journal full join ours on ours.intent_id = journal.intent_id
      where coalesce(journal.poisha, 0) <> coalesce(ours.poisha, 0)
        and greatest(journal.newest, ours.newest) < now() - interval '5 minutes'
        -- Of another system of the same account, or refunded after a restore because the booking was lost.
        and exists (select from payments where intent_id = coalesce(journal.intent_id, ours.intent_id))
        and not exists (select from refunds join payments on payments.id = payment_id
          where payments.intent_id = coalesce(journal.intent_id, ours.intent_id) and refunds.state in ('due', 'requested'))`,
  },
  {
    id: 'M3b',
    statement: 'The ledger has every charge and every transfer to the bank that the provider’s journal has.',
    sql: `select coalesce(txn.id, entries.cause_ref) as id, charged, poisha from (
        select id, -"feePoisha" + case when "intentId" is null then "amountPoisha" else 0 end as charged, "createdAt" from ${transactionsSql}
      ) as txn
      full join (select cause_ref, at, sum(poisha) as poisha from ledger_entries join ledger_lines on entry_id = ledger_entries.id
        where cause in ('charge', 'moved_to_bank') and account like 'provider:%' group by 1, 2) as entries on cause_ref = txn.id
      where coalesce(charged, 0) <> coalesce(poisha, 0) and coalesce("createdAt", at) < now() - interval '5 minutes'`,
  },
]
