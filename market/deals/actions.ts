// Carries out acts on deals: locks, applies the effects of the pure rules, enters the money in the ledger, records the
// steps and tells the members, all in one transaction. Every act locks the bike first, then its deals, then payments.
import { periods } from './deadlines-in-ms.ts'
import { addMs } from '#contract/time/durations.ts'
import { and, asc, eq, isNull, type WithSubquery } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { bookings } from '#market/schema/deals/bookings.ts'
import { dealSteps, deals, isSale, type Deal } from '#market/schema/deals/deals.ts'
import { getDueAt } from './state.ts'
import { notifyAdmins } from '#market/notifications/notify-admins.ts'
import { disputes } from '#market/schema/deals/disputes.ts'
import { askForDestination } from './destination-request.ts'
import { endByOthers } from './endings.ts'
import { getLineChanges, listWaitNotices } from './waiting-list.ts'
import { getAddressees } from './addressees.ts'
import { type BikeChange, type DealContext, type DealStep, type Effects } from './transitions.ts'
import { accounts, getHeldTaka, poishaPerTaka, postEntry } from '#market/ledger/entries.ts'
import { type NewNotification, notify } from '#market/notifications/notify.ts'
import { hasFailedBefore, reloadPagesOfOthers } from './queries.ts'
import { closeOffersOfBike } from './closed-offers.ts'
import { orderRefunds } from '#market/ledger/refunds.ts'
import { payments } from '#market/schema/money/payments.ts'
import { createPayout } from '#market/ledger/payouts.ts'
import { wishes } from '#market/schema/deals/wishes.ts'

export type DealsDeps = {
  db: Database
  now: () => Date
  createId: () => string
}

export type ActDeps = Pick<DealsDeps, 'now' | 'createId'>

/** A bike that is locked for an act, with its live deals. */
export type LockedBike = {
  bike: Pick<typeof bikes.$inferSelect, keyof typeof bikeColumns>
  live: Deal[]
  payingBuyerId: string | null
}

const bikeColumns = {
  id: bikes.id,
  sellerId: bikes.sellerId,
  salePriceTaka: bikes.salePriceTaka,
  soldAt: bikes.soldAt,
  withdrawnAt: bikes.withdrawnAt,
  reservedAt: bikes.reservedAt,
  hiddenAt: bikes.hiddenAt,
}

/** Locks the bike, then its live deals, and finds who is paying. Returns null for an unknown bike. */
export const lockBike = async (tx: Transaction, bikeId: string): Promise<LockedBike | null> => {
  const [bike] = await tx.select(bikeColumns).from(bikes).where(eq(bikes.id, bikeId)).for('no key update')
  if (!bike) return null
  const live = await tx
    .select()
    .from(deals)
    .where(and(eq(deals.bikeId, bikeId), isNull(deals.closedAt)))
    .orderBy(asc(deals.queuedAt), asc(deals.id))
    .for('update')
  const [hold] = await tx
    .select({ buyerId: payments.buyerId })
    .from(payments)
    .where(and(eq(payments.bikeId, bikeId), eq(payments.state, 'open')))
  return { bike, live, payingBuyerId: hold?.buyerId ?? null }
}

/** The context of a deal of a locked bike. */
export const toContext = async (tx: Transaction, locked: LockedBike, deal: Deal, now: Date): Promise<DealContext> => ({
  deal,
  others: locked.live.filter(({ id }) => id !== deal.id),
  payingBuyerId: locked.payingBuyerId,
  paidTaka: deal.heldAt ? await getHeldTaka(tx, deal.id) : 0,
  hasFailedBefore: deal.heldAt !== null && deal.closedAt === null && (await hasFailedBefore(tx, deal, now)),
  now,
})

