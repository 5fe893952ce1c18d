// What cashiers do with payouts. Money leaves only when one person prepared a payout and another approved it.
import { eq, sql } from 'drizzle-orm'
import { askPayoutMinutes } from '#contract/deals/deadlines.ts'
import { minuteMs } from '#contract/time/durations.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { recordSteps } from '#market/deals/actions.ts'
import { getSide } from '#market/deals/sides.ts'
import { deals } from '#market/schema/deals/deals.ts'
import { accounts, type LedgerEntry, type LedgerLine, poishaPerTaka, postEntry } from '#market/ledger/entries.ts'
import type { PaymentProviders } from '#market/payments/providers.ts'
import { type Payout, payoutDestinations, payouts } from '#market/schema/money/payouts.ts'

export type PayoutDeps = {
  db: Database
  paymentProviders: PaymentProviders
  now: () => Date
  createId: () => string
}

export type PayoutAct = {
  act: 'prepare' | 'approve' | 'confirm' | 'fail' | 'paid_already' | 'returned'
  way?: 'provider' | 'bank' | 'by_hand' | undefined
  reference?: string | undefined
  reason?: string | undefined
  /** Who prepared it, where somebody else does so instead. */
  instead?: string | undefined
}

/** bKash answers within seconds or finds it later; after that a person says what its statement says. */
export const askProviderMs = askPayoutMinutes * minuteMs
const maxReasonLength = 280

type Context = { tx: Transaction; deps: PayoutDeps; payout: Payout; cashierId: string }

const refuse = (code: ConstructorParameters<typeof ApiError>[0]): never => {
  throw new ApiError(code)
}

const assertState = ({ payout }: Context, ...states: Payout['state'][]): void => {
  if (!states.includes(payout.state)) refuse('payout_not_in_state')
}

/** Nobody sends money to themselves, or decides about the money of a deal of their own. */
const assertNotOwnDeal = async ({ tx, payout, cashierId }: Context): Promise<void> => {
  const [deal] = await tx.select().from(deals).where(eq(deals.id, payout.dealId))
  if (deal && getSide(deal, cashierId) !== null) refuse('own_deal')
}

const changePayout = ({ tx, payout }: Context, changes: Partial<typeof payouts.$inferInsert>) =>
  tx.update(payouts).set(changes).where(eq(payouts.id, payout.id))

const post = (
  { tx, deps, payout }: Context,
  cause: LedgerEntry['cause'],
  lines: LedgerLine[],
  providerRef: string | null = payout.providerRef,
): Promise<boolean> => postEntry(tx, deps, { cause, causeRef: payout.id, payoutId: payout.id, providerRef, lines })

const tell = async (
  { tx, deps, payout }: Context,
  kind: 'payout_sent' | 'payout_confirmed' | 'payout_failed',
  note?: string,
): Promise<void> => {
  const [deal] = await tx.select().from(deals).where(eq(deals.id, payout.dealId))
  if (deal) await recordSteps(tx, deps, deal, [{ kind, actor: 'admin', taka: payout.amountTaka, note }])
}

/**
 * What the seller owes the shop beyond all that is due to them, in whole Taka, rounded up. In one statement, so that a
 * release at the same moment counts on both sides or on none.
 */
const getDebtTaka = async ({ tx, payout }: Context): Promise<number> => {
  const { rows } = await tx.execute<{ due: string; owed: string }>(sql`select
    (select coalesce(sum(amount_taka), 0) from payouts where seller_id = ${payout.sellerId} and state = 'due') as due,
    (select coalesce(-sum(poisha), 0) from ledger_lines where account = ${accounts.seller(payout.sellerId)}) as owed`)
  return Math.max(0, Number(rows[0]?.due ?? 0) - Math.floor(Number(rows[0]?.owed ?? 0) / poishaPerTaka))
}

