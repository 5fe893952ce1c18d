// The endpoints of deals: reading them, and each act of a buyer or a seller.
import { contactPattern } from '#contract/fields.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { CloseChoice } from '#contract/deals/close-choices.ts'
import type { dealCalls } from '#contract/deals/deal-calls.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { normalizeTelephone } from '#contract/text.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import type { Handlers } from '#platform/http/router.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import type { Member } from '#market/schema/people/members.ts'
import { actOnDeal, type Act, type DealsDeps } from './actions.ts'
import { assertSide, type BegunPayment, countNumberView, getSide, type DealRouteDeps } from './sides.ts'
import { getCode, handOverByCode, openCode } from './handover-code/routes.ts'
import {
  answerCashSale,
  cancelByBuyer,
  cancelBySeller,
  claimCashSale,
  decline,
  sayEverythingFine,
  sayOutcome,
  withdrawDispute,
} from './endings.ts'
import { countDeals } from './counts.ts'
import { disputes } from '#market/schema/deals/disputes.ts'
import {
  countInLine,
  findChatId,
  findSellerFacts,
  listPayments,
  listSteps,
  selectDeals,
  toListFilter,
} from './queries.ts'
import { hasMeetingAhead, toMeetingFilePath } from './meeting-file/calendar-file.ts'
import { getMoneyRules } from './money-preview.ts'
import { getState } from './state.ts'
import { findDecision, getSums } from './shown-sums.ts'
import { deals } from '#market/schema/deals/deals.ts'
import {
  accept,
  agreeMeeting,
  agreePrice,
  answerCash,
  confirmChange,
  offerPrice,
  propose,
  refuse,
  reportProblem,
  type Side,
  takeLowerPrice,
} from './transitions.ts'
import { type DealRow, getOtherNumber, toDealView, toSummary } from './views.ts'

/** Finds a deal of this member with its side; throws `not_found` for others. */
const findOwnRow = async ({ db }: DealsDeps, me: Member, id: string): Promise<{ row: DealRow; side: Side }> => {
  const [row] = await selectDeals(db, eq(deals.id, id), { limit: 1 })
  const side = row && getSide(row.deal, me.id)
  if (!row || !side) throw new ApiError('not_found')
  return { row, side }
}

const getDeal = async (deps: DealRouteDeps, me: Member, id: string) => {
  const { row, side } = await findOwnRow(deps, me, id)
  const number = getOtherNumber(row, side)
  const sums = await getSums(deps.db, row.deal)
  return toDealView(row, side, {
    now: deps.now(),
    otherNumber: number !== null && (await countNumberView(deps, row.deal, me)) ? number : null,
    meetingFile: hasMeetingAhead(row.deal) ? toMeetingFilePath(deps.secret, { dealId: id, memberId: me.id }) : null,
    lineLength: await countInLine(deps.db, row.deal.bikeId),
    chatId: await findChatId(deps.db, id),
    online: sums.online,
    refund: row.refund && { ...row.refund, taka: sums.refunded || row.refund.taka },
    decision: await findDecision(deps.db, id, sums),
    ...(await findSellerFacts(deps.db, id)),
    steps: await listSteps(deps.db, id),
    payments: await listPayments(deps.db, id),
  })
}

type ListQuery = {
  limit?: string | undefined
  cursor?: string | undefined
  side?: Side | undefined
  ended?: 'yes' | 'no' | undefined
}

const listDeals = async ({ db, now }: DealsDeps, me: Member, { side, ended, ...query }: ListQuery) => {
  const limit = parseLimit(query)
  const before = query.cursor === undefined ? undefined : parseCursorId(query.cursor)
  const rows = await selectDeals(db, toListFilter({ memberId: me.id, side, ended, before }), { limit: limit + 1 })
  const summaries = rows.map((row) => toSummary(row, getSide(row.deal, me.id) ?? 'buyer', now()))
  return toPage(summaries, limit, (one) => one._id)
}

const listLine = async ({ db, now }: DealsDeps, me: Member, bikeId: string) => {
  const [bike] = await db
    .select({ id: bikes.id })
    .from(bikes)
    .where(and(eq(bikes.id, bikeId), eq(bikes.sellerId, me.id)))
  if (!bike) throw new ApiError('not_found')
  const isWaiting = and(eq(deals.bikeId, bikeId), isNull(deals.closedAt))
  const rows = await selectDeals(db, isWaiting, { limit: 200, isLine: true })
  return rows.map((row) => toSummary(row, 'seller', now()))
}

/** An act by one of the two sides; `act` gets the side. */
const actAs = async (
  deps: DealRouteDeps,
  { me, id, only }: { me: Member; id: string; only?: Side },
  act: (side: Side, ...args: Parameters<Act>) => ReturnType<Act>,
): Promise<{ modifiedCount: number }> => {
  const { hasChanged } = await actOnDeal(deps, id, (ctx, bike, tx) => {
    const side = assertSide(ctx.deal, me.id, only)
    return act(side, ctx, bike, tx)
  })
  return { modifiedCount: hasChanged ? 1 : 0 }
}

const maxReleases = 3

