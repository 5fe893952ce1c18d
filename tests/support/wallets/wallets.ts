// The providers, as one table: what a test of all of them does with each. Cards are paid on our own page.
import type { ProviderName } from '#market/schema/money/payments.ts'
import type { Client } from '#contract/client.ts'
import { ApiResponseError } from '#contract/client.ts'
import { createPaymentProvider } from '#market/payments/stripe.ts'
import { payAtSandbox, sandboxKeys } from '#sandbox/sandbox.ts'
import { parseIntentId } from '../buying.ts'
import { authorizeBkash, beginBkash, type Hint, readBkashJournal } from './bkash.ts'
import { beginSslcommerz, payAtSslcommerz, readSslcommerzJournal } from './sslcommerz.ts'

/** What the provider took for one payment, and gave back of it. */
type Taken = { times: number; takenPoisha: number; refundedPoisha: number }

export type Wallet = {
  way: 'bkash' | 'sslcommerz' | 'card'
  /** Its name in the database. */
  provider: ProviderName
  /** Whether nothing is taken for a bike that is gone. Elsewhere it goes back. */
  asksBeforeTaking: boolean
  /** Begins to pay; returns the provider's reference and its page. */
  begin: (buyer: Client, order: { bookingId: string; price: number }) => Promise<{ reference: string; pageUrl: string }>
  /** Does what the buyer does on the page of the provider; of cards the page is the intent. */
  agree: (pageUrl: string, cardsUrl: string) => Promise<unknown>
  /** What the provider took and gave back, by reference. */
  readTaken: (sandboxPort: number, cardsUrl: string) => Promise<ReadonlyMap<string, Taken>>
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

const beginCard: Wallet['begin'] = async (buyer, { bookingId, price }) => {
  const reference = parseIntentId(await buyer('POST /create-payment-intent', { body: { price, bookingId } }))
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

export const wallets: readonly Wallet[] = [
  {
    way: 'bkash',
    provider: 'bkash',
    asksBeforeTaking: true,
    begin: beginBkash,
    agree: (pageUrl) => authorizeBkash(pageUrl),
    readTaken: readTakenByBkash,
  },
  {
    way: 'card',
    provider: 'cards',
    asksBeforeTaking: false,
    begin: beginCard,
    agree: (intentId, cardsUrl) => payAtSandbox(cardsUrl, intentId),
    readTaken: readTakenByCard,
  },
  {
    way: 'sslcommerz',
    provider: 'sslcommerz',
    asksBeforeTaking: false,
    begin: beginSslcommerz,
    agree: (pageUrl) => payAtSslcommerz(pageUrl),
    readTaken: readTakenBySslcommerz,
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