const bikeUpdates = (change: BikeChange, at: Date) =>
  ({
    reserve: { reservedAt: at },
    free: { reservedAt: null },
    sell: { reservedAt: null, withdrawnAt: null, saleUndoneAt: null, soldAt: at },
    withdraw: { reservedAt: null, advertisedAt: null, withdrawnAt: at },
    // The seller finds the bike in the own list and decides whether to list it again.
    unsell: { reservedAt: null, soldAt: null, advertisedAt: null, withdrawnAt: at, saleUndoneAt: at },
  })[change]

const changeBike = async (tx: Transaction, locked: LockedBike, change: BikeChange, at: Date): Promise<void> => {
  const changes = bikeUpdates(change, at)
  // A bike that was withdrawn meanwhile stays so.
  if (change === 'free' && !locked.bike.reservedAt) return
  await tx.update(bikes).set(changes).where(eq(bikes.id, locked.bike.id))
  Object.assign(locked.bike, changes)
}

/** Marks the booking and the wish of the deal as paid or not, and a booking whose deal ended without a sale as cancelled. */
const syncPurchase = async (tx: Transaction, before: Deal, after: Deal, at: Date): Promise<void> => {
  const isPaid = after.heldAt !== null && (after.closedAt === null || after.releasedAt !== null)
  const wasPaid = before.heldAt !== null && before.closedAt === null
  const isOfDeal = and(eq(wishes.bikeId, after.bikeId), eq(wishes.buyerId, after.buyerId))
  if (isPaid !== wasPaid)
    await tx
      .update(wishes)
      .set({ paidAt: isPaid ? at : null })
      .where(isOfDeal)
  if (after.bookingId === null) return
  const isLost = after.closedAt !== null && after.releasedAt === null && after.closeReason !== 'sold_for_cash'
  const changes = {
    ...(isPaid !== wasPaid && { paidAt: isPaid ? at : null }),
    ...(isLost && { cancelledAt: at }),
    ...(after.priceTaka !== before.priceTaka && { priceTaka: after.priceTaka }),
  }
  if (Object.keys(changes).length > 0) await tx.update(bookings).set(changes).where(eq(bookings.id, after.bookingId))
}

/** Enters how the held money is divided, orders the refund and makes the seller's part payable. */
const divideMoney = async (
  tx: Transaction,
  deps: ActDeps,
  deal: Deal,
  { toBuyerTaka, toSellerTaka }: NonNullable<Effects['split']>,
): Promise<void> => {
  if (toBuyerTaka + toSellerTaka === 0) return
  await postEntry(tx, deps, {
    cause: toBuyerTaka === 0 ? 'released' : 'cancelled',
    causeRef: deal.id,
    dealId: deal.id,
    lines: [
      [accounts.held(deal.id), (toBuyerTaka + toSellerTaka) * poishaPerTaka],
      [accounts.buyer(deal.buyerId), -toBuyerTaka * poishaPerTaka],
      [accounts.seller(deal.sellerId), -toSellerTaka * poishaPerTaka],
    ],
  })
  if (toBuyerTaka > 0) await orderRefunds(tx, deps, { dealId: deal.id, taka: toBuyerTaka })
  await createPayout(tx, deps, { sellerId: deal.sellerId, dealId: deal.id, amountTaka: toSellerTaka })
}

/** What was paid above a lower price goes back while the deal goes on. */
const refundPart = async (tx: Transaction, deps: ActDeps, deal: Deal, taka: number): Promise<void> => {
  await postEntry(tx, deps, {
    cause: 'price_lowered',
    causeRef: deps.createId(),
    dealId: deal.id,
    lines: [
      [accounts.held(deal.id), taka * poishaPerTaka],
      [accounts.buyer(deal.buyerId), -taka * poishaPerTaka],
    ],
  })
  await orderRefunds(tx, deps, { dealId: deal.id, taka })
}

