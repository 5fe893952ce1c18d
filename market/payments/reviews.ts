// Payments whose payer the provider doubts: the admin accepts the money, or it goes back.
import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import { settle, type PaymentsDeps } from './settle.ts'
import { type Payment, payments } from '#market/schema/money/payments.ts'

// One whose number came twice waits on after its hold has ended.
const isUndecided = (id: string) =>
  and(
    eq(payments.id, id),
    or(eq(payments.state, 'open'), and(eq(payments.state, 'canceled'), isNotNull(payments.doubledAt))),
    isNotNull(payments.reviewAt),
    isNull(payments.reviewAcceptedAt),
  )

/**
 * Ends a doubted payment; its money is sent back as every other that comes for an ended payment. One with the number of
 * another payment has no money of its own then.
 */
export const refuseRisk = async (deps: PaymentsDeps, { id }: Pick<Payment, 'id'>): Promise<void> => {
  const [refused] = await deps.db
    .update(payments)
    .set({
      state: 'canceled',
      endedAt: deps.now(),
      failure: 'refused',
      executingAt: null,
      executeTriedAt: null,
      reviewAt: sql`case when ${payments.doubledAt} is null then ${payments.reviewAt} end`,
    })
    .where(isUndecided(id))
    .returning()
  if (!refused) throw new ApiError('nothing_to_decide')
  await settle(deps, refused.intentId ?? '', refused.provider)
}

/** The money of a doubted payment buys the bike, if the bike is still there. */
export const acceptRisk = async (deps: PaymentsDeps, { id }: Pick<Payment, 'id'>): Promise<void> => {
  const [accepted] = await deps.db
    .update(payments)
    .set({ reviewAcceptedAt: deps.now() })
    .where(isUndecided(id))
    .returning()
  if (!accepted) throw new ApiError('nothing_to_decide')
  await settle(deps, accepted.intentId ?? '', accepted.provider)
}

/** Ends the hold of a payment that nobody decided in time. A doubtful payer's money goes back; a doubled number waits on. */
export const endReview = async (deps: PaymentsDeps, payment: Payment): Promise<void> => {
  if (!payment.doubledAt) return refuseRisk(deps, payment)
  const ended = { state: 'canceled', failure: 'refused', executingAt: null, executeTriedAt: null } as const
  await deps.db
    .update(payments)
    .set({ ...ended, endedAt: deps.now() })
    .where(isUndecided(payment.id))
}