/** Keeps what the seller owes the shop; returns the payout with what is left to transfer. */
const setOffDebt = async (ctx: Context): Promise<Payout> => {
  const { payout, deps } = ctx
  const taka = Math.min(await getDebtTaka(ctx), payout.amountTaka)
  if (taka === 0) return payout
  const changes = { amountTaka: payout.amountTaka - taka, setOffTaka: payout.setOffTaka + taka }
  const at = deps.now()
  const ended = { state: 'confirmed', way: 'set_off', providerRef: 'set off', sentAt: at, confirmedAt: at } as const
  await changePayout(ctx, { ...changes, ...(changes.amountTaka === 0 && ended) })
  return { ...payout, ...changes, ...(changes.amountTaka === 0 && ended) }
}

/** bKash sends what nobody has sent by hand: a reference says that somebody has. */
const chooseWay = (
  { deps }: Context,
  { way, reference }: PayoutAct,
  kind: 'bkash' | 'bank',
): NonNullable<Payout['way']> => {
  const canSend = kind === 'bkash' && deps.paymentProviders.bkash?.payouts !== undefined
  if (way === 'provider' && !canSend) return refuse('way_not_offered')
  if (way !== undefined) return way
  if (kind === 'bank') return 'bank'
  return canSend && reference === undefined ? 'provider' : 'by_hand'
}

/**
 * Two people must not send the same money. Who prepares what another one has prepared names that person, so that nobody does it
 * on a page that shows an older state. A reference says that the money is sent: whoever sent it may correct the reference.
 */
const assertNobodyElseSends = (
  { payout, cashierId }: Context,
  { instead, isByProvider }: { instead?: string | undefined; isByProvider: boolean },
): void => {
  const { requestedBy, needsReview, providerRef } = payout
  if (requestedBy === null || needsReview) return
  const mayReplace = requestedBy === cashierId || (requestedBy === instead && providerRef === null)
  if (!mayReplace || (providerRef !== null && isByProvider)) refuse('payout_not_in_state')
}

/** The first person says how the seller is paid. The destination of this moment is the one that is used. */
const prepare = async (ctx: Context, act: PayoutAct): Promise<void> => {
  assertState(ctx, 'due')
  const { tx, deps, payout, cashierId } = ctx
  if (payout.frozenAt) refuse('deal_frozen')
  const [destination] = await tx
    .select()
    .from(payoutDestinations)
    .where(eq(payoutDestinations.memberId, payout.sellerId))
    .for('share')
  if (!destination) return refuse('no_destination')
  if (destination.usableAt > deps.now()) return refuse('destination_too_new')
  const way = chooseWay(ctx, act, destination.kind)
  assertNobodyElseSends(ctx, { instead: act.instead, isByProvider: way === 'provider' })
  if ((await setOffDebt(ctx)).state !== 'due') return
  await changePayout(ctx, {
    way,
    destinationKind: destination.kind,
    destinationLast4: destination.last4,
    destinationVersion: destination.version,
    requestedBy: cashierId,
    approvedBy: null,
    providerRef: way === 'provider' ? null : (act.reference ?? null),
    needsReview: false,
  })
}

/** The destination must not have changed between the two people. */
const assertDestinationUnchanged = async ({ tx, deps, payout }: Context): Promise<void> => {
  const [destination] = await tx
    .select()
    .from(payoutDestinations)
    .where(eq(payoutDestinations.memberId, payout.sellerId))
    .for('share')
  if (!destination) return refuse('no_destination')
  if (destination.usableAt > deps.now()) refuse('destination_too_new')
  if (destination.version !== payout.destinationVersion) refuse('destination_changed')
}

/**
 * Who said that a transfer failed or came back does not approve the next one. One step back is enough: the next one was
 * approved by somebody else, so a second person has seen each such word before money left again.
 */
const assertAnotherThanReturned = async ({ tx, payout, cashierId }: Context): Promise<void> => {
  if (payout.repeatsId === null) return
  const [repeated] = await tx.select().from(payouts).where(eq(payouts.id, payout.repeatsId))
  if (repeated?.returnedBy === cashierId) refuse('approve_by_another')
}

