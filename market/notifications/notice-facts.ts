// What the e-mail of a notice says of a deal besides its sentence: amounts, times, the decision of a problem, what is left to do.
import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import type { NoticeFacts } from '#market/mail/templates/template.ts'
import { type Deal, isSale } from '#market/schema/deals/deals.ts'
import { disputes } from '#market/schema/deals/disputes.ts'
import { payoutDestinations } from '#market/schema/money/payouts.ts'
import { getNoticeEnd } from './notice-times.ts'

// The accounts and amounts of market/ledger/entries.ts, which builds on this module.
const poishaPerTaka = 100

type Sums = { paid: string; held: string; toBuyer: string; toSeller: string }

/** What was paid here, and how it was divided when the deal ended, in Taka; null where nothing was paid. */
const findMoney = async (tx: Pick<Transaction, 'execute'>, deal: Deal): Promise<NoticeFacts['money']> => {
  if (deal.heldAt === null) return null
  const isDivided = sql`cause in ('released', 'cancelled')`
  const { rows } = await tx.execute<Sums>(sql`
    select coalesce(sum(poisha) filter (where account like 'provider:%' and cause = 'settled'), 0) as paid,
      coalesce(-sum(poisha) filter (where account = ${`held:${deal.id}`}), 0) as held,
      coalesce(-sum(poisha) filter (where account = ${`buyer:${deal.buyerId}`} and ${isDivided}), 0) as "toBuyer",
      coalesce(-sum(poisha) filter (where account = ${`seller:${deal.sellerId}`} and ${isDivided}), 0) as "toSeller"
    from ledger_lines join ledger_entries on ledger_entries.id = entry_id where deal_id = ${deal.id}`)
  const [sums] = rows
  if (!sums || Number(sums.paid) === 0) return null
  const toTaka = (poisha: string) => Math.floor(Number(poisha) / poishaPerTaka)
  const isOpen = deal.closedAt === null && deal.handedOverAt === null
  return {
    paidTaka: toTaka(sums.paid),
    leftTaka: isOpen ? Math.max(0, deal.priceTaka - toTaka(sums.held)) : 0,
    cashTaka: deal.handedOverAt === null ? 0 : (deal.cashTaka ?? 0),
    toBuyerTaka: toTaka(sums.toBuyer),
    toSellerTaka: toTaka(sums.toSeller),
  }
}

/** The time of a meeting: where one was proposed in this step, that one. */
const getMeeting = (kind: string, deal: Deal): NoticeFacts['meeting'] => {
  if (deal.closedAt !== null || deal.handedOverAt !== null) return null
  const isProposed = deal.proposedMeetAt !== null && (kind === 'meeting_proposed' || kind === 'accepted')
  if (isProposed && deal.proposedMeetAt)
    return { at: deal.proposedMeetAt, place: deal.proposedPlace ?? deal.meetPlace, isProposed }
  return deal.meetAt && { at: deal.meetAt, place: deal.meetPlace, isProposed: false }
}

/** Where the seller is told of money that cannot be sent yet. */
const kindsWithMoney: ReadonlySet<string> = new Set([
  'paid',
  'released',
  'decided',
  'cancelled_by_buyer',
  'buyer_no_show',
])

const isDestinationMissing = async (tx: Transaction, kind: string, { sellerId }: Deal): Promise<boolean> =>
  kindsWithMoney.has(kind) && (await tx.$count(payoutDestinations, eq(payoutDestinations.memberId, sellerId))) === 0

/** The e-mails that ask how it was, too. */
const kindsOfSale: ReadonlySet<string> = new Set(['released', 'decided', 'sold_for_cash'])

/** The facts of the notice of a deal for one side. */
export const findNoticeFacts = async (
  tx: Transaction,
  { kind, side, deal, now }: { kind: string; side: 'buyer' | 'seller'; deal: Deal; now: Date },
): Promise<NoticeFacts> => {
  const [dispute] = await tx.select().from(disputes).where(eq(disputes.dealId, deal.id))
  const money = await findMoney(tx, deal)
  const isSellersMoney = side === 'seller' && (kind === 'paid' || (money?.toSellerTaka ?? 0) > 0)
  return {
    money,
    meeting: getMeeting(kind, deal),
    until: getNoticeEnd(kind, deal, { evidenceUntil: dispute?.evidenceUntil ?? null, now }),
    reason: kind === 'decided' ? (dispute?.decisionNote ?? null) : null,
    asksForDestination: isSellersMoney && (await isDestinationMissing(tx, kind, deal)),
    asksToRate: kindsOfSale.has(kind) && isSale(deal),
  }
}

/** The facts of what is about no deal. */
export const noFacts: NoticeFacts = {
  money: null,
  meeting: null,
  until: null,
  reason: null,
  asksForDestination: false,
  asksToRate: false,
}
