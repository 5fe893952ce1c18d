// Reads deals with their bikes, members, money and place in line, and reloads the pages of those who wait for a bike.
import { and, asc, count, desc, eq, gt, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { bikes, bikeStatus } from '#market/schema/bikes/bikes.ts'
import { toPaidTaka, toPaymentProofs } from '#market/schema/deals/paid-amounts.ts'
import { toIsPromisedToAnother } from '#market/schema/deals/pay-facts.ts'
import type { DealRow } from './views.ts'
import { memberNotified } from '#market/notifications/notify.ts'
import { buyerNameForSeller, type Deal, deals, dealSteps, sellerSettings } from '#market/schema/deals/deals.ts'
import { picturesBy, saidBy } from './disputes/dispute-answers.ts'
import { disputes } from '#market/schema/deals/disputes.ts'
import { members } from '#market/schema/people/members.ts'
import { lateCancellationHours, maxHoldMs } from '#contract/deals/deadlines.ts'
import { addMs, dayMs } from '#contract/time/durations.ts'
import { refunds } from '#market/schema/money/refunds.ts'

// Rank among the live deals that wait while another comes first.
const linePlace = sql<number | null>`case
  when ${deals.closedAt} is null and ${deals.acceptedAt} is null and (${deals.waitingSince} is not null or ${deals.turnUntil} is not null)
  then (select count(*)::int from deals as ahead where ahead.bike_id = ${deals.bikeId} and ahead.closed_at is null
    and ahead.accepted_at is null and (ahead.queued_at, ahead.id) <= (${deals.queuedAt}, ${deals.id})) end`

// A payment that lapsed is open until the job ends it, and acts are refused as long.
const othersPayUntil =
  sql<Date | null>`(select coalesce(hold.held_since, hold.created_at) + ${maxHoldMs} * interval '1 ms'
  from payments as hold where hold.bike_id = ${deals.bikeId} and hold.buyer_id <> ${deals.buyerId}
  and hold.state = 'open')`.mapWith(deals.requestedAt)

// Read here by its name, because the module of transfers builds on deals.
const transfer = sql<DealRow['transfer']>`(
  select jsonb_build_object('isReported', notice_on is not null, 'isDone', done_at is not null,
    'noticeDueOn', notice_due_on, 'applyDueOn', apply_due_on) from transfers
  where transfers.deal_id = ${deals.id} and transfers.cancelled_at is null)`

/** Money on its way back to the buyer: the sum in Taka, and the state that needs the most patience. */
const refund = sql<DealRow['refund']>`(
  select jsonb_build_object('taka', div(sum(${refunds.amountPoisha}), 100)::int,
    'state', (array_agg(${refunds.state} order by array_position(array['failed', 'due', 'requested', 'by_hand', 'succeeded'],
      ${refunds.state}::text)))[1])
  from ${refunds} where ${refunds.dealId} = ${deals.id} having count(*) > 0)`

/** What the seller of an open deal goes by: since when the buyer is here, what was bought, and whether the number is theirs. */
const buyerFacts = sql<DealRow['buyer']>`(
  select jsonb_build_object('memberSince', to_char(buyer.created_at at time zone 'Asia/Dhaka', 'YYYY-MM'),
    'bought', (select count(*) from deals as earlier where earlier.buyer_id = buyer.id
      and earlier.handed_over_at is not null and earlier.close_reason = 'released'),
    'hasProvenNumber', exists (select from phone_proofs where phone_proofs.member_id = buyer.id))
  from members as buyer where buyer.id = ${deals.buyerId} and ${deals.closedAt} is null)`

/** Reads deals; newest first, or in the order of the line. */
export const selectDeals = async (
  db: Pick<Database, 'select'>,
  filter: SQL | undefined,
  { limit, isLine = false }: { limit: number; isLine?: boolean },
): Promise<DealRow[]> => {
  const rows = await db
    .select({
      deal: deals,
      bike: {
        slug: bikes.slug,
        name: bikes.name,
        picture: bikes.picture,
        status: bikeStatus,
        salePriceTaka: bikes.salePriceTaka,
        sellerName: bikes.sellerName,
        contactNumber: bikes.contactNumber,
        isHidden: sql<boolean>`${bikes.hiddenAt} is not null`,
      },
      buyerName: buyerNameForSeller,
      buyer: buyerFacts,
      isSellerVerified: sql<boolean>`${members.verifiedAt} is not null`,
      takesDeposits: sql<boolean>`coalesce(${sellerSettings.takesDeposits}, true)`,
      paidTaka: toPaidTaka(deals.id),
      linePlace,
      isPromisedToAnother: toIsPromisedToAnother(deals),
      othersPayUntil,
      dispute: { by: disputes.openedBy, reason: disputes.reason, note: disputes.note },
      saidBy,
      picturesBy,
      transfer,
      refund,
    })
    .from(deals)
    .innerJoin(bikes, eq(bikes.id, deals.bikeId))
    .innerJoin(members, eq(members.id, deals.sellerId))
    .leftJoin(disputes, eq(disputes.dealId, deals.id))
    .leftJoin(sellerSettings, eq(sellerSettings.memberId, deals.sellerId))
    .where(filter)
    .orderBy(...(isLine ? [asc(deals.queuedAt), asc(deals.id)] : [desc(deals.id)]))
    .limit(limit)
  return rows
}

type ListFilter = {
  memberId: string
  side?: 'buyer' | 'seller' | undefined
  ended?: 'yes' | 'no' | undefined
  before?: string | undefined
}

/** The filter of a member's list of deals. */
export const toListFilter = ({ memberId, side, ended, before }: ListFilter): SQL | undefined => {
  const isBuyer = eq(deals.buyerId, memberId)
  const isSeller = eq(deals.sellerId, memberId)
  const mine = side === 'buyer' ? isBuyer : side === 'seller' ? isSeller : or(isBuyer, isSeller)
  return and(
    mine,
    ended === 'yes' ? isNotNull(deals.closedAt) : undefined,
    ended === 'no' ? isNull(deals.closedAt) : undefined,
    before === undefined ? undefined : lt(deals.id, before),
  )
}

/** The steps of a deal, oldest first. */
export const listSteps = async (db: Database, dealId: string) => {
  const rows = await db
    .select()
    .from(dealSteps)
    .where(eq(dealSteps.dealId, dealId))
    .orderBy(asc(dealSteps.at), asc(dealSteps.id))
  return rows.map(({ kind, actor, taka, note, at }) => ({ kind, actor, taka, note, at: at.toISOString() }))
}

/** The payments of a deal, oldest first. */
export const listPayments = async (db: Database, dealId: string) => {
  const [row] = await db
    .select({ payments: toPaymentProofs(sql`${dealId}::uuid`) })
    .from(deals)
    .where(eq(deals.id, dealId))
  return row?.payments ?? []
}

/**
 * How far the newest payout of a deal is, and whether its seller has said where to be paid and entered numbers of the bike.
 */
export const findSellerFacts = async (db: Database, dealId: string) => {
  const [row] = await db
    .select({
      // Read here by their names, because the module of payouts builds on deals.
      payout: sql<'due' | 'sent' | 'confirmed' | 'failed' | 'set_off' | null>`(
        select case payouts.way when 'set_off' then 'set_off' else payouts.state end from payouts
        where payouts.deal_id = ${dealId} order by payouts.id desc limit 1)`,
      hasDestination: sql<boolean>`exists (select from payout_destinations
        where payout_destinations.member_id = deals.seller_id)`,
      hasNumbers: sql<boolean>`exists (select from vehicle_numbers where vehicle_numbers.bike_id = deals.bike_id
        and coalesce(registration_encrypted, engine_encrypted, chassis_encrypted) is not null)`,
    })
    .from(deals)
    .where(eq(deals.id, dealId))
  return row ?? { payout: null, hasDestination: false, hasNumbers: false }
}

/** How many buyers wait for a bike. */
export const countInLine = (db: Database, bikeId: string): Promise<number> =>
  db.$count(deals, and(eq(deals.bikeId, bikeId), isNull(deals.closedAt), isNull(deals.acceptedAt)))

// Read here by its name, because the module of conversations builds on deals.
const chatId = sql<string | null>`(select chats.id from chats
  where chats.bike_id = deals.bike_id and chats.buyer_id = deals.buyer_id)`

/** The conversation of a deal's two sides about its bike; null before the first message. */
export const findChatId = async (db: Database, dealId: string): Promise<string | null> => {
  const [found] = await db.select({ chatId }).from(deals).where(eq(deals.id, dealId))
  return found?.chatId ?? null
}

/** Whether the buyer cancelled late or did not come within the last year. */
export const hasFailedBefore = async (
  db: Pick<Database, 'select'>,
  { id, buyerId }: Pick<Deal, 'id' | 'buyerId'>,
  now: Date,
): Promise<boolean> => {
  const [failed] = await db
    .select({ times: count() })
    .from(deals)
    .where(
      and(
        eq(deals.buyerId, buyerId),
        sql`${deals.id} <> ${id}`,
        sql`${deals.heldAt} is not null`,
        gt(deals.closedAt, addMs(now, -365 * dayMs)),
        or(
          eq(deals.closeReason, 'buyer_no_show'),
          and(
            eq(deals.closeReason, 'cancelled_by_buyer'),
            sql`${deals.closedAt} > ${deals.meetAt} - ${lateCancellationHours} * interval '1 hour'`,
          ),
        ),
      ),
    )
  return failed !== undefined && failed.times > 0
}

/** Reloads the open pages of the others who have a deal for a bike: whether they may pay changes. */
export const reloadPagesOfOthers = (
  db: Pick<Database, 'execute'>,
  { bikeId, buyerId }: Pick<Deal, 'bikeId' | 'buyerId'>,
): Promise<unknown> =>
  db.execute(sql`select pg_notify(${memberNotified}, buyer_id::text) from ${deals}
    where bike_id = ${bikeId} and buyer_id <> ${buyerId} and closed_at is null`)
