// Payments of wallets that the screens of both languages share.
import { getDemoBike } from './bikes.ts'
import { book, createClientFor, getPerson } from './people.ts'
import type { ScreenContext } from './screen.ts'

const createdPayments = new Map<string, Promise<string>>()

/** Begins to pay for a bike with bKash; returns the reference of the payment. */
const beginWalletPayment = async ({ server }: ScreenContext): Promise<string> => {
  const [imran, bike] = [getPerson('imran'), 'rayzr-banasree'] as const
  const bookingId = await book(server, imran, bike)
  const client = await createClientFor(server, imran)
  const { redirectUrl = '' } = await client('POST /create-payment-intent', {
    body: { price: getDemoBike(bike).taka.sale, bookingId, way: 'bkash', purpose: 'deposit' },
  })
  return new URL(redirectUrl).searchParams.get('paymentID') ?? ''
}

/** The path to which bKash sends a buyer who cancelled there. */
export const getCancelledPaymentPath = async (context: ScreenContext): Promise<string> => {
  const { url } = context.server
  const begun = createdPayments.get(url) ?? beginWalletPayment(context)
  createdPayments.set(url, begun)
  return `/dashboard/paid/bkash?paymentID=${await begun}&status=cancel`
}