/** The second person approves: the money is sent, by that person or then by the provider. */
const approve = async (ctx: Context, { reference }: PayoutAct): Promise<void> => {
  assertState(ctx, 'due')
  const { deps, payout, cashierId } = ctx
  if (payout.requestedBy === null || payout.way === null || payout.needsReview) return refuse('payout_not_in_state')
  if (payout.requestedBy === cashierId) refuse('approve_by_another')
  await assertAnotherThanReturned(ctx)
  if (payout.frozenAt) refuse('deal_frozen')
  const isByProvider = payout.way === 'provider'
  if (isByProvider && !deps.paymentProviders.bkash?.payouts) refuse('way_not_offered')
  // Who has a reference has sent it by hand.
  if (isByProvider && reference !== undefined) refuse('payout_not_in_state')
  const providerRef = isByProvider ? payout.id : (reference ?? payout.providerRef ?? refuse('reference_missing'))
  await assertDestinationUnchanged(ctx)
  if ((await getDebtTaka(ctx)) > 0) refuse('seller_in_debt')
  await changePayout(ctx, { state: 'sent', approvedBy: cashierId, sentAt: deps.now(), providerRef })
  await postSent(ctx, providerRef)
  await tell(ctx, 'payout_sent')
}

const postSent = (ctx: Context, providerRef: string): Promise<boolean> => {
  const poisha = ctx.payout.amountTaka * poishaPerTaka
  const { id, sellerId } = ctx.payout
  return post(
    ctx,
    'payout_sent',
    [
      [accounts.seller(sellerId), poisha],
      [accounts.payout(id), -poisha],
    ],
    providerRef,
  )
}

/** What the money is taken from: the account with the provider, or the shop's bank. */
const getSource = ({ way }: Payout): string => (way === 'provider' ? accounts.provider('bkash') : accounts.bank)

const postConfirmed = (ctx: Context, providerRef: string | null): Promise<boolean> => {
  const poisha = ctx.payout.amountTaka * poishaPerTaka
  return post(
    ctx,
    'payout_confirmed',
    [
      [accounts.payout(ctx.payout.id), poisha],
      [getSource(ctx.payout), -poisha],
    ],
    providerRef,
  )
}

/** A person decides about a payout of the provider only when it has not answered for some time. */
const assertNotBeingSent = ({ payout, deps }: Context): void => {
  if (payout.way !== 'provider' || payout.state !== 'sent') return
  const askedUntil = (payout.sendingAt ?? payout.sentAt ?? deps.now()).getTime() + askProviderMs
  if (deps.now().getTime() < askedUntil) refuse('payout_being_sent')
}

const recordConfirmed = async (ctx: Context, providerRef: string | null): Promise<void> => {
  await changePayout(ctx, { state: 'confirmed', confirmedAt: ctx.deps.now(), providerRef })
  await postConfirmed(ctx, providerRef)
  await tell(ctx, 'payout_confirmed')
}

/** The seller's bank has the money. */
const confirm = async (ctx: Context, { reference }: PayoutAct): Promise<void> => {
  const { payout } = ctx
  if (payout.state === 'confirmed') return
  assertState(ctx, 'sent')
  assertNotBeingSent(ctx)
  // The number of the transaction in the statement of the provider.
  if (payout.way === 'provider' && reference === undefined) refuse('reference_missing')
  await recordConfirmed(ctx, payout.way === 'provider' ? (reference ?? null) : payout.providerRef)
}

/** The money did not arrive, or came back with the bank's reference: it is payable again, under a new id. */
const fail = async (ctx: Context, { act, reason, reference }: PayoutAct): Promise<void> => {
  const isReturned = act === 'returned'
  assertState(ctx, isReturned ? 'confirmed' : 'sent')
  assertNotBeingSent(ctx)
  const failure = reason ?? refuse('reason_missing')
  const returned = isReturned && { returnReference: reference ?? refuse('reference_missing') }
  await recordFailed(ctx, { failure, returnedBy: ctx.cashierId, ...returned })
}

/** Without a person it is the provider who says so; with a reference the money had arrived before. */
type Failure = { failure: string; returnedBy?: string; returnReference?: string }

