// Takes the money of a payment whose provider waits for this shop. First a claim is committed while the bike is locked: it
// says that the bike is still this buyer's to pay, and from then on the database refuses what would change that. Only then
// is the provider asked, without a lock and without a connection.
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { type LockedBike, lockBike } from '#market/deals/actions.ts'
import { members } from '#market/schema/people/members.ts'
import { getProvider, type Intent, type PaymentFailure, type PaymentProviders } from './providers.ts'
import { isStale } from './payment-checks.ts'
import { type Payment, payments } from '#market/schema/money/payments.ts'

type ExecutionDeps = { db: Database; paymentProviders: PaymentProviders; now: () => Date }

/** Longer than the timeout of the provider: until then another process waits for its answer. */
const retryMs = 20_000
/** Longer than a provider works on an execution: before, its saying that nothing was taken may be out of date. */
const workMs = 60_000

/** What a claim says: `claimed`, or why the money is not taken now. */
export type Claim = { is: 'claimed' | 'waiting' | 'ended'; payment: Payment }

const endPayment = async (
  tx: Transaction,
  { id }: Payment,
  failure: PaymentFailure,
  endedAt: Date,
): Promise<Payment | undefined> => {
  const [ended] = await tx
    .update(payments)
    .set({ state: 'canceled', endedAt, failure, executingAt: null, executeTriedAt: null })
    .where(eq(payments.id, id))
    .returning()
  return ended
}

/**
 * Claims the execution of a payment. The first claim says when; a later one only repeats it after the provider was silent.
 * @param getFailure why the money could not buy the bike, asked while bike, deals and payment are locked
 */
export const claimExecution = (
  deps: ExecutionDeps,
  { id, bikeId, provider }: Payment,
  getFailure: (
    tx: Transaction,
    locked: { locked: LockedBike; payment: Payment; buyer: typeof members.$inferSelect },
  ) => Promise<PaymentFailure | null>,
): Promise<Claim> =>
  deps.db.transaction(async (tx) => {
    const at = deps.now()
    const { ttlMs } = getProvider(deps, provider)
    const locked = await lockBike(tx, bikeId)
    const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('update')
    if (!locked || !payment) throw new Error(`The payment ${id} or its bike is gone from the database.`)
    if (payment.state !== 'open') return { is: 'ended', payment }
    const isTried = payment.executeTriedAt !== null && at.getTime() - payment.executeTriedAt.getTime() < retryMs
    if (payment.executingAt && isTried) return { is: 'waiting', payment }
    // The provider forgets a payment that was not executed in its time.
    if (payment.executingAt && at.getTime() - payment.executingAt.getTime() > ttlMs)
      return { is: 'ended', payment: (await endPayment(tx, payment, 'refused', at)) ?? payment }
    if (!payment.executingAt) {
      const [buyer] = await tx.select().from(members).where(eq(members.id, payment.buyerId)).for('share')
      if (!buyer) throw new Error(`The buyer of the payment ${id} is gone from the database.`)
      const failure = isStale(payment, at) ? 'hold_ended' : await getFailure(tx, { locked, payment, buyer })
      if (failure) return { is: 'ended', payment: (await endPayment(tx, payment, failure, at)) ?? payment }
    }
    const [claimed] = await tx
      .update(payments)
      .set({ executingAt: payment.executingAt ?? at, executeTriedAt: at, failure: null })
      .where(eq(payments.id, id))
      .returning()
    return { is: 'claimed', payment: claimed ?? payment }
  })

/** Whether the provider has refused a claimed payment in words that this shop does not know. */
export const isUnsurelyRefused = ({ state, executingAt, failure }: Payment): boolean =>
  state === 'open' && executingAt !== null && failure !== null

/**
 * The provider says that it took nothing: the claim ends, and the payment too if nobody can pay it any more. A claim that
 * another process has renewed since stays.
 * @param isOwnClaim the answer is that of the execution itself; any other may be older than a claim of a moment ago
 */
export const endExecution = async (
  { db, now }: ExecutionDeps,
  payment: Payment,
  { status, failure, isOwnClaim }: Pick<Intent, 'status' | 'failure'> & { isOwnClaim: boolean },
): Promise<Payment> => {
  const isEnded = status === 'canceled'
  const triedAt = payment.executeTriedAt
  if (triedAt === null && !isEnded) return payment
  if (triedAt !== null && !isOwnClaim && now().getTime() - triedAt.getTime() < workMs) return payment
  const isSameClaim = triedAt === null ? isNull(payments.executeTriedAt) : eq(payments.executeTriedAt, triedAt)
  const [updated] = await db
    .update(payments)
    .set({
      executingAt: null,
      // That its money was asked for stays known where it may still come.
      executeTriedAt: isUnsurelyRefused(payment) ? triedAt : null,
      ...(isEnded && { state: 'canceled', endedAt: now(), failure: failure ?? 'refused' }),
    })
    .where(and(eq(payments.id, payment.id), eq(payments.state, 'open'), isSameClaim))
    .returning()
  return updated ?? payment
}

/**
 * The provider refused in words that this shop does not know, so it may still take the money: the claim stays, its money is not
 * asked for again, and `endExecution` ends it once nothing can be taken any more. Returns the payment as it is then.
 */
export const recordUnsureAnswer = async (
  { db }: ExecutionDeps,
  payment: Payment,
  failure: PaymentFailure,
): Promise<Payment> => {
  const { executeTriedAt: triedAt } = payment
  if (triedAt === null) return payment
  const isSameClaim = and(
    eq(payments.id, payment.id),
    eq(payments.state, 'open'),
    isNotNull(payments.executingAt),
    eq(payments.executeTriedAt, triedAt),
  )
  const [updated] = await db.update(payments).set({ failure }).where(isSameClaim).returning()
  return updated ?? payment
}

/**
 * Ends a claimed payment that the provider does not know, once it would have forgotten it anyway: before, wrong keys may be put
 * right. Returns the payment as it is then.
 */
export const endUnknownExecution = (deps: ExecutionDeps, { id, provider }: Payment): Promise<Payment> =>
  deps.db.transaction(async (tx) => {
    const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('update')
    if (!payment) throw new Error(`The payment ${id} is gone from the database.`)
    const at = deps.now()
    const isOver =
      payment.executingAt !== null && at.getTime() - payment.executingAt.getTime() > getProvider(deps, provider).ttlMs
    if (payment.state !== 'open' || !isOver) return payment
    return (await endPayment(tx, payment, 'refused', at)) ?? payment
  })

/** Ends a payment that only this shop could execute, unless its money is being taken. Returns the payment as it is then. */
export const endUnexecuted = async (
  { db, now }: ExecutionDeps,
  payment: Payment,
  failure: PaymentFailure,
): Promise<Payment> => {
  const isOpen = and(eq(payments.id, payment.id), eq(payments.state, 'open'), isNull(payments.executingAt))
  const [ended] = await db
    .update(payments)
    .set({ state: 'canceled', endedAt: now(), failure })
    .where(isOpen)
    .returning()
  if (ended) return ended
  const [current] = await db.select().from(payments).where(eq(payments.id, payment.id))
  return current ?? payment
}