/**
 * An act after which the payment that the buyer has begun would buy nothing, or be too much: an ending, or another price.
 * Once nothing else is in the way, that payment ends at the provider, so that nobody is charged for it. The buyer may begin
 * another one meanwhile, which ends too; money that was paid by then is held by the deal, and the act is tried on that.
 * Throws `bike_being_paid` when money is being taken at this moment.
 */
const actAfterPayment = async (
  deps: DealRouteDeps,
  { me, id, only, failure }: { me: Member; id: string; only?: Side; failure?: BegunPayment['failure'] },
  act: (side: Side, ...args: Parameters<Act>) => ReturnType<Act>,
): Promise<{ modifiedCount: number }> => {
  let buyerId = me.id
  for (let releases = 0; ; releases += 1) {
    try {
      return await actAs(deps, { me, id, ...(only && { only }) }, async (side, ctx, ...args) => {
        buyerId = ctx.deal.buyerId
        const effects = await act(side, ctx, ...args)
        const isEnding = Boolean(effects.changes.closedAt)
        return isEnding && ctx.payingBuyerId === buyerId ? refuse('bike_being_paid') : effects
      })
    } catch (error) {
      const isBeingPaid = error instanceof ApiError && error.code === 'bike_being_paid'
      if (!isBeingPaid || releases === maxReleases) throw error
    }
    await deps.releaseHold({ dealId: id, buyerId, ...(failure && { failure }) })
  }
}

type CancelBody = {
  choice?: CloseChoice | undefined
  reason?: string | undefined
  soldElsewhere?: boolean | undefined
  expectedRefund?: number | undefined
}

/** Cancels a deal. A payment that the buyer has begun ends at the provider first. */
const cancelDeal = async (
  deps: DealRouteDeps,
  { me, id, body }: { me: Member; id: string; body: CancelBody },
): Promise<{ modifiedCount: number; refund: number }> => {
  const { choice, reason: note } = body
  let refund = 0
  let otherId: string | null = null
  const done = await actAfterPayment(deps, { me, id }, (side, ctx) => {
    otherId = side === 'buyer' ? ctx.deal.sellerId : ctx.deal.buyerId
    const effects =
      side === 'buyer'
        ? cancelByBuyer(ctx, { choice, note })
        : cancelBySeller(ctx, { choice, note, isSoldElsewhere: body.soldElsewhere ?? false })
    refund = effects.split?.toBuyerTaka ?? 0
    // Nobody cancels for less than they were shown.
    if (
      side === 'buyer' &&
      body.expectedRefund !== undefined &&
      effects.steps.length > 0 &&
      refund < body.expectedRefund
    )
      return refuse('refund_changed')
    return effects
  })
  // Once the deal has ended: the report locks a case, and moderators lock cases before deals.
  if (choice === 'strange' && otherId !== null && done.modifiedCount > 0)
    await deps.reportStrange({ memberId: otherId, reporter: me })
  return { ...done, refund }
}

/** Cancels an unpaid booking, as `DELETE /bookings/:id`. */
const cancelBooking = async (deps: DealRouteDeps, me: Member, id: string): Promise<{ deletedCount: number }> => {
  const { modifiedCount } = await actAfterPayment(deps, { me, id, only: 'buyer' }, (_side, ctx) =>
    getState(ctx.deal) === 'held' ? refuse('already_paid') : cancelByBuyer(ctx),
  )
  return { deletedCount: modifiedCount }
}

const giveContact = (
  deps: DealRouteDeps,
  { me, id, body }: { me: Member; id: string; body: { contactNumber: string; meetingLocation: string } },
) =>
  actAs(deps, { me, id, only: 'buyer' }, (_side, { deal }) => {
    if (deal.closedAt) return refuse('deal_closed')
    const buyerNumber = normalizeTelephone(body.contactNumber)
    if (!contactPattern.test(buyerNumber))
      throw new ApiError('bad_request', { field: 'contactNumber', reason: 'invalid_contact_number' })
    return {
      changes: { buyerNumber, meetPlace: body.meetingLocation },
      steps: [{ kind: 'contact_given', actor: 'buyer', note: body.meetingLocation }],
    }
  })

type OutcomeBody = {
  outcome: 'no_deal' | 'no_show' | 'handed_over' | 'bought_for_cash' | 'not_bought' | 'everything_fine'
  price?: number | undefined
  cash?: number | undefined
  note?: string | undefined
}

const sayWhatHappened = (deps: DealRouteDeps, { me, id, body }: { me: Member; id: string; body: OutcomeBody }) =>
  actAfterPayment(deps, { me, id }, (side, ctx) => {
    switch (body.outcome) {
      case 'everything_fine':
        return side === 'buyer' ? sayEverythingFine(ctx, body.cash) : refuse('role_not_allowed')
      case 'bought_for_cash':
        return side === 'seller' ? claimCashSale(ctx, body.price ?? ctx.deal.priceTaka) : answerCashSale(ctx, true)
      case 'not_bought':
        return side === 'buyer' ? answerCashSale(ctx, false) : refuse('role_not_allowed')
      default:
        return sayOutcome(ctx, side, body.outcome, body.note)
    }
  })

