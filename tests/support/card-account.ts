// A card account in memory, for tests that play thousands of histories: the part of the provider that the ledger follows.
import type { BalanceTransaction, ProviderRefund } from '#market/payments/charges/rules.ts'
import type { Intent, PaymentProvider } from '#market/payments/provider.ts'
import { ApiError } from '#contract/errors/api-errors.ts'

type Refund = ProviderRefund & { id: string; intentId: string }
type Charge = { intent: Intent; refunds: Refund[] }
type State = {
  charges: Map<string, Charge>
  /** Newest first. */
  journal: BalanceTransaction[]
  /** How refunds end that are made from now on. */
  refundResult: ProviderRefund['status']
  lastId: number
  now: () => Date
}

// What the provider takes of each payment.
const chargeFeePoisha = 3_030

const createId = (state: State, prefix: string): string => {
  state.lastId += 1
  return `${prefix}_${String(state.lastId).padStart(12, '0')}`
}

const findCharge = ({ charges }: State, intentId: string): Charge => {
  const charge = charges.get(intentId)
  if (!charge) throw new ApiError('not_found')
  return charge
}

const listAllRefunds = ({ charges }: State): Refund[] => [...charges.values()].flatMap(({ refunds }) => refunds)

const getRefunded = ({ refunds }: Charge): number =>
  refunds.filter(({ status }) => status !== 'failed').reduce((sum, one) => sum + one.amountPoisha, 0)

const getRefundable = (charge: Charge): number => charge.intent.amountTaka * 100 - getRefunded(charge)

type Movement = { type: string; amountPoisha: number; intentId: string; feePoisha?: number }

const move = (state: State, { feePoisha = 0, ...movement }: Movement): void => {
  const { intentId: sourceId } = movement
  state.journal.unshift({ ...movement, feePoisha, sourceId, id: createId(state, 'txn'), createdAt: state.now() })
}

const addRefund = (state: State, refund: Omit<Refund, 'id'>): Refund => {
  const added = { ...refund, id: createId(state, 're') }
  const { intentId, amountPoisha } = refund
  findCharge(state, intentId).refunds.push(added)
  move(state, { type: 'refund', amountPoisha: -amountPoisha, intentId })
  if (refund.status === 'failed') move(state, { type: 'refund_failure', amountPoisha, intentId })
  return added
}

const toIntent = ({ intent }: Charge): Intent => ({
  ...intent,
  refundedTaka: Math.floor(intent.refundedElsewherePoisha / 100),
  isRefunded: intent.refundedElsewherePoisha >= intent.amountTaka * 100,
})

/** What buyers, banks and the shop's people do at the provider. */
const createActions = (state: State) => ({
  setRefundResult: (result: ProviderRefund['status']) => void (state.refundResult = result),
  pay: (intentId: string, isAuthenticated: boolean) => {
    const { intent } = findCharge(state, intentId)
    Object.assign(intent, { status: 'succeeded', isAuthenticated })
    move(state, {
      type: 'charge',
      amountPoisha: intent.amountTaka * 100,
      intentId,
      feePoisha: chargeFeePoisha,
    })
  },
  /** Ends a pending refund. */
  endRefund: (id: string, status: 'succeeded' | 'failed') => {
    const refund = listAllRefunds(state).find((one) => one.id === id)
    if (!refund) throw new ApiError('not_found')
    if (status === 'failed') move(state, { ...refund, type: 'refund_failure' })
    refund.status = status
  },
  /** Refunds by hand in the dashboard; returns how much that was. */
  refundElsewhere: (intentId: string, poisha: number): number => {
    const charge = findCharge(state, intentId)
    const amountPoisha = Math.min(poisha, charge.intent.dispute === null ? getRefundable(charge) : 0)
    if (amountPoisha <= 0) return 0
    addRefund(state, { intentId, status: 'succeeded', amountPoisha, refundId: null, failure: null })
    charge.intent.refundedElsewherePoisha += amountPoisha
    return amountPoisha
  },
  /** The bank takes what is left of a payment; returns how much that is. */
  dispute: (intentId: string): number => {
    const charge = findCharge(state, intentId)
    const amountPoisha = charge.intent.dispute === null ? getRefundable(charge) : 0
    if (amountPoisha <= 0) return 0
    Object.assign(charge.intent, { dispute: 'open', disputedPoisha: amountPoisha })
    move(state, { type: 'adjustment', amountPoisha: -amountPoisha, intentId })
    return amountPoisha
  },
  endDispute: (intentId: string, outcome: 'won' | 'lost') => {
    const { intent } = findCharge(state, intentId)
    if (outcome === 'won') move(state, { type: 'adjustment', amountPoisha: intent.disputedPoisha, intentId })
    Object.assign(intent, { dispute: outcome, ...(outcome === 'won' && { disputedPoisha: 0 }) })
  },
  listPendingRefunds: () => listAllRefunds(state).filter(({ status }) => status === 'pending'),
})

