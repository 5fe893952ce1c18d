// What tests of payments by any provider do again and again.
import { eq } from 'drizzle-orm'
import { minuteMs } from '#contract/time/durations.ts'
import { sweep } from '#market/payments/jobs.ts'
import { payments } from '#market/schema/money/payments.ts'
import { beginDeal, type TestDeal } from '../money.ts'
import { queryAsOwner } from '../owner-connection.ts'
import type { MemberClient } from '../selling.ts'
import type { TestApp } from '../test-app.ts'
import type { Purpose } from './bkash.ts'
import { returnFrom, type Wallet } from './wallets.ts'

type Begun = { reference: string; pageUrl: string }
/** A deal whose buyer is on the page of the provider. */
export type Paying = TestDeal & Begun

// SSLCommerz says later whether a refund is done.
const minutesToEnd = { bkash: [2, 20], card: [2, 20], sslcommerz: [2, 10, 20, 300, 310, 320] }

/** The steps of an app that is created later, with one provider. */
export const createPayingSteps = (getApp: () => TestApp, wallet: Wallet) => {
  const begin = async (deal?: TestDeal, purpose: Purpose = 'full'): Promise<Paying> => {
    const begun = deal ?? (await beginDeal(getApp()))
    const { bookingId, price } = begun.order
    return { ...begun, ...(await wallet.begin(begun.buyer, { bookingId, price }, purpose)) }
  }
  const agree = ({ pageUrl }: Begun) => wallet.agree(pageUrl, getApp().sandbox.url)
  const comeBack = ({ reference, order, buyer }: Paying, as: MemberClient = buyer) =>
    returnFrom(as, wallet, {
      reference,
      hint: 'success',
      order: { email: as.email, bookingId: order.bookingId, bikeId: order.bike.id, price: order.price },
    })
  const pay = async (deal?: TestDeal, purpose?: Purpose) => {
    const paying = await begin(deal, purpose)
    await agree(paying)
    return { ...paying, ...(await comeBack(paying)) }
  }
  const readTaken = async ({ reference }: Begun) =>
    (await wallet.readTaken(getApp().sandboxPort, getApp().sandbox.url)).get(reference)

  /** The sweep of some minutes later. */
  const sweepLater = (minutes: number) =>
    sweep({ ...getApp().paymentsDeps, now: () => new Date(Date.now() + minutes * minuteMs) })
  /** The sweeps in which late money is asked about, and a refund is ordered, asked for and done. */
  const sweepToEnd = async () => {
    for (const minutes of minutesToEnd[wallet.way]) await sweepLater(minutes)
  }

  const findPayment = async ({ reference }: Begun) => {
    const [row] = await getApp().db.select().from(payments).where(eq(payments.intentId, reference))
    return row
  }
  /** The 15 minutes of the hold are over. */
  const makeStale = ({ reference }: Begun) =>
    queryAsOwner(
      getApp(),
      `update payments set created_at = created_at - interval '16 minutes', held_since = held_since - interval '16 minutes'
       where intent_id = $1`,
      [reference],
    )
  return { begin, agree, comeBack, pay, readTaken, sweepLater, sweepToEnd, findPayment, makeStale }
}