const recordDispute = async (tx: Transaction, deal: Deal, { dispute, decision }: Effects, now: Date): Promise<void> => {
  if (dispute) {
    const row = {
      openedBy: dispute.openedBy,
      reason: dispute.reason,
      note: dispute.note ?? null,
      openedAt: now,
      evidenceUntil: addMs(now, periods.evidenceMs),
      decideUntil: addMs(now, periods.decisionMs),
      decidedAt: null,
      decidedBy: null,
      decision: null,
      takaToBuyer: null,
    }
    await tx
      .insert(disputes)
      .values({ ...row, dealId: deal.id })
      .onConflictDoUpdate({ target: disputes.dealId, set: row })
  }
  if (decision)
    await tx
      .update(disputes)
      .set({
        decidedAt: now,
        decision: decision.decision,
        takaToBuyer: decision.decision === 'withdrawn' ? null : decision.takaToBuyer,
        decisionNote: decision.note ?? null,
      })
      .where(eq(disputes.dealId, deal.id))
}

/** Records steps of a deal and tells its members, in one statement after what `first` writes. Nothing else writes steps. */
export const recordSteps = async (
  tx: Transaction,
  deps: Pick<ActDeps, 'now' | 'createId'>,
  deal: Pick<Deal, 'id' | 'bikeId' | 'buyerId' | 'sellerId' | 'meetAt'>,
  steps: readonly DealStep[],
  first: readonly WithSubquery[] = [],
): Promise<void> => {
  if (steps.length === 0) return
  const at = deps.now()
  const made = steps.map((step) => ({ id: deps.createId(), step }))
  const rows = made.map(({ id, step: { kind, actor, taka = null, note = null } }) => ({
    id,
    dealId: deal.id,
    kind,
    actor,
    taka,
    note,
    at,
  }))
  const notices = made.flatMap(({ id, step }): NewNotification[] =>
    getAddressees(step, deal, at).map(({ memberId, isOwnAct, taka }) => ({
      memberId,
      kind: step.kind,
      causeId: id,
      dealId: deal.id,
      bikeId: deal.bikeId,
      number: taka,
      ...(isOwnAct && { seenAt: at }),
    })),
  )
  const insert = (db: Pick<Transaction, 'insert'>) => db.insert(dealSteps).values(rows)
  // One statement for all of it, because people wait for it.
  if (notices.length === 0) await insert(tx.with(...first))
  else
    await notify(tx.with(...first, tx.$with('stepped').as(insert(tx).returning({ id: dealSteps.id }))), deps, notices)
}

/** Tells both sides of a deal that ended in a sale that they can rate each other. */
const notifyToRate = (tx: Transaction, deps: ActDeps, { id, bikeId, buyerId, sellerId }: Deal): Promise<void> => {
  const about = { kind: 'rate_deal' as const, causeId: id, dealId: id, bikeId }
  return notify(tx, deps, [
    { ...about, memberId: buyerId },
    { ...about, memberId: sellerId },
  ])
}

const updateDeal = async (tx: Transaction, deal: Deal, changes: Partial<Deal>): Promise<Deal> => {
  const after = { ...deal, ...changes }
  const dueAt = getDueAt(after)
  await tx
    .update(deals)
    .set({ ...changes, dueAt })
    .where(eq(deals.id, deal.id))
  return { ...after, dueAt }
}

/** What a first payment brings for the seller, or what the seller gets at the end, in Taka. */
const getSellersTaka = ({ steps, split }: Effects): number =>
  split?.toSellerTaka ?? steps.find(({ kind }) => kind === 'paid')?.taka ?? 0

const hasEffect = ({ changes, steps }: Effects): boolean => steps.length > 0 || Object.keys(changes).length > 0

