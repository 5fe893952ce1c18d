// W1 to W5: rules of payments by providers other than cards.
import { ApiError } from '#contract/errors/api-errors.ts'
import type { PaymentProvider } from '#market/payments/providers.ts'
import type { Invariant } from './invariant.ts'

/** Invariants of the database alone. */
export const walletInvariants: readonly Invariant[] = [
  {
    id: 'W2',
    statement: 'No payment by bKash is executed without a claim that was made while its hold lived.',
    sql: `select id, created_at, executing_at from payments
      where provider = 'bkash' and state in ('succeeded', 'refund_due', 'refunded')
        -- bKash took it after a refusal in words that nobody knows, so it goes back.
        and not (refund_reason is not distinct from 'hold_released' and executing_at is null and execute_tried_at is not null)
        and (executing_at is null or executing_at < created_at
          or executing_at >= coalesce(held_since, created_at) + interval '15 minutes')`,
  },
  {
    id: 'W3',
    statement: 'bKash is asked for a token at most twice in an hour.',
    sql: `select id, kind, requested_at from (
        select *, lag(requested_at, 2) over (partition by provider order by requested_at) as before_last
        from provider_token_requests
      ) as requests where before_last > requested_at - interval '1 hour'`,
  },
]

const intentsSql = `jsonb_to_recordset($1::jsonb)
  as intent (id text, status text, "amountPoisha" bigint, "refundedPoisha" bigint, currency text, "chargePoisha" bigint)`

/** Invariants against bKash and SSLCommerz, whose payments are `$1`; they are asked first. */
export const walletInvariantsWithProvider: readonly Invariant[] = [
  {
    id: 'W1',
    statement:
      'For each payment by bKash or SSLCommerz the ledger has the money that was taken there and not sent back.',
    sql: `select payments.id, intent_id, state, status, "amountPoisha", "refundedPoisha", ledger_poisha
      from payments left join ${intentsSql} on intent.id = intent_id
      cross join lateral (select coalesce(sum(poisha), 0) as ledger_poisha from ledger_entries
        join ledger_lines on entry_id = ledger_entries.id
        where payment_id = payments.id and account = 'provider:' || payments.provider and cause <> 'payment_charge') as ledger
      where provider <> 'cards' and (state in ('succeeded', 'refund_due', 'refunded') or intent.id is not null)
        and (ledger_poisha <> case when status = 'succeeded' then "amountPoisha" - "refundedPoisha" else 0 end
          or (intent.id is null and ledger_poisha <> 0) or (status = 'succeeded' and intent.currency <> payments.currency))
        -- Money that waits for the admin is in no account yet; late money is found by the job within three hours.
        and not (doubled_at is not null and review_accepted_at is null)
        and not (provider = 'sslcommerz' and (state = 'open' or (state = 'canceled' and created_at > now() - interval '28 hours')))
        and coalesce(execute_tried_at, payments.created_at) < now() - interval '1 minute'
        and not exists (select from refunds where payment_id = payments.id and refunds.state in ('due', 'requested'))`,
  },
  {
    id: 'W5',
    statement: 'What SSLCommerz kept of each payment is in the ledger.',
    // Payments from before charges were entered have none.
    sql: `select payments.id, intent_id, "chargePoisha", entered from payments join ${intentsSql} on intent.id = intent_id
      cross join lateral (select coalesce(sum(poisha), 0) as entered from ledger_entries
        join ledger_lines on entry_id = ledger_entries.id
        where payment_id = payments.id and cause = 'payment_charge' and account = 'charges') as charge
      where provider = 'sslcommerz' and "chargePoisha" <> entered and state in ('succeeded', 'refund_due', 'refunded')
        and created_at >= (select min(at) from ledger_entries where cause = 'payment_charge')`,
  },
  {
    id: 'W4',
    statement: 'Each payout by bKash that ended here was sent there once if it is confirmed, and else not at all.',
    sql: `select payouts.id, state, status, "amountPoisha", ledger_poisha
      from payouts join jsonb_to_recordset($1::jsonb) as told ("payoutId" text, status text, "amountPoisha" bigint)
        on "payoutId" = payouts.id::text
      cross join lateral (select coalesce(-sum(poisha), 0) as ledger_poisha from ledger_entries
        join ledger_lines on entry_id = ledger_entries.id
        where payout_id = payouts.id and account = 'provider:bkash' and cause <> 'payout_returned') as ledger
      where state in ('confirmed', 'failed') and status <> 'unknown'
        and ledger_poisha <> case when status = 'succeeded' then "amountPoisha" else 0 end`,
  },
]

type Row = { id: string; trx: string | null; refunds: { ref: string; poisha: number }[] }
type Queryable = { query(sql: string, values: string[]): Promise<{ rows: Row[] }> }

// One that ended here a day ago cannot be executed any more.
const walletPaymentsSql = `select intent_id as id, transaction_id as trx, coalesce((select
  json_agg(json_build_object('ref', provider_ref, 'poisha', amount_poisha)) from refunds
  where payment_id = payments.id and provider_ref is not null), '[]') as refunds from payments where provider = $1
  and intent_id is not null and (state <> 'canceled' or created_at > now() - interval '1 day') order by created_at`

/** What a provider has sent back. SSLCommerz lists no refunds, so each that is known here is asked for. */
const getRefundedPoisha = async (provider: PaymentProvider, { id, trx, refunds }: Row): Promise<number> => {
  const payment = { intentId: id, transactionId: trx }
  let poisha = 0
  if (provider.name !== 'sslcommerz') {
    for (const made of trx === null ? [] : await provider.listRefunds(payment))
      if (made.status !== 'failed') poisha += made.amountPoisha
    return poisha
  }
  for (const refund of refunds)
    if ((await provider.getRefund(payment, refund.ref)).status === 'succeeded') poisha += refund.poisha
  return poisha
}

/** A payment that the provider does not know has no money there. */
const ignoreUnknown = (error: unknown): null => {
  if (error instanceof ApiError && error.code === 'not_found') return null
  throw error
}

/** What the provider says of each payout that it was asked to send. */
const listPayouts = async (db: Queryable, { payouts }: PaymentProvider): Promise<object[]> => {
  const { rows } = await db.query(`select id from payouts where sending_at is not null and way = $1`, ['provider'])
  const found: object[] = []
  for (const { id } of payouts ? rows : []) found.push({ payoutId: id, ...(await payouts?.find(id)) })
  return found
}

/** Every payment by a wallet as its provider has it. None is listed there, so each that is known here is asked for. */
export const listWalletPayments = async (db: Queryable, provider: PaymentProvider): Promise<object[]> => {
  const { rows } = await db.query(walletPaymentsSql, [provider.name])
  const found: object[] = []
  for (const row of rows) {
    const intent = await provider.retrieve(row.id).catch(ignoreUnknown)
    if (intent === null) {
      found.push({ id: row.id, status: 'unknown', amountPoisha: 0, refundedPoisha: 0, currency: '' })
      continue
    }
    const { status, amountTaka, currency, chargePoisha } = intent
    const refundedPoisha = await getRefundedPoisha(provider, row)
    const amountPoisha = Math.round(amountTaka * 100)
    found.push({ id: row.id, status, amountPoisha, refundedPoisha, currency, chargePoisha })
  }
  return [...found, ...(await listPayouts(db, provider))]
}