const createIntent = (state: State, payment: Parameters<PaymentProvider['createIntent']>[0]): Intent => {
  const { id: paymentId, amountTaka, bikeId, buyerId } = payment
  const id = createId(state, 'pi')
  const untouched = { refundedElsewherePoisha: 0, refundedTaka: 0, isRefunded: false, dispute: null, disputedPoisha: 0 }
  const paid = { status: 'open', amountTaka, currency: 'bdt', isAuthenticated: false } as const
  const intent: Intent = { ...untouched, ...paid, id, clientSecret: `${id}_secret_test`, paymentId, bikeId, buyerId }
  state.charges.set(id, { intent, refunds: [] })
  return intent
}

const createRefund = (state: State, refund: Parameters<PaymentProvider['createRefund']>[0]): ProviderRefund => {
  const { intentId, amountPoisha, refundId } = refund
  const charge = findCharge(state, intentId)
  const isWithBank = charge.intent.dispute === 'open' || charge.intent.dispute === 'lost'
  if (isWithBank || amountPoisha > getRefundable(charge))
    return { id: null, status: 'failed', amountPoisha, refundId, failure: 'The payment has less than that.' }
  return addRefund(state, { intentId, status: state.refundResult, amountPoisha, refundId, failure: null })
}

const createProvider = (state: State): PaymentProvider => ({
  createIntent: async (payment) => createIntent(state, payment),
  getIntent: async (intentId) => toIntent(findCharge(state, intentId)),
  cancelIntent: async (intentId) => {
    const charge = findCharge(state, intentId)
    if (charge.intent.status === 'open') charge.intent.status = 'canceled'
    return toIntent(charge)
  },
  createRefund: async (refund) => createRefund(state, refund),
  getRefund: async (id) => {
    const refund = listAllRefunds(state).find((one) => one.id === id)
    if (!refund) throw new ApiError('not_found')
    return refund
  },
  listRefunds: async (intentId) => findCharge(state, intentId).refunds,
  listBalanceTransactions: async function* () {
    yield* state.journal
  },
  verifyWebhook: () => {
    throw new ApiError('bad_signature')
  },
  listEventsSince: async function* () {
    yield* []
  },
  listIntents: async function* () {
    for (const charge of state.charges.values()) {
      const { id, status, amountTaka, currency, dispute } = charge.intent
      const summary = { id, currency, dispute, amountPoisha: amountTaka * 100, refundedPoisha: getRefunded(charge) }
      yield { ...summary, status: status === 'open' ? 'requires_payment_method' : status }
    }
  },
})

/** Creates an account. Nothing in it fails by itself. */
export const createCardAccount = (now: () => Date) => {
  const state: State = { charges: new Map(), journal: [], refundResult: 'succeeded', lastId: 0, now }
  return { ...createActions(state), provider: createProvider(state) }
}

export type CardAccount = ReturnType<typeof createCardAccount>
