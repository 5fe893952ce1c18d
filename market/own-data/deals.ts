// The part of the data export that is about deals: what a member did, wrote and was paid.
import { toReceiptNumber } from '#market/deals/receipts.ts'
import { and, asc, desc, eq, inArray, or } from 'drizzle-orm'
import type { z } from 'zod'
import type { ownDataCalls } from '#contract/auth/own-data.ts'
import type { Database } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { chatMessages, chats } from '#market/schema/deals/chats.ts'
import { disputeEvidence } from '#market/schema/deals/disputes.ts'
import { type CloseReason, type Deal, deals, dealSteps, sellerSettings } from '#market/schema/deals/deals.ts'
import type { Side } from '#market/deals/transitions.ts'
import { getMeetPlace } from '#market/deals/views.ts'
import { notifications, notificationSettings } from '#market/schema/people/notifications.ts'
import { payoutDestinations, payouts } from '#market/schema/money/payouts.ts'
import { receipts } from '#market/schema/money/receipts.ts'

type DataExport = z.input<(typeof ownDataCalls)['GET /auth/export']['response']>
type ReadDatabase = Pick<Database, 'select'>

// Far more rows than any member has; it limits the memory of one response.
const maxRows = 5_000

const toIso = (date: Date): string => date.toISOString()
const toIsoOrNull = (date: Date | null): string | null => date?.toISOString() ?? null

const listSteps = async (db: ReadDatabase, dealIds: string[]) =>
  dealIds.length === 0
    ? []
    : db.select().from(dealSteps).where(inArray(dealSteps.dealId, dealIds)).orderBy(asc(dealSteps.at)).limit(maxRows)

const listEvidence = async (db: ReadDatabase, memberId: string) =>
  db
    .select()
    .from(disputeEvidence)
    .where(eq(disputeEvidence.memberId, memberId))
    .orderBy(asc(disputeEvidence.id))
    .limit(maxRows)

const sideByReason: Partial<Record<CloseReason, Side>> = {
  declined: 'seller',
  cancelled_by_seller: 'seller',
  cancelled_by_buyer: 'buyer',
}

/** Why this side declined or cancelled, even if it said so to the admin alone; nulls when the other side did. */
const getOwnReason = ({ closeReason, closeChoice, closeNote }: Deal, side: Side) =>
  closeReason !== null && sideByReason[closeReason] === side
    ? { closeChoice, closeNote }
    : { closeChoice: null, closeNote: null }

/** The deals of a member as buyer and as seller, newest first. What the other side wrote and their number are left out. */
export const listDeals = async (db: ReadDatabase, memberId: string): Promise<DataExport['deals']> => {
  const rows = await db
    .select({ deal: deals, productName: bikes.name, receipt: receipts })
    .from(deals)
    .innerJoin(bikes, eq(bikes.id, deals.bikeId))
    .leftJoin(receipts, eq(receipts.dealId, deals.id))
    .where(or(eq(deals.buyerId, memberId), eq(deals.sellerId, memberId)))
    .orderBy(desc(deals.id))
    .limit(maxRows)
  const steps = Map.groupBy(
    await listSteps(
      db,
      rows.map(({ deal }) => deal.id),
    ),
    ({ dealId }) => dealId,
  )
  const evidence = Map.groupBy(await listEvidence(db, memberId), ({ dealId }) => dealId)
  return rows.map(({ deal, productName, receipt }) => {
    const side = deal.buyerId === memberId ? 'buyer' : 'seller'
    return {
      _id: deal.id,
      productId: deal.bikeId,
      productName,
      side,
      price: deal.priceTaka,
      contactNumber: side === 'buyer' ? deal.buyerNumber : null,
      meetingLocation: getMeetPlace(deal, side),
      requestedAt: toIso(deal.requestedAt),
      acceptedAt: toIsoOrNull(deal.acceptedAt),
      meetAt: toIsoOrNull(deal.meetAt),
      paidAt: toIsoOrNull(deal.heldAt),
      cash: deal.cashTaka,
      handedOverAt: toIsoOrNull(deal.handedOverAt),
      closedAt: toIsoOrNull(deal.closedAt),
      closeReason: deal.closeReason,
      ...getOwnReason(deal, side),
      receipt: receipt && { number: toReceiptNumber(receipt), issuedAt: toIso(receipt.issuedAt) },
      steps: (steps.get(deal.id) ?? []).map(({ kind, actor, taka, note, at }) => ({
        kind,
        actor,
        taka,
        note: actor === side ? note : null,
        at: toIso(at),
      })),
      evidence: (evidence.get(deal.id) ?? []).map(({ id, note, picture, addedAt }) => ({
        note,
        picture: picture === null ? null : `/api/evidence/${id}`,
        addedAt: toIso(addedAt),
      })),
    }
  })
}

