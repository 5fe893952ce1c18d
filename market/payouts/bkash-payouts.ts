// Sends the approved payouts whose seller is paid by bKash. First a claim is committed, then bKash is asked to send it, once.
// Without a clear answer bKash is asked by our id what became of it; if it does not know, a cashier reads its statement.
import { and, asc, eq, isNull, lt, or } from 'drizzle-orm'
import { logRetry } from '#platform/load-shedding/external-service.ts'
import type { StopSignal } from '#platform/process/stop-signal.ts'
import { poishaPerTaka } from '#market/ledger/entries.ts'
import type { PayoutPort, ProviderPayout } from '#market/payments/providers.ts'
import { type PayoutDeps, recordProviderPayout } from './actions.ts'
import { decryptNumber } from './encryption.ts'
import { type Payout, payoutDestinations, payouts } from '#market/schema/money/payouts.ts'

export type SendingDeps = PayoutDeps & {
  /** The numbers of the sellers are encrypted with a key derived from it. */
  secret: string
  log: (message: string) => void
}

const batchSize = 50
// Longer than the timeout of its call, so that the answer of a sending is not overtaken by a question about it.
const askAgainMs = 30_000

const isWithProvider = and(eq(payouts.way, 'provider'), eq(payouts.state, 'sent'))

/** Claims the sending of a payout; null when it was claimed before. The seller's number of the approval is the one that is used. */
const claimSending = ({ db, now }: SendingDeps, { id, sellerId, destinationVersion }: Payout) =>
  db.transaction(async (tx) => {
    const [destination] = await tx
      .select()
      .from(payoutDestinations)
      .where(eq(payoutDestinations.memberId, sellerId))
      .for('share')
    const at = now()
    const [claimed] = await tx
      .update(payouts)
      .set({ sendingAt: at, askedAt: at })
      .where(and(eq(payouts.id, id), isWithProvider, isNull(payouts.sendingAt)))
      .returning()
    if (!claimed) return null
    const isUnchanged = destination?.kind === 'bkash' && destination.version === destinationVersion
    return { destination: isUnchanged ? destination : null }
  })

const record = async (deps: SendingDeps, payout: Payout, told: ProviderPayout): Promise<void> => {
  const { id, amountTaka } = payout
  if (told.status === 'unknown') return
  if (told.status === 'succeeded' && told.amountPoisha !== amountTaka * poishaPerTaka)
    return deps.log(`bKash sent another amount for the payout ${id}: a cashier reads its statement.`)
  const isRecorded = await recordProviderPayout(
    deps,
    id,
    told.status === 'succeeded'
      ? { isSent: true, reference: told.transactionId }
      : { isSent: false, reason: told.failure },
  )
  if (!isRecorded) deps.log(`The payout ${id} was decided before bKash answered ${told.status}.`)
}

const send = async (deps: SendingDeps, port: PayoutPort, payout: Payout): Promise<void> => {
  const claim = await claimSending(deps, payout)
  if (!claim) return
  const { id, sellerId, amountTaka } = payout
  if (!claim.destination)
    return record(deps, payout, { status: 'failed', failure: 'The seller changed where to be paid.' })
  const { numberEncrypted } = claim.destination
  const number = decryptNumber(deps.secret, { memberId: sellerId, numberEncrypted })
  await record(deps, payout, await port.send({ id, number, amountPoisha: amountTaka * poishaPerTaka }))
}

const followPayout = async (deps: SendingDeps, port: PayoutPort, payout: Payout): Promise<void> => {
  // Before the claim too: a provider that does not answer is not asked to send.
  const told = await port.find(payout.id)
  if (told.status !== 'unknown') return record(deps, payout, told)
  if (payout.sendingAt === null) return send(deps, port, payout)
  await deps.db.update(payouts).set({ askedAt: deps.now() }).where(eq(payouts.id, payout.id))
}

/** Sends the payouts that are approved and asks about those without an answer, once. Several processes may run it at once. */
export const sweepPayouts = async (deps: SendingDeps & StopSignal, payoutId?: string): Promise<void> => {
  const port = deps.paymentProviders.bkash?.payouts
  if (!port) return
  const askedBefore = new Date(deps.now().getTime() - askAgainMs)
  const waiting = await deps.db
    .select()
    .from(payouts)
    .where(
      and(
        isWithProvider,
        payoutId === undefined ? undefined : eq(payouts.id, payoutId),
        or(isNull(payouts.askedAt), lt(payouts.askedAt, askedBefore)),
      ),
    )
    .orderBy(asc(payouts.askedAt), asc(payouts.sentAt))
    .limit(batchSize)
  for (const payout of waiting) {
    if (deps.signal?.aborted) return
    await followPayout(deps, port, payout).catch((error: unknown) =>
      logRetry(deps.log, `The payout ${payout.id} waits for the answer of bKash`, error),
    )
  }
}