type PriceBody = { price: number } | { agree: true; price: number }

/** One side proposes another price, or agrees to the one that was proposed and seen. */
const sayPrice = (deps: DealRouteDeps, { me, id, body }: { me: Member; id: string; body: PriceBody }) =>
  'agree' in body
    ? actAfterPayment(deps, { me, id, failure: 'price_changed' }, (side, ctx) =>
        ctx.deal.offeredPriceTaka === body.price ? agreePrice(ctx, side) : refuse('price_changed'),
      )
    : actAs(deps, { me, id }, (side, ctx) => offerPrice(ctx, side, body.price))

type ConfirmBody = { what: 'change' | 'lower_price'; price?: number | undefined }

/** The buyer still wants the changed bike, or takes its lower price. */
const confirmBike = (deps: DealRouteDeps, { me, id, body }: { me: Member; id: string; body: ConfirmBody }) =>
  body.what === 'change'
    ? actAs(deps, { me, id, only: 'buyer' }, (_side, ctx) => confirmChange(ctx))
    : actAfterPayment(deps, { me, id, only: 'buyer', failure: 'price_changed' }, (_side, ctx, bike) => {
        if (body.price !== bike.salePriceTaka) throw new ApiError('price_changed', { salePrice: bike.salePriceTaka })
        return takeLowerPrice(ctx, bike.salePriceTaka)
      })

const actRoutes = (deps: DealRouteDeps) =>
  ({
    'PUT /deals/:id/answer': ({ me, params: { id }, body }) =>
      body.answer === 'no'
        ? actAfterPayment(deps, { me, id, only: 'seller' }, (_side, ctx) =>
            decline(ctx, { choice: body.choice, note: body.reason }),
          )
        : actAs(deps, { me, id, only: 'seller' }, (_side, ctx, bike) => {
            if (bike.soldAt) return refuse('bike_sold')
            if (bike.withdrawnAt) return refuse('bike_withdrawn')
            const { meetAt, place = ctx.deal.meetPlace ?? '' } = body
            return accept(ctx, meetAt === undefined ? undefined : { meetAt: new Date(meetAt), place })
          }),
    'PUT /deals/:id/meeting': ({ me, params: { id }, body }) =>
      actAs(deps, { me, id }, (side, ctx) =>
        'agree' in body
          ? agreeMeeting(ctx, side)
          : propose(ctx, side, { meetAt: new Date(body.meetAt), place: body.place }),
      ),
    'PUT /deals/:id/contact': ({ me, params: { id }, body }) => giveContact(deps, { me, id, body }),
    'POST /deals/:id/cancel': ({ me, params: { id }, body }) => cancelDeal(deps, { me, id, body }),
    'PUT /deals/:id/cash': ({ me, params: { id }, body }) =>
      actAs(deps, { me, id, only: 'buyer' }, (_side, ctx) => answerCash(ctx, body.right)),
    'PUT /deals/:id/price': ({ me, params: { id }, body }) => sayPrice(deps, { me, id, body }),
    'PUT /deals/:id/confirm': ({ me, params: { id }, body }) => confirmBike(deps, { me, id, body }),
    'PUT /deals/:id/outcome': ({ me, params: { id }, body }) => sayWhatHappened(deps, { me, id, body }),
    'POST /deals/:id/problem': ({ me, params: { id }, body }) =>
      actAs(deps, { me, id, only: 'buyer' }, (_side, ctx) => reportProblem(ctx, body.reason, body.note)),
    'PUT /deals/:id/problem': ({ me, params: { id } }) =>
      actAs(deps, { me, id }, async (side, ctx, _bike, tx) => {
        const [dispute] = await tx.select().from(disputes).where(eq(disputes.dealId, id))
        return dispute?.openedBy === side ? withdrawDispute(ctx, side) : refuse('role_not_allowed')
      }),
  }) satisfies Partial<Handlers<typeof dealCalls, Member>>

/** The endpoints of deals. */
export const dealRoutes = (deps: DealRouteDeps): Handlers<typeof dealCalls, Member> => ({
  ...actRoutes(deps),
  'GET /deals': ({ me, query }) => listDeals(deps, me, query),
  'GET /deals/count': ({ me }) => countDeals(deps, me),
  'GET /deals/:id': ({ me, params }) => getDeal(deps, me, params.id),
  'GET /deals/:id/rules': async ({ me, params }) => {
    const { row } = await findOwnRow(deps, me, params.id)
    return getMoneyRules(deps, row.deal)
  },
  'GET /deals/:id/code': ({ me, params, query }) =>
    getCode(deps, { me, id: params.id, isTogether: query.together === 'yes' }),
  'PUT /deals/:id/code': async ({ me, params }) => {
    await openCode(deps, { me, id: params.id })
    return { modifiedCount: 1 }
  },
  'POST /deals/:id/handover': ({ me, params, body }) => handOverByCode(deps, { me, id: params.id, ...body }),
  'GET /allbikes/myproduct/:id/line': ({ me, params }) => listLine(deps, me, params.id),
  'DELETE /bookings/:id': ({ me, params }) => cancelBooking(deps, me, params.id),
})
