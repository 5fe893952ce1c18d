// Background jobs: queue the e-mails of notifications, and delete old notifications.
import { notificationDays } from '#contract/time/lifetimes.ts'
import { minuteMs, hourMs, dayMs } from '#contract/time/durations.ts'
import { and, asc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { StopSignal } from '#platform/process/stop-signal.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { chats } from '#market/schema/deals/chats.ts'
import { deals } from '#market/schema/deals/deals.ts'
import type { LanguageCode } from '#contract/language.ts'
import { isCaseNotice } from '#contract/notices/english.ts'
import { findEvent } from '#contract/notices/events.ts'
import { formatTelephone } from '#contract/text.ts'
import { getEmailTemplates } from '#market/mail/templates/languages.ts'
import { type EmailBike, leadsToOtherBikes } from '#market/mail/templates/template.ts'
import type { CalendarFile } from '#market/schema/people/mails.ts'
import { queueEmail } from '#market/mail/queue.ts'
import { members } from '#market/schema/people/members.ts'
import { findNoticeFacts, noFacts } from './notice-facts.ts'
import { isOwnAct, isSaidByAnother } from './same-step.ts'
import { isMuted } from './muted-emails.ts'
import { notifications, notificationSettings } from '#market/schema/people/notifications.ts'

/** Finds bikes on sale that are like a bike. */
export type FindBikesLike = (
  tx: Transaction,
  bike: typeof bikes.$inferSelect,
  limits: { priceTaka: number; limit: number },
) => Promise<{ slug: string; productName: string; salePrice: number; year: number; location: string }[]>

/** Finds the calendar file of an agreed meeting for an e-mail; null where none is agreed on. */
export type FindCalendarFile = (
  tx: Transaction,
  dealId: string,
  options: { language: LanguageCode; publicUrl: string; organizer: string; now: Date },
) => Promise<CalendarFile | null>

export type NotificationEmailDeps = {
  db: Database
  publicUrl: string
  /** The sender of the shop’s e-mails. */
  mailFrom: string
  now: () => Date
  createId: () => string
  log: (message: string) => void
  findBikesLike: FindBikesLike
  findCalendarFile: FindCalendarFile
}

const maxEmailsPerRun = 200
// How long an e-mail that cannot be written waits for its next try. After the last one it stays a notification alone.
const emailRetryMs = [minuteMs, 10 * minuteMs, hourMs, 12 * hourMs]
const keptMs = notificationDays * dayMs
const deletedPerStep = 1_000
const bikesInEmail = 3

const buyers = alias(members, 'buyers')

/** Claims the oldest notification without an e-mail whose time has come; other processes skip it. */
const claimNext = async (tx: Transaction, now: Date) => {
  const isDue = or(isNull(notifications.emailNextTryAt), lte(notifications.emailNextTryAt, now))
  const [claimed] = await tx
    .select({
      notification: notifications,
      member: members,
      settings: notificationSettings,
      deal: deals,
      chat: chats,
      bike: bikes,
      buyerName: buyers.name,
    })
    .from(notifications)
    .innerJoin(members, eq(members.id, notifications.memberId))
    .leftJoin(notificationSettings, eq(notificationSettings.memberId, notifications.memberId))
    .leftJoin(deals, eq(deals.id, notifications.dealId))
    .leftJoin(chats, eq(chats.id, notifications.chatId))
    .leftJoin(bikes, sql`${bikes.id} = coalesce(${deals.bikeId}, ${chats.bikeId}, ${notifications.bikeId})`)
    .leftJoin(buyers, sql`${buyers.id} = coalesce(${deals.buyerId}, ${chats.buyerId})`)
    .where(and(isNull(notifications.isEmailed), isDue))
    .orderBy(asc(notifications.createdAt), asc(notifications.id))
    .limit(1)
    .for('update', { of: notifications, skipLocked: true })
  return claimed
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claimNext>>>

/** Whether the notification is e-mailed: its kind is, and its member is there and has not switched it off. */
const isWanted = ({ notification, member, settings }: Claimed): boolean =>
  !member.removedAt &&
  findEvent(notification.kind)?.hasNoEmail !== true &&
  !isMuted(notification.kind, settings?.mutedKinds ?? [])

/** Bikes for a buyer who does not get this one. */
const listBikesLike = async (
  tx: Transaction,
  { notification, bike, deal }: Claimed,
  findBikesLike: FindBikesLike,
): Promise<EmailBike[]> => {
  const side = deal?.buyerId === notification.memberId ? 'buyer' : 'seller'
  if (!bike || !deal || !leadsToOtherBikes({ kind: notification.kind, side })) return []
  const found = await findBikesLike(tx, bike, { priceTaka: deal.priceTaka, limit: bikesInEmail })
  return found.map(({ slug, productName, salePrice, year, location }) => ({
    slug,
    name: productName,
    category: bike.category,
    salePriceTaka: salePrice,
    year,
    location,
  }))
}

/** The other side's number in the e-mail of a paid deal. Numbers of unpaid deals are counted when a page shows them. */
const getNumberInEmail = (deal: NonNullable<Claimed['deal']>, number: string | null): string | null =>
  deal.heldAt && deal.closedAt === null && number ? formatTelephone(number) : null

const findCalendarFile = async (
  tx: Transaction,
  { notification, member, settings, deal }: Claimed,
  { publicUrl, mailFrom, now, findCalendarFile: find }: NotificationEmailDeps,
): Promise<CalendarFile | null> => {
  // A meeting was agreed on or moved, or the deal ended before it.
  if (!deal || findEvent(notification.kind)?.changesCalendar !== true) return null
  const language = settings?.language ?? member.language
  return find(tx, deal.id, { language, publicUrl, organizer: mailFrom, now: now() })
}

/** Whether the e-mail tells the member of the own act and has no calendar file, which unproven addresses get none of. */
const isOwnNews = async (tx: Transaction, { notification, member, deal }: Claimed, calendar: CalendarFile | null) => {
  if (!deal || (calendar !== null && member.emailVerified)) return false
  return isOwnAct(tx, notification, deal.buyerId === member.id ? 'buyer' : 'seller')
}

/** The e-mail of a notification; null where none is sent. */
const createNoticeEmail = async (
  tx: Transaction,
  claimed: Claimed,
  { publicUrl, findBikesLike, now }: NotificationEmailDeps,
) => {
  const { notification, member, settings, deal, chat, bike, buyerName } = claimed
  if (isCaseNotice(notification.kind) && !member.removedAt)
    return getEmailTemplates(settings?.language ?? member.language).caseNotice({
      name: member.name,
      publicUrl,
      kind: notification.kind,
      bikeId: bike?.id ?? null,
      bikeName: bike?.name ?? null,
      suspendedUntil: member.suspendedUntil,
    })
  const about = deal ?? chat
  if (!about || !bike || !isWanted(claimed)) return null
  if (await isSaidByAnother(tx, notification)) return null
  const side = about.buyerId === member.id ? 'buyer' : 'seller'
  return getEmailTemplates(settings?.language ?? member.language).dealNotice({
    name: member.name,
    publicUrl,
    notice: {
      kind: notification.kind,
      side,
      otherName: (side === 'buyer' ? bike.sellerName : buyerName) ?? '',
      taka: notification.number,
      dealId: deal?.id ?? null,
      chatId: deal ? null : notification.chatId,
      bike,
      priceTaka: deal?.priceTaka ?? bike.salePriceTaka,
      facts: deal ? await findNoticeFacts(tx, { kind: notification.kind, side, deal, now: now() }) : noFacts,
      otherNumber: deal && getNumberInEmail(deal, side === 'buyer' ? bike.contactNumber : deal.buyerNumber),
      bikesLike: await listBikesLike(tx, claimed, findBikesLike),
    },
  })
}

/** Remembers that the e-mail of a notification could not be written, so that it waits and the next one has its turn. */
const recordFailure = async (
  { db, now, log }: NotificationEmailDeps,
  { notification: { id, kind, emailTries } }: Claimed,
  error: unknown,
): Promise<void> => {
  const retryMs = emailRetryMs[emailTries]
  log(
    `Could not write the e-mail of the notification ${id} (${kind}); ${retryMs === undefined ? 'gave up' : 'will retry'}: ${String(error)}`,
  )
  await db
    .update(notifications)
    .set({
      emailTries: emailTries + 1,
      ...(retryMs === undefined
        ? { isEmailed: false, emailNextTryAt: null }
        : { emailNextTryAt: new Date(now().getTime() + retryMs) }),
    })
    .where(and(eq(notifications.id, id), isNull(notifications.isEmailed), eq(notifications.emailTries, emailTries)))
}

/** Queues the e-mail of one notification in the transaction that records it, so it is queued once. */
const emailNext = async (deps: NotificationEmailDeps): Promise<boolean> => {
  const { db, now, createId } = deps
  let claimed: Awaited<ReturnType<typeof claimNext>>
  try {
    return await db.transaction(async (tx) => {
      claimed = await claimNext(tx, now())
      if (!claimed) return false
      const email = await createNoticeEmail(tx, claimed, deps)
      const calendar = email && (await findCalendarFile(tx, claimed, deps))
      const isEmailed =
        email !== null &&
        !(await isOwnNews(tx, claimed, calendar)) &&
        (await queueEmail({ db: tx, now: now(), createId }, claimed.member.email, {
          ...email,
          ...(calendar && { calendar }),
        }))
      await tx.update(notifications).set({ isEmailed }).where(eq(notifications.id, claimed.notification.id))
      return true
    })
  } catch (error) {
    if (!claimed) throw error
    await recordFailure(deps, claimed, error)
    return true
  }
}

/**
 * Queues the e-mails of new notifications, once each, in each reader's language. One that cannot be written is logged and
 * tried again later, five times in all, and holds up no other.
 */
export const emailNotifications = async ({ signal, ...deps }: NotificationEmailDeps & StopSignal): Promise<void> => {
  for (let count = 0; count < maxEmailsPerRun; count += 1) {
    if (signal?.aborted || !(await emailNext(deps))) return
  }
}

/** Deletes notifications older than 90 days, in small steps. */
export const deleteOldNotifications = async ({
  db,
  now,
  signal,
}: Pick<NotificationEmailDeps, 'db' | 'now'> & StopSignal): Promise<void> => {
  const isOld = lt(notifications.createdAt, new Date(now().getTime() - keptMs))
  for (;;) {
    if (signal?.aborted) return
    const step = db.select({ id: notifications.id }).from(notifications).where(isOld).limit(deletedPerStep)
    const deleted = await db
      .delete(notifications)
      .where(inArray(notifications.id, step))
      .returning({ id: notifications.id })
    if (deleted.length < deletedPerStep) return
  }
}
