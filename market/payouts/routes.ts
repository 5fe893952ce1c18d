// Money of sellers, and the payouts that cashiers prepare and approve.
import { toIso } from '#contract/time/iso.ts'
import { and, asc, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { moneyCalls } from '#contract/deals/money-calls.ts'
import type { Database } from '#platform/database/database.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import type { Handlers } from '#platform/http/router.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { deals, sellerSettings } from '#market/schema/deals/deals.ts'
import { accounts, getBalance, poishaPerTaka } from '#market/ledger/entries.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { showAccount } from './account-numbers.ts'
import { actOnPayout, askProviderMs } from './actions.ts'
import { getHeldMoney } from './held-money.ts'
import { type SendingDeps, sweepPayouts } from './bkash-payouts.ts'
import { type Payout, payoutDestinations, payouts } from '#market/schema/money/payouts.ts'

type PayoutCalls = Pick<
  typeof moneyCalls,
  'GET /money' | 'PUT /money/settings' | 'GET /payouts' | 'PUT /payouts/:id' | 'POST /payouts/:id/account'
>

// A seller sees the newest payouts; the whole list is in the own data.
const shownPayouts = 100

const toPayoutDto = (payout: Payout, productName: string) => ({
  _id: payout.id,
  dealId: payout.dealId,
  productName,
  amount: payout.amountTaka,
  setOff: payout.setOffTaka,
  isFrozen: payout.frozenAt !== null,
  state: payout.state,
  needsReview: payout.needsReview,
  way: payout.way,
  destination:
    payout.destinationKind && payout.destinationLast4
      ? { kind: payout.destinationKind, last4: payout.destinationLast4 }
      : null,
  // Until bKash has sent it, the reference is our own id.
  reference: payout.way === 'provider' && payout.state === 'sent' ? null : payout.providerRef,
  failure: payout.failure,
  createdAt: payout.createdAt.toISOString(),
  sentAt: toIso(payout.sentAt),
  confirmedAt: toIso(payout.confirmedAt),
})

const selectWithBike = (db: Database) =>
  db
    .select({ payout: payouts, productName: bikes.name })
    .from(payouts)
    .innerJoin(deals, eq(deals.id, payouts.dealId))
    .innerJoin(bikes, eq(bikes.id, deals.bikeId))

const getMoney = async (db: Database, sellerId: string) => {
  const [heldMoney, payablePoisha, [sums], rows, [settings]] = await Promise.all([
    getHeldMoney(db, sellerId),
    getBalance(db, accounts.seller(sellerId)),
    db
      .select({
        onItsWay: sql<string>`coalesce(sum(${payouts.amountTaka}) filter (where ${payouts.state} = 'sent'), 0)`,
        paidOut: sql<string>`coalesce(sum(${payouts.amountTaka}) filter (where ${payouts.state} = 'confirmed'), 0)`,
      })
      .from(payouts)
      .where(eq(payouts.sellerId, sellerId)),
    selectWithBike(db).where(eq(payouts.sellerId, sellerId)).orderBy(desc(payouts.id)).limit(shownPayouts),
    db
      .select({ takesDeposits: sellerSettings.takesDeposits })
      .from(sellerSettings)
      .where(eq(sellerSettings.memberId, sellerId)),
  ])
  return {
    ...heldMoney,
    payable: Math.floor(-payablePoisha / poishaPerTaka) + 0,
    onItsWay: Number(sums?.onItsWay ?? 0),
    paidOut: Number(sums?.paidOut ?? 0),
    payouts: rows.map(({ payout, productName }) => toPayoutDto(payout, productName)),
    takesDeposits: settings?.takesDeposits ?? true,
  }
}

type PayoutQuery = { limit?: string | undefined; cursor?: string | undefined; state?: Payout['state'] | undefined }

const listPayouts = async ({ db, paymentProviders, now }: SendingDeps, query: PayoutQuery) => {
  const canSend = paymentProviders.bkash?.payouts !== undefined
  const unansweredSince = now().getTime() - askProviderMs
  const limit = parseLimit(query)
  const requester = alias(members, 'requester')
  const approver = alias(members, 'approver')
  const repeated = alias(payouts, 'repeated')
  const returner = alias(members, 'returner')
  const state = query.state ? eq(payouts.state, query.state) : inArray(payouts.state, ['due', 'sent'])
  // Of the ended ones the newest is looked for.
  const hasEnded = query.state === 'confirmed' || query.state === 'failed'
  const isAfter = hasEnded ? lt : gt
  const rows = await db
    .select({
      payout: payouts,
      productName: bikes.name,
      sellerName: members.name,
      sellerEmail: members.email,
      destination: payoutDestinations,
      requestedBy: requester.name,
      approvedBy: approver.name,
      repeats: {
        reference: repeated.providerRef,
        failure: repeated.failure,
        returnReference: repeated.returnReference,
        returnedBy: returner.name,
      },
    })
    .from(payouts)
    .innerJoin(deals, eq(deals.id, payouts.dealId))
    .innerJoin(bikes, eq(bikes.id, deals.bikeId))
    .innerJoin(members, eq(members.id, payouts.sellerId))
    .leftJoin(payoutDestinations, eq(payoutDestinations.memberId, payouts.sellerId))
    .leftJoin(requester, eq(requester.id, payouts.requestedBy))
    .leftJoin(approver, eq(approver.id, payouts.approvedBy))
    .leftJoin(repeated, eq(repeated.id, payouts.repeatsId))
    .leftJoin(returner, eq(returner.id, repeated.returnedBy))
    .where(and(state, query.cursor === undefined ? undefined : isAfter(payouts.id, parseCursorId(query.cursor))))
    .orderBy(hasEnded ? desc(payouts.id) : asc(payouts.id))
    .limit(limit + 1)
  const items = rows.map(({ payout, destination: newest, productName, repeats, ...names }) => {
    // What is sent went to the destination of that moment, which the payout has.
    const destination = payout.state === 'due' ? newest : null
    return {
      ...toPayoutDto(payout, productName),
      ...names,
      repeats: payout.repeatsId === null ? null : repeats,
      sellerId: payout.sellerId,
      ...(destination && { destination: { kind: destination.kind, last4: destination.last4 } }),
      destinationUsableAt: toIso(destination?.usableAt ?? null),
      holderName: destination?.holderName ?? null,
      bankName: destination?.bankName ?? null,
      requestedById: payout.requestedBy,
      canSendByBkash: canSend && payout.state === 'due' && destination?.kind === 'bkash',
      isUnanswered:
        payout.way === 'provider' &&
        payout.state === 'sent' &&
        (payout.sendingAt ?? payout.sentAt ?? now()).getTime() <= unansweredSince,
    }
  })
  return toPage(items, limit, (item) => item._id)
}

/** The handlers of the seller's money and of the payouts. */
export const payoutRoutes = (deps: SendingDeps): Handlers<PayoutCalls, Member> => ({
  'GET /money': ({ me }) => getMoney(deps.db, me.id),
  'PUT /money/settings': async ({ me, body: { takesDeposits } }) => {
    await deps.db
      .insert(sellerSettings)
      .values({ memberId: me.id, takesDeposits })
      .onConflictDoUpdate({ target: sellerSettings.memberId, set: { takesDeposits } })
    return { modifiedCount: 1 }
  },
  'GET /payouts': ({ query }) => listPayouts(deps, query),
  'PUT /payouts/:id': async ({ me, params, body }) => {
    await actOnPayout(deps, { payoutId: params.id, cashierId: me.id }, body)
    // The cashier sees at once what bKash says.
    if (body.act === 'approve') await sweepPayouts(deps, params.id)
    return { modifiedCount: 1 }
  },
  'POST /payouts/:id/account': ({ me, params }) => showAccount(deps, { payoutId: params.id, cashierId: me.id }),
})
