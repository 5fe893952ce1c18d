// Notifications and e-mails about bikes of a wishlist that became cheaper.
import { and, asc, eq, gt, isNotNull, isNull, lte, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from '#platform/database/database.ts'
import { bikes, getBikeYear } from '#market/schema/bikes/bikes.ts'
import { bookings } from '#market/schema/deals/bookings.ts'
import { getEmailTemplates } from '#market/mail/templates/languages.ts'
import { queueEmail } from '#market/mail/queue.ts'
import { members } from '#market/schema/people/members.ts'
import { notify } from '#market/notifications/notify.ts'
import { notifications } from '#market/schema/people/notifications.ts'
import { priceWhenKept, wishes } from '#market/schema/deals/wishes.ts'
import { toUnsubscribeUrl } from './unsubscribe.ts'
import { minuteMs } from '#contract/time/durations.ts'
import { alertMinutes } from '#contract/time/lifetimes.ts'
import { priceAlertSettings, priceDrops } from '#market/schema/bikes/alerts.ts'

/** The minimum interval between two e-mails about one wish. */
const minAlertIntervalMs = alertMinutes * minuteMs

type PriceDropState = {
  isOnSale: boolean
  isPaid: boolean
  /** A booking fixes the price, so a lower price does not concern its buyer. */
  isBooked: boolean
  priceTaka: number
  /** The lowest price since the bike was added, including those of earlier e-mails. */
  knownTaka: number
}

/** Whether to tell of a price: only if the price is lower than any known one, so not after a rise and fall. */
export const isPriceAlertDue = ({ isOnSale, isPaid, isBooked, priceTaka, knownTaka }: PriceDropState): boolean =>
  isOnSale && !isPaid && !isBooked && priceTaka < knownTaka

type PriceDropDeps = {
  db: Database
  publicUrl: string
  now: () => Date
  createId: () => string
  createToken: () => string
}

const earlierDrop = alias(priceDrops, 'earlier')

/** The lowest price known to the member: when the bike was added, or in a later e-mail. */
const knownTaka = sql<number>`least(${priceWhenKept}, (
  select min(known.notified_taka) from price_drops as known where known.wish_id = ${wishes.id}
))`

const isBooked = sql<boolean>`exists (
  select from ${bookings}
  where ${bookings.bikeId} = ${wishes.bikeId} and ${bookings.buyerId} = ${wishes.buyerId} and ${bookings.cancelledAt} is null
)`

/** Claims the oldest pending price drop whose wish had no e-mail within the last hour; other processes skip it. */
const claimPriceDrop = async (tx: Transaction, now: Date) => {
  const anHourAgo = new Date(now.getTime() - minAlertIntervalMs)
  const [claimed] = await tx
    .select({ priceDrop: priceDrops, wish: wishes, bike: bikes, member: members, knownTaka, isBooked })
    .from(priceDrops)
    .innerJoin(wishes, eq(wishes.id, priceDrops.wishId))
    .innerJoin(bikes, eq(bikes.id, wishes.bikeId))
    .innerJoin(members, eq(members.id, wishes.buyerId))
    .where(
      and(
        isNull(priceDrops.settledAt),
        notExists(
          tx
            .select({ id: earlierDrop.id })
            .from(earlierDrop)
            .where(
              and(
                eq(earlierDrop.wishId, priceDrops.wishId),
                isNotNull(earlierDrop.notifiedTaka),
                gt(earlierDrop.settledAt, anHourAgo),
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(priceDrops.droppedAt), asc(priceDrops.id))
    .limit(1)
    // Locks the member too, so a removal waits.
    .for('no key update', { of: [priceDrops, members], skipLocked: true })
  return claimed
}

/** Finds or creates the price e-mail settings of a member, with the unsubscribe token. */
const getPriceAlertSettings = async (tx: Transaction, { createToken }: PriceDropDeps, memberId: string) => {
  await tx.insert(priceAlertSettings).values({ memberId, unsubscribeToken: createToken() }).onConflictDoNothing()
  const [settings] = await tx.select().from(priceAlertSettings).where(eq(priceAlertSettings.memberId, memberId))
  return settings
}

type ClaimedPriceDrop = NonNullable<Awaited<ReturnType<typeof claimPriceDrop>>>

/** Tells the member in the shop: at most once an hour of a bike, and only of a price below those told before. */
const notifyOfPriceDrop = async (tx: Transaction, deps: PriceDropDeps, { wish, bike }: ClaimedPriceDrop) => {
  const [memberId, bikeId, number] = [wish.buyerId, bike.id, bike.salePriceTaka]
  const anHourAgo = new Date(deps.now().getTime() - minAlertIntervalMs)
  const notifiedCount = await tx.$count(
    notifications,
    and(
      eq(notifications.memberId, memberId),
      eq(notifications.kind, 'saved_cheaper'),
      eq(notifications.bikeId, bikeId),
      or(gt(notifications.createdAt, anHourAgo), lte(notifications.number, number)),
    ),
  )
  if (notifiedCount > 0) return
  await notify(tx, deps, [{ memberId, kind: 'saved_cheaper', causeId: deps.createId(), bikeId, number }])
}

const queuePriceDropEmail = async (
  tx: Transaction,
  { db: _, ...deps }: PriceDropDeps,
  { wish, bike, member, knownTaka: previousTaka }: ClaimedPriceDrop,
  unsubscribeToken: string,
): Promise<boolean> => {
  const { publicUrl, createId } = deps
  const unsubscribeUrl = toUnsubscribeUrl({ publicUrl, language: wish.language, token: unsubscribeToken })
  const email = getEmailTemplates(wish.language).priceDrop({
    name: member.name,
    publicUrl,
    bike: { ...bike, year: getBikeYear(bike) },
    previousTaka,
    unsubscribeUrl,
  })
  return queueEmail({ db: tx, now: deps.now(), createId }, member.email, email)
}

/** Tells the member if it is still due, by e-mail too unless they want none; returns the price in the e-mail, or null. */
const sendPriceDrop = async (
  tx: Transaction,
  deps: PriceDropDeps,
  claimed: ClaimedPriceDrop,
): Promise<number | null> => {
  const { wish, bike, member } = claimed
  if (member.removedAt) return null
  const isDue = isPriceAlertDue({
    isOnSale: !bike.soldAt && !bike.withdrawnAt && !bike.hiddenAt,
    isPaid: wish.paidAt !== null,
    isBooked: claimed.isBooked,
    priceTaka: bike.salePriceTaka,
    knownTaka: claimed.knownTaka,
  })
  if (!isDue) return null
  await notifyOfPriceDrop(tx, deps, claimed)
  const settings = await getPriceAlertSettings(tx, deps, member.id)
  if (!settings || settings.stoppedAt !== null) return null
  return (await queuePriceDropEmail(tx, deps, claimed, settings.unsubscribeToken)) ? bike.salePriceTaka : null
}

/** Processes one price drop in a transaction; returns whether there was one. */
export const processNextPriceDrop = (deps: PriceDropDeps): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    const now = deps.now()
    const claimed = await claimPriceDrop(tx, now)
    if (!claimed) return false
    const notifiedTaka = await sendPriceDrop(tx, deps, claimed)
    await tx.update(priceDrops).set({ settledAt: now, notifiedTaka }).where(eq(priceDrops.id, claimed.priceDrop.id))
    return true
  })
