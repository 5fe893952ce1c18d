// Balance transactions: what each charge, refund, dispute, payout and fee added to or took from the account's balance.
import { toReadOutcome, findOrThrow, listFields, toListPage, toUnixSeconds } from '#sandbox/cards/account.ts'
import type { Account, Call, Outcome } from '#sandbox/cards/account.ts'
import type { BalanceTransaction } from '#sandbox/cards/balance-schemas.ts'
import { assertKnownFields, getText } from '#sandbox/cards/form-body.ts'

// Stripe's standard price for a card in the United States, 2.9 % + 30 cents, with Tk 30 for the 30 cents.
const chargeFeeRate = 0.029
const chargeFeePoisha = 3_000
// Stripe charges 15 dollars for a dispute; in the sandbox it is Tk 1,500.
export const disputeFeePoisha = 150_000

type Movement = {
  type: BalanceTransaction['type']
  reportingCategory: BalanceTransaction['reporting_category']
  /** In poisha; negative when it leaves the balance. */
  amount: number
  /** In poisha. */
  fee?: number
  currency: string
  /** The id of the charge, refund, dispute or payout; null for a fee of the account. */
  source: string | null
  description?: string
}

/** Creates a balance transaction. It is not stored; the caller adds it to the changes. */
export function createBalanceTransaction(account: Account, movement: Movement): BalanceTransaction {
  const { type, reportingCategory, amount, fee = 0, currency, source, description = null } = movement
  const created = toUnixSeconds(account.now())
  return {
    id: account.createId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: created,
    balance_type: 'payments',
    created,
    currency,
    description,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [createFeeDetail(fee, currency)],
    net: amount - fee,
    reporting_category: reportingCategory,
    source,
    status: 'available',
    type,
  }
}

function createFeeDetail(amount: number, currency: string): BalanceTransaction['fee_details'][number] {
  return { amount, application: null, currency, description: 'Stripe processing fees', type: 'stripe_fee' }
}

/** The fee of a charge in poisha. */
export function getChargeFee(amount: number): number {
  return Math.round(amount * chargeFeeRate) + chargeFeePoisha
}

export function listBalanceTransactions({ account, form }: Call): Outcome {
  assertKnownFields(form, [...listFields, 'currency', 'source', 'type'])
  const matches = (item: BalanceTransaction, name: 'currency' | 'source' | 'type') =>
    (getText(form, name) ?? item[name]) === item[name]
  const transactions = [...account.ledger.balanceTransactions.values()]
  const matching = transactions.filter(
    (item) => matches(item, 'currency') && matches(item, 'source') && matches(item, 'type'),
  )
  return toReadOutcome(toListPage(form, '/v1/balance_transactions', matching))
}

export function retrieveBalanceTransaction({ account, id }: Call): Outcome {
  const { balanceTransactions } = account.ledger
  return toReadOutcome(findOrThrow(balanceTransactions, { kind: 'balance transaction', id, param: 'id' }))
}

export function retrieveBalance({ account, form }: Call): Outcome {
  assertKnownFields(form, ['expand'])
  const currencies = new Set([...account.ledger.balanceTransactions.values()].map(({ currency }) => currency))
  if (currencies.size === 0) currencies.add('bdt')
  const toAmount = (currency: string, amount: number) => ({ amount, currency, source_types: { card: amount } })
  return toReadOutcome({
    object: 'balance',
    available: [...currencies].map((currency) => toAmount(currency, getBalance(account, currency))),
    livemode: false,
    pending: [...currencies].map((currency) => toAmount(currency, 0)),
  })
}

/** The balance of a currency in its smallest unit; negative after refunds that the account could not cover. */
export function getBalance({ ledger }: Account, currency: string): number {
  const transactions = [...ledger.balanceTransactions.values()].filter((item) => item.currency === currency)
  return transactions.reduce((sum, { net }) => sum + net, 0)
}

/** Charges the account a fee that belongs to no payment, as Stripe does for some of its products. */
export function chargeAccountFee(account: Account, amount: number): Outcome {
  const transaction = createBalanceTransaction(account, {
    type: 'stripe_fee',
    reportingCategory: 'fee',
    amount: -amount,
    currency: 'bdt',
    source: null,
    description: 'Fee of the sandbox account',
  })
  return { status: 200, body: transaction, changes: [{ kind: 'balance', value: transaction }], events: [] }
}