const recordFailed = async (ctx: Context, failed: Failure): Promise<void> => {
  const { tx, deps, payout } = ctx
  if (payout.way === 'set_off') refuse('payout_not_in_state')
  const at = deps.now()
  const isReturned = failed.returnReference !== undefined
  await changePayout(ctx, { state: 'failed', failedAt: at, confirmedAt: null, ...failed })
  const poisha = payout.amountTaka * poishaPerTaka
  const from = isReturned ? getSource(payout) : accounts.payout(payout.id)
  const lines: LedgerLine[] = [[from, poisha]]
  await post(ctx, isReturned ? 'payout_returned' : 'payout_failed', [
    ...lines,
    [accounts.seller(payout.sellerId), -poisha],
  ])
  const { id: repeatsId, sellerId, dealId, amountTaka } = payout
  const due = { sellerId, dealId, amountTaka, repeatsId, state: 'due', createdAt: at } as const
  await tx.insert(payouts).values({ ...due, id: deps.createId() })
  await tell(ctx, 'payout_failed', failed.failure)
}

/** A payment from before payouts existed was paid to the seller already: one person says so, another confirms it. */
const markPaidAlready = async (ctx: Context, { reference }: PayoutAct): Promise<void> => {
  assertState(ctx, 'due')
  const { deps, payout, cashierId } = ctx
  if (!payout.needsReview) refuse('payout_not_in_state')
  const providerRef = reference ?? payout.providerRef ?? refuse('reference_missing')
  if (payout.requestedBy === null || payout.way !== 'by_hand') {
    await changePayout(ctx, { way: 'by_hand', requestedBy: cashierId, providerRef })
    return
  }
  if (payout.requestedBy === cashierId) refuse('approve_by_another')
  const at = deps.now()
  const ended = { state: 'confirmed', sentAt: at, confirmedAt: at, needsReview: false } as const
  await changePayout(ctx, { ...ended, approvedBy: cashierId, providerRef })
  await postSent(ctx, providerRef)
  await postConfirmed(ctx, providerRef)
}

/** Locks the payouts of the seller of a payout; returns that one as it is then. */
const lockPayout = async (tx: Transaction, payoutId: string): Promise<Payout> => {
  const [found] = await tx.select().from(payouts).where(eq(payouts.id, payoutId))
  if (!found) return refuse('not_found')
  await tx.select({ id: deals.id }).from(deals).where(eq(deals.id, found.dealId)).for('key share')
  const locked = await tx
    .select()
    .from(payouts)
    .where(eq(payouts.sellerId, found.sellerId))
    .orderBy(payouts.id)
    .for('update')
  const payout = locked.find(({ id }) => id === payoutId)
  if (!payout) throw new Error(`The payout ${payoutId} is gone from the database.`)
  return payout
}

/** Enters what the provider says of a payout that it was asked to send. Returns false for one that a person has decided. */
export const recordProviderPayout = (
  deps: PayoutDeps,
  payoutId: string,
  told: { isSent: true; reference: string } | { isSent: false; reason: string },
): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    const payout = await lockPayout(tx, payoutId)
    if (payout.state !== 'sent' || payout.way !== 'provider') return false
    const ctx = { tx, deps, payout, cashierId: '' }
    if (told.isSent) await recordConfirmed(ctx, told.reference)
    else await recordFailed(ctx, { failure: told.reason.slice(0, maxReasonLength) })
    return true
  })

/**
 * Carries out an act on a payout in a transaction that locks the seller's payouts, so that two acts run one after another.
 * Throws `not_found`, `payout_not_in_state`, `own_deal`, `approve_by_another`, `no_destination`, `destination_changed`,
 * `destination_too_new`, `reference_missing`, `reason_missing`, `seller_in_debt`, `deal_frozen`, `way_not_offered` and
 * `payout_being_sent`.
 */
export const actOnPayout = (
  deps: PayoutDeps,
  { payoutId, cashierId }: { payoutId: string; cashierId: string },
  act: PayoutAct,
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const payout = await lockPayout(tx, payoutId)
    const ctx = { tx, deps, payout, cashierId }
    await assertNotOwnDeal(ctx)
    if (act.act === 'prepare') return prepare(ctx, act)
    if (act.act === 'approve') return approve(ctx, act)
    if (act.act === 'confirm') return confirm(ctx, act)
    if (act.act === 'paid_already') return markPaidAlready(ctx, act)
    return fail(ctx, act)
  })
