// The providers, as one table: what a test of all of them does with each. Cards are paid on our own page.
import type { ProviderName } from '#market/schema/money/payments.ts'
import type { Client } from '#contract/client.ts'
import { ApiResponseError } from '#contract/client.ts'
import { createPaymentProvider } from '#market/payments/stripe.ts'
import { payAtSandbox, sandboxKeys } from '#sandbox/sandbox.ts'
import { parseIntentId } from '../buying.ts'
import { callSandbox, createSucceededEvent, sendWebhook } from '../card-events.ts'
import type { TestApp } from '../test-app.ts'
import {
  authorizeBkash,
  beginBkash,
  type Hint,
  type Purchased,
  type Purpose,
  readBkashJournal,
  setBkashFault,
  toPaymentBody,
} from './bkash.ts'
import {
  beginSslcommerz,
  createNotificationBody,
  payAtSslcommerz,
  postNotification,
  readSslcommerzJournal,
  setSslcommerzFault,
} from './sslcommerz.ts'

/** What the provider took for one payment, and gave back of it. */
type Taken = { times: number; takenPoisha: number; refundedPoisha: number }

export type Wallet = {
  way: 'bkash' | 'sslcommerz' | 'card'
  /** Its name in the database. */
  provider: ProviderName
  /** Whether nothing is taken for a bike that is gone. Elsewhere it goes back. */
  asksBeforeTaking: boolean
  /** Whether nobody can pay there any more what has ended here. Elsewhere it is not executed, or goes back. */
  cancelsAtProvider: boolean
  /** Begins to pay; returns the provider's reference and its page. */
  begin: (buyer: Client, item: Purchased, purpose?: Purpose) => Promise<{ reference: string; pageUrl: string }>
  /** Does what the buyer does on the page of the provider; of cards the page is the intent. */
  agree: (pageUrl: string, cardsUrl: string) => Promise<unknown>
  /** What the provider took and gave back, by reference. */
  readTaken: (sandboxPort: number, cardsUrl: string) => Promise<ReadonlyMap<string, Taken>>
  /** The provider refuses the next refunds, or sends the money back and its answer is lost. */
  failRefunds: (sandboxPort: number, how: 'refused' | 'answer_lost', times: number) => Promise<void>
  /** What the provider posts to the shop after a payment; bKash posts nothing. */
  notify?: (testApp: Pick<TestApp, 'fastify'>, reference: string) => Promise<unknown>
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

const readTakenByBkash: Wallet['readTaken'] = async (sandboxPort) => {
  const { payments, refunds } = await readBkashJournal(sandboxPort)
  return new Map(
    payments.map(({ paymentID, status, amountPoisha, executions }) => {
      const returned = refunds.filter((refund) => refund.paymentID === paymentID)
      return [
        paymentID,
        {
          times: executions,
          takenPoisha: status === 'Completed' ? amountPoisha : 0,
          refundedPoisha: sum(returned.map((refund) => refund.amountPoisha)),
        },
      ]
    }),
  )
}

const readTakenBySslcommerz: Wallet['readTaken'] = async (sandboxPort) => {
  const { sessions, refunds } = await readSslcommerzJournal(sandboxPort)
  return new Map(
    sessions.map(({ tranId, payments, paidPoisha }) => {
      const returned = refunds.filter((refund) => refund.tranId === tranId && refund.status === 'refunded')
      return [
        tranId,
        {
          times: payments,
          takenPoisha: paidPoisha,
          refundedPoisha: sum(returned.map((refund) => refund.amountPoisha)),
        },
      ]
    }),
  )
}

const beginCard: Wallet['begin'] = async (buyer, item, purpose = 'full') => {
  const reference = parseIntentId(await buyer('POST /create-payment-intent', { body: toPaymentBody(item, purpose) }))
  return { reference, pageUrl: reference }
}

const readTakenByCard: Wallet['readTaken'] = async (_, cardsUrl) => {
  const { hostname: host, port } = new URL(cardsUrl)
  const cards = createPaymentProvider({ ...sandboxKeys.stripe, sandbox: { host, port: Number(port) } })
  const taken = new Map<string, Taken>()
  for await (const { id, status, amountPoisha, refundedPoisha } of cards.listIntents())
    if (status === 'succeeded') taken.set(id, { times: 1, takenPoisha: amountPoisha, refundedPoisha })
  return taken
}

const refundFaults = { refused: 'refund_refused', answer_lost: 'drop_after' } as const

export const wallets: readonly Wallet[] = [
  {
    way: 'bkash',
    provider: 'bkash',
    asksBeforeTaking: true,
    cancelsAtProvider: false,
    begin: beginBkash,
    agree: (pageUrl) => authorizeBkash(pageUrl),
    readTaken: readTakenByBkash,
    failRefunds: (sandboxPort, how, times) =>
      setBkashFault(sandboxPort, { operation: 'refund', fault: refundFaults[how], times }),
  },
  {
    way: 'card',
    provider: 'cards',
    asksBeforeTaking: false,
    cancelsAtProvider: true,
    begin: beginCard,
    agree: (intentId, cardsUrl) => payAtSandbox(cardsUrl, intentId),
    readTaken: readTakenByCard,
    failRefunds: (sandboxPort, how, times) => {
      const fault = how === 'refused' ? 'refund_failed' : refundFaults[how]
      const body = JSON.stringify({ operation: 'refund', fault, times })
      return callSandbox({ sandboxPort }, '/sandbox/faults', { body })
    },
    notify: (testApp, reference) => sendWebhook(testApp, createSucceededEvent(reference)),
  },
  {
    way: 'sslcommerz',
    provider: 'sslcommerz',
    asksBeforeTaking: false,
    cancelsAtProvider: false,
    begin: beginSslcommerz,
    agree: (pageUrl) => payAtSslcommerz(pageUrl),
    readTaken: readTakenBySslcommerz,
    failRefunds: (sandboxPort, how, times) =>
      setSslcommerzFault(sandboxPort, { operation: 'refund', fault: refundFaults[how], times }),
    notify: (testApp, reference) => postNotification(testApp, createNotificationBody(reference, 'VALID')),
  },
]

type Returned = { state: 'paid' | 'waiting' | 'review' | 'unpaid' | 'refunded' }
/** The order that a payment began from, and who pays it, as our own page of cards knows them. */
type CardOrder = { email: string; bookingId: string; bikeId: string; price: number }

const codeStates: Record<string, Returned['state']> = { payment_unfinished: 'unpaid', payment_refunded: 'refunded' }

/** What our page asks after the card was paid, as the other pages word it. */
const returnFromCard = async (buyer: Client, transactionId: string, order: CardOrder): Promise<Returned> => {
  const { bikeId: productId, ...known } = order
  try {
    await buyer('POST /payments', { body: { ...known, transactionId, productId } })
    return { state: 'paid' }
  } catch (error) {
    const state = error instanceof ApiResponseError ? codeStates[error.code] : undefined
    if (state === undefined) throw error
    return { state }
  }
}

/** What the page asks to which the provider sends the buyer back. */
export const returnFrom = async (
  buyer: Client,
  { way }: Pick<Wallet, 'way'>,
  { reference, order, hint }: { reference: string; order: CardOrder; hint?: Hint },
): Promise<Returned> =>
  way === 'card'
    ? returnFromCard(buyer, reference, order)
    : buyer('POST /payments/return', { body: { way, reference, ...(hint && { hint }) } })