/** Applies the effects of one act to one deal of the locked bike; the line is moved by the caller. */
export const applyToDeal = async (
  tx: Transaction,
  deps: ActDeps,
  locked: LockedBike,
  deal: Deal,
  effects: Effects,
): Promise<Deal> => {
  if (!hasEffect(effects)) return deal
  const now = deps.now()
  const after = await updateDeal(tx, deal, effects.changes)
  if (effects.bike) await changeBike(tx, locked, effects.bike, now)
  await syncPurchase(tx, deal, after, now)
  if (effects.split) await divideMoney(tx, deps, after, effects.split)
  if (effects.refundTaka) await refundPart(tx, deps, after, effects.refundTaka)
  await recordDispute(tx, after, effects, now)
  if (effects.steps.some(({ kind }) => kind === 'disputed'))
    await notifyAdmins(tx, deps, { kind: 'problem_to_decide', causeId: deps.createId(), bikeId: after.bikeId })
  const isPromisedNow = (deal.acceptedAt === null && after.acceptedAt !== null) || effects.bike === 'sell'
  if (isPromisedNow) await closeOffersOfBike(tx, deps, { bikeId: deal.bikeId, agreedBuyerId: deal.buyerId })
  await recordSteps(tx, deps, after, effects.steps)
  const sellersTaka = getSellersTaka(effects)
  if (sellersTaka > 0) await askForDestination(tx, deps, { ...after, taka: sellersTaka })
  if (isSale(after)) await notifyToRate(tx, deps, after)
  locked.live = locked.live.map((one) => (one.id === after.id ? after : one)).filter(({ closedAt }) => !closedAt)
  return after
}

/** Applies the effects of an act: the deal, the deals that end with it, and the line behind it. */
export const applyEffects = async (
  tx: Transaction,
  deps: ActDeps,
  locked: LockedBike,
  deal: Deal,
  effects: Effects,
): Promise<Deal> => {
  const now = deps.now()
  const wasPromised = locked.live.some(({ acceptedAt, turnUntil }) => acceptedAt !== null || turnUntil !== null)
  const after = await applyToDeal(tx, deps, locked, deal, effects)
  await reloadPagesOfOthers(tx, deal)
  if (effects.closesOthers)
    for (const other of locked.live.filter(({ id }) => id !== deal.id))
      await applyToDeal(tx, deps, locked, other, endByOthers(await toContext(tx, locked, other, now), 'unavailable'))
  const isOnSale = !locked.bike.soldAt && !locked.bike.withdrawnAt && !locked.bike.reservedAt
  const changes = getLineChanges(locked.live, { wasPromised, isOnSale, now })
  await notify(tx, deps, listWaitNotices(changes, deps.createId))
  for (const { deal: waiting, changes: change, isTurn } of changes) {
    await updateDeal(tx, waiting, change)
    if (isTurn) await recordSteps(tx, deps, waiting, [{ kind: 'turn', actor: 'system' }])
  }
  return after
}

/** Locks a deal with its bike; throws `not_found`. */
export const lockDeal = async (tx: Transaction, dealId: string): Promise<{ deal: Deal; locked: LockedBike }> => {
  const [found] = await tx.select({ bikeId: deals.bikeId }).from(deals).where(eq(deals.id, dealId))
  const locked = found && (await lockBike(tx, found.bikeId))
  if (!locked) throw new ApiError('not_found')
  const live = locked.live.find(({ id }) => id === dealId)
  if (live) return { deal: live, locked }
  const [closed] = await tx.select().from(deals).where(eq(deals.id, dealId)).for('update')
  if (!closed) throw new Error(`The deal ${dealId} is gone from the database.`)
  return { deal: closed, locked }
}

/** An act on a deal, with the bike and the transaction for the few that need them. */
export type Act = (ctx: DealContext, bike: LockedBike['bike'], tx: Transaction) => Effects | Promise<Effects>

/**
 * Carries out an act in a transaction and returns the deal after it and whether anything changed.
 * Throws what the act refuses; `not_found` for an unknown deal.
 */
export const actOnDeal = (deps: DealsDeps, dealId: string, act: Act): Promise<{ deal: Deal; hasChanged: boolean }> =>
  deps.db.transaction(async (tx) => {
    const { deal, locked } = await lockDeal(tx, dealId)
    const effects = await act(await toContext(tx, locked, deal, deps.now()), locked.bike, tx)
    const after = await applyEffects(tx, deps, locked, deal, effects)
    return { deal: after, hasChanged: hasEffect(effects) }
  })
