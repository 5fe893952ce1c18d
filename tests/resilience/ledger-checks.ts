// The books after a fault: what is always true, the shop's against the provider's with no time to spare, and what the
// screens show of both.
import type { Shown } from './acknowledged-writes.ts'
import type { Rig } from './harness.ts'
import { findBroken } from '#scripts/invariants.ts'

type Intents = Awaited<ReturnType<Rig['provider']['dump']>>

// The shop may take minutes in earnest; after a fault has healed this much is allowed, and less is the rule.
const strict = `with intent as (
    select * from jsonb_to_recordset($1::jsonb)
      as intent (id text, status text, "amountPoisha" bigint, "refundedPoisha" bigint)
  )
  select 'money that is neither a sale nor sent back' as what, intent.id, state
    from intent left join payments on intent_id = intent.id
    where status = 'succeeded' and "refundedPoisha" < "amountPoisha" and state is distinct from 'succeeded'
  union all select 'a sale without its money', intent_id, state
    from payments left join intent on intent.id = intent_id
    where state = 'succeeded' and (status is distinct from 'succeeded' or "refundedPoisha" > 0
      or "amountPoisha" <> amount_taka * 100)
  union all select 'money still to be sent back', intent_id, state from payments where state = 'refund_due'
  union all select 'a hold that has ended at the provider', intent_id, state
    from payments join intent on intent.id = intent_id where state = 'open' and status = 'canceled'`

const asSentence = (what: string, rows: object[]): string =>
  `${what} (${rows.length}): ${rows
    .slice(0, 5)
    .map((row) => JSON.stringify(row))
    .join(' ')}`

/** What is wrong in the books at this moment, as sentences. */
export const findWrong = async ({ db, provider }: Pick<Rig, 'db' | 'provider'>): Promise<string[]> => {
  // The provider is asked first, so that the shop knows at least as much.
  const intents = await provider.dump()
  const client = await db.connect()
  try {
    const { broken } = await findBroken(client, intents)
    const { rows } = await client.query<{ what: string }>(strict, [JSON.stringify(intents)])
    return [
      ...broken.map(({ invariant, rows }) => asSentence(`${invariant.id}: ${invariant.statement}`, rows)),
      ...(rows.length > 0 ? [asSentence('The books are not settled', rows)] : []),
    ]
  } finally {
    await client.end()
  }
}

const moneyKept = (intents: Intents) =>
  intents.filter(({ status, amountPoisha, refundedPoisha }) => status === 'succeeded' && refundedPoisha < amountPoisha)

/** What buyers own who cannot be asked: the demonstration's cast, and members who were removed. */
const soldToOthers = async ({ db }: Pick<Rig, 'db'>, emails: readonly string[]) => {
  const [row] = await db.ask(
    `select count(*)::int as bikes, coalesce(sum(amount_taka), 0)::int as taka from payments
     join members on members.id = buyer_id where state = 'succeeded' and email <> all($1)`,
    [emails],
  )
  return { bikes: Number(row?.['bikes'] ?? 0), taka: Number(row?.['taka'] ?? 0) }
}

/** What all the paid orders and wishes of the workload's buyers come to; a bike that is both counts once. */
const paidBikes = (shown: Shown): Set<string> => {
  const paid = new Set<string>()
  for (const lists of [shown.orders, shown.wishes])
    for (const items of lists.values())
      for (const { bikeId, paid: isPaid } of items.values()) if (isPaid) paid.add(bikeId)
  return paid
}

/** The invariants once more, from outside: what the screens show, against the provider. */
export const findMismatch = async (
  rig: Pick<Rig, 'db' | 'provider'>,
  shown: Shown,
  emails: readonly string[],
): Promise<string[]> => {
  const kept = moneyKept(await rig.provider.dump())
  const others = await soldToOthers(rig, emails)
  const paid = paidBikes(shown)
  const wrong: string[] = []
  for (const id of paid) if (shown.window.has(id)) wrong.push(`bike ${id} is paid and on sale`)
  for (const [who, bikes] of shown.offers)
    for (const [id, status] of bikes)
      if (paid.has(id) && status !== 'sold') wrong.push(`${who} reads ${status} of ${id}`)
  if (paid.size + others.bikes !== kept.length)
    wrong.push(
      `${paid.size} bikes are shown as paid, ${others.bikes} belong to others, the provider kept ${kept.length}`,
    )
  for (const [what, { told, rows }] of Object.entries(shown.counts))
    if (told !== rows) wrong.push(`the heading says ${told} ${what}, the list has ${rows}`)
  return wrong
}