/** What a member wrote in conversations, newest first. */
export const listChatMessages = async (db: ReadDatabase, memberId: string): Promise<DataExport['chatMessages']> => {
  const isOwn = or(
    and(eq(chatMessages.sender, 'buyer'), eq(chats.buyerId, memberId)),
    and(eq(chatMessages.sender, 'seller'), eq(chats.sellerId, memberId)),
  )
  const rows = await db
    .select({ chatId: chatMessages.chatId, productName: bikes.name, text: chatMessages.body, at: chatMessages.at })
    .from(chatMessages)
    .innerJoin(chats, eq(chats.id, chatMessages.chatId))
    .innerJoin(bikes, eq(bikes.id, chats.bikeId))
    .where(isOwn)
    .orderBy(desc(chatMessages.id))
    .limit(maxRows)
  return rows.map(({ at, ...message }) => ({ ...message, at: toIso(at) }))
}

/** What a seller was paid, newest first. */
export const listPayouts = async (db: ReadDatabase, memberId: string): Promise<DataExport['payouts']> => {
  const isMine = eq(payouts.sellerId, memberId)
  const rows = await db.select().from(payouts).where(isMine).orderBy(desc(payouts.id)).limit(maxRows)
  return rows.map((payout) => ({
    _id: payout.id,
    dealId: payout.dealId,
    amount: payout.amountTaka,
    state: payout.state,
    destination:
      payout.destinationKind && payout.destinationLast4
        ? { kind: payout.destinationKind, last4: payout.destinationLast4 }
        : null,
    reference: payout.providerRef,
    createdAt: toIso(payout.createdAt),
    sentAt: toIsoOrNull(payout.sentAt),
    confirmedAt: toIsoOrNull(payout.confirmedAt),
  }))
}

/** Where a seller is paid, with the last four digits of the number alone; null without a destination. */
export const findPayoutDestination = async (
  db: ReadDatabase,
  memberId: string,
): Promise<DataExport['payoutDestination']> => {
  const { kind, last4, holderName, bankName, routingNumber, changedAt } = payoutDestinations
  const [destination] = await db
    .select({ kind, last4, holderName, bankName, routingNumber, changedAt })
    .from(payoutDestinations)
    .where(eq(payoutDestinations.memberId, memberId))
  return destination ? { ...destination, changedAt: toIso(destination.changedAt) } : null
}

/** What a member was told, newest first. */
export const listNotifications = async (db: ReadDatabase, memberId: string): Promise<DataExport['notifications']> => {
  const isMine = eq(notifications.memberId, memberId)
  const rows = await db.select().from(notifications).where(isMine).orderBy(desc(notifications.id)).limit(maxRows)
  return rows.map(({ id, kind, dealId, createdAt, seenAt }) => ({
    _id: id,
    kind,
    dealId,
    createdAt: toIso(createdAt),
    seenAt: toIsoOrNull(seenAt),
  }))
}

/** What a member chose: e-mails, their language, and whether buyers may pay a deposit. */
export const findDealSettings = async (
  db: ReadDatabase,
  memberId: string,
): Promise<Pick<DataExport, 'notificationSettings' | 'takesDeposits'>> => {
  const [settings] = await db.select().from(notificationSettings).where(eq(notificationSettings.memberId, memberId))
  const [seller] = await db.select().from(sellerSettings).where(eq(sellerSettings.memberId, memberId))
  return {
    notificationSettings: { language: settings?.language ?? 'en', muted: settings?.mutedKinds ?? [] },
    takesDeposits: seller?.takesDeposits ?? true,
  }
}
