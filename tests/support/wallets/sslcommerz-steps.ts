// What tests of payments by SSLCommerz do again and again.
import { eq } from 'drizzle-orm'
import { sweep } from '#market/payments/jobs.ts'
import { payments } from '#market/schema/money/payments.ts'
import { beginDeal, type TestDeal } from '../money.ts'
import type { MemberClient } from '../selling.ts'
import type { TestApp } from '../test-app.ts'
import { beginSslcommerz, readSslcommerzJournal } from './sslcommerz.ts'
import { queryAsOwner } from '../owner-connection.ts'

/** The steps of an app that is created later. */
export const createSteps = (getApp: () => TestApp) => {
  const begin = async (
    purpose: 'full' | 'deposit' = 'full',
    people: { buyer?: MemberClient; seller?: MemberClient } = {},
  ) => {
    const deal = await beginDeal(getApp(), { price: 149_000, ...people })
    return { ...deal, ...(await beginSslcommerz(deal.buyer, deal.order, purpose)) }
  }

  const findJournal = async (reference: string) => {
    const { sessions, refunds } = await readSslcommerzJournal(getApp().sandboxPort)
    const session = sessions.find(({ tranId }) => tranId === reference)
    return { ...session, refunds: refunds.filter(({ tranId }) => tranId === reference) }
  }

  const findPayment = async (reference: string) => {
    const [row] = await getApp().db.select().from(payments).where(eq(payments.intentId, reference))
    return row
  }

  /** The sweep of some minutes later. */
  const sweepLater = (ms = 60_000) => sweep({ ...getApp().paymentsDeps, now: () => new Date(Date.now() + ms) })

  /** The sweeps in which a refund is ordered, asked for and done. */
  const sweepRefundsToEnd = async () => {
    for (const minutes of [1, 10, 20, 300, 310]) await sweepLater(minutes * 60_000)
  }

  const makeStale = ({ reference }: { reference: string }, age = '16 minutes') =>
    queryAsOwner(getApp(), `update payments set created_at = created_at - $2::interval where intent_id = $1`, [
      reference,
      age,
    ])

  const isReserved = async ({ order }: TestDeal) => {
    const { rows } = await getApp().db.$client.query<{ is_reserved: boolean }>(
      'select reserved_at is not null as is_reserved from bikes where id = $1',
      [order.bike.id],
    )
    return rows[0]?.is_reserved
  }

  return { begin, findJournal, findPayment, sweepLater, sweepRefundsToEnd, makeStale, isReserved }
}
