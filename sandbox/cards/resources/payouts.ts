// Payouts: money that goes from the account's balance to its bank account.
import type { z } from 'zod'
import { toReadOutcome, findOrThrow, listFields, toListPage, toUnixSeconds } from '#sandbox/cards/account.ts'
import type { Call, Outcome } from '#sandbox/cards/account.ts'
import { Payout } from '#sandbox/cards/balance-schemas.ts'
import { invalidRequest } from '#sandbox/cards/errors.ts'
import { assertKnownFields, getText, requireText } from '#sandbox/cards/form-body.ts'
import { createBalanceTransaction, getBalance } from './balance.ts'
import { parseCurrency, parseMetadata, parseWholeNumber } from './intents.ts'

const payoutFields = ['amount', 'currency', 'description', 'expand', 'metadata']

/** Pays `amount` out at once. Refuses more than the balance. */
export function createPayout({ account, form }: Call): Outcome {
  assertKnownFields(form, payoutFields)
  const amount = parseWholeNumber(requireText(form, 'amount'), 'amount')
  const currency = parseCurrency(form)
  if (amount > getBalance(account, currency)) {
    throw invalidRequest('You have insufficient funds in your Stripe account for this transfer.', {
      code: 'balance_insufficient',
    })
  }
  const id = account.createId('po')
  const transaction = createBalanceTransaction(account, {
    type: 'payout',
    reportingCategory: 'payout',
    amount: -amount,
    currency,
    source: id,
  })
  const payout = Payout.parse({
    id,
    object: 'payout',
    amount,
    arrival_date: toUnixSeconds(account.now()),
    balance_transaction: transaction.id,
    created: toUnixSeconds(account.now()),
    currency,
    description: getText(form, 'description') ?? null,
    livemode: false,
    metadata: parseMetadata(form),
    status: 'paid',
  } satisfies z.input<typeof Payout>)
  return {
    status: 200,
    body: payout,
    changes: [
      { kind: 'balance', value: transaction },
      { kind: 'payout', value: payout },
    ],
    events: [],
  }
}

export function retrievePayout({ account, id }: Call): Outcome {
  return toReadOutcome(findOrThrow(account.ledger.payouts, { kind: 'payout', id, param: 'id' }))
}

export function listPayouts({ account, form }: Call): Outcome {
  assertKnownFields(form, listFields)
  return toReadOutcome(toListPage(form, '/v1/payouts', [...account.ledger.payouts.values()]))
}
