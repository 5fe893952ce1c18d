// The books after a fault: what is always true, the shop's against the provider's with no time to spare, and what the
// screens show of both.
import type { AppSnapshot } from './acknowledged-writes.ts'
import type { Harness } from './harness.ts'
import { findViolations } from '#scripts/invariants.ts'

type Intents = Awaited<ReturnType<Harness['provider']['listIntents']>>

// The shop may take minutes in earnest; after a fault has healed this much is allowed, and less is the rule.
const unsettledSql = `with intent as (
    select * from jsonb_to_recordset($1::jsonb)
      as intent (id text, status text, "amountPoisha" bigint, "refundedPoisha" bigint)
  )
  select 'money that is neither a sale nor sent back' as what, intent.id, state
    from intent left join payments on intent_id = intent.id
    where status = 'succeeded' and "refundedPoisha" < "amountPoisha" and state is distinct from 'succeeded'
  union all select 'a sale without its money', intent_id, state
    from payments left join intent on intent.id = intent_id
    where state = 'succeeded' and (status is distinct from 'succeeded' or "amountPoisha" <> amount_taka * 100
      or "refundedPoisha" <> coalesce((select sum(amount_poisha) from refunds
        where payment_id = payments.id and refunds.state = 'succeeded'), 0))
  union all select 'money still to be sent back', intent_id, refunds.state
    from refunds join payments on payments.id = payment_id where refunds.state in ('due', 'requested', 'failed')
  union all select 'money still to be sent back', intent_id, state from payments where state = 'refund_due'
  union all select 'a hold that has ended at the provider', intent_id, state
    from payments join intent on intent.id = intent_id where state = 'open' and status = 'canceled'`

const formatRows = (what: string, rows: object[]): string =>
  `${what} (${rows.length}): ${rows
    .slice(0, 5)
    .map((row) => JSON.stringify(row))
    .join(' ')}`

/** What is wrong in the books at this moment, as sentences. */
export const findLedgerErrors = async ({ db, provider }: Pick<Harness, 'db' | 'provider'>): Promise<string[]> => {
  // The provider is asked first, so that the shop knows at least as much.
  const intents = await provider.listIntents()
  const transactions = await provider.listBalanceTransactions()
  const client = await db.connect()
  try {
    const { violations } = await findViolations(client, intents, transactions)
    const { rows } = await client.query<{ what: string }>(unsettledSql, [JSON.stringify(intents)])
    return [
      ...violations.map(({ invariant, rows }) => formatRows(`${invariant.id}: ${invariant.statement}`, rows)),
      ...(rows.length > 0 ? [formatRows('The books are not settled', rows)] : []),
    ]
  } finally {
    await client.end()
  }
}

const filterCollected = (intents: Intents) =>
  intents.filter(({ status, amountPoisha, refundedPoisha }) => status === 'succeeded' && refundedPoisha < amountPoisha)

/** What buyers own who cannot be asked: the demonstration's cast, and members who were removed. */
const countOtherSales = async ({ db }: Pick<Harness, 'db'>, emails: readonly string[]) => {
  const [row] = await db.query(
    `select count(*)::int as bikes, coalesce(sum(amount_taka), 0)::int as taka from payments
     join members on members.id = buyer_id where state = 'succeeded' and email <> all($1)`,
    [emails],
  )
  return { bikes: Number(row?.['bikes'] ?? 0), taka: Number(row?.['taka'] ?? 0) }
}

/** What all the paid orders and wishes of the workload's buyers come to; a bike that is both counts once. */
const collectPaidBikes = (snapshot: AppSnapshot): Set<string> => {
  const paid = new Set<string>()
  for (const lists of [snapshot.orders, snapshot.wishes])
    for (const items of lists.values())
      for (const { bikeId, paid: isPaid } of items.values()) if (isPaid) paid.add(bikeId)
  return paid
}

/** The invariants once more, from outside: what the screens show, against the provider. */
export const findScreenMismatches = async (
  harness: Pick<Harness, 'db' | 'provider'>,
  snapshot: AppSnapshot,
  emails: readonly string[],
): Promise<string[]> => {
  const collected = filterCollected(await harness.provider.listIntents())
  const others = await countOtherSales(harness, emails)
  const paid = collectPaidBikes(snapshot)
  const errors: string[] = []
  for (const id of paid) if (snapshot.onSale.has(id)) errors.push(`bike ${id} is paid and on sale`)
  for (const [who, bikes] of snapshot.listings)
    for (const [id, status] of bikes)
      if (paid.has(id) && status !== 'sold' && status !== 'reserved') errors.push(`${who} reads ${status} of ${id}`)
  if (paid.size + others.bikes !== collected.length)
    errors.push(
      `${paid.size} bikes are shown as paid, ${others.bikes} belong to others, the provider kept ${collected.length}`,
    )
  for (const [what, { total, rows }] of Object.entries(snapshot.counts))
    if (total !== rows) errors.push(`the heading says ${total} ${what}, the list has ${rows}`)
  return errors
}
