import { and, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { mutableKinds } from '#contract/notices/mutable-kinds.ts'
import type { notificationCalls } from '#contract/notifications.ts'
import { parseAcceptLanguage } from '#contract/language.ts'
import { toIso } from '#contract/time/iso.ts'
import type { Database } from '#platform/database/database.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import type { Handlers } from '#platform/http/router.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { chats } from '#market/schema/deals/chats.ts'
import { buyerNameForSeller, deals } from '#market/schema/deals/deals.ts'
import { cases } from '#market/schema/people/cases.ts'
import type { Member } from '#market/schema/people/members.ts'
import { notifications, notificationSettings } from '#market/schema/people/notifications.ts'
import { isOpenTask } from './open-tasks.ts'
import type { NotificationStreams } from './stream.ts'

export type NotificationDeps = { db: Database; now: () => Date; streams: Pick<NotificationStreams, 'open'> }

const isBuyer = sql`${notifications.memberId} in (${deals.buyerId}, ${chats.buyerId})`

// An earlier decision may suspend the member for longer; one that was taken back suspends nobody.
const suspendedUntil = sql<Date | null>`case when ${notifications.kind} = 'case_suspended' then (
  select max(${cases.suspendedUntil}) from ${cases} where ${cases.memberId} = ${notifications.memberId}
    and ${cases.decidedAt} <= ${notifications.createdAt} and ${cases.appealAnswer} is distinct from 'taken_back') end`.mapWith(
  cases.suspendedUntil,
)

const prepareList = (db: Database, name: string, filter?: SQL) =>
  db
    .select({
      _id: notifications.id,
      kind: notifications.kind,
      side: sql<'buyer' | 'seller' | null>`case when ${isBuyer} then 'buyer'
        when ${notifications.memberId} in (${deals.sellerId}, ${chats.sellerId}) then 'seller' end`,
      dealId: notifications.dealId,
      chatId: notifications.chatId,
      productId: bikes.id,
      productName: bikes.name,
      image: bikes.picture,
      otherName: sql<string | null>`case when ${isBuyer} then ${bikes.sellerName}
        else coalesce(${buyerNameForSeller}, (select split_part(buyer.name, ' ', 1) from members as buyer
          where buyer.id = ${chats.buyerId})) end`,
      number: notifications.number,
      suspendedUntil,
      createdAt: notifications.createdAt,
      seenAt: notifications.seenAt,
      isOpen: isOpenTask,
    })
    .from(notifications)
    .leftJoin(deals, eq(deals.id, notifications.dealId))
    .leftJoin(chats, eq(chats.id, notifications.chatId))
    .leftJoin(bikes, eq(bikes.id, notifications.bikeId))
    .where(and(eq(notifications.memberId, sql.placeholder('me')), filter))
    .orderBy(desc(notifications.id))
    .limit(sql.placeholder('rows'))
    .prepare(name)

/** Which notifications are marked: those of these ids, those of a deal, or without either all. */
const toIdFilter = ({ ids, dealId }: { ids?: string[] | undefined; dealId?: string | undefined }): SQL | undefined =>
  and(
    ids === undefined ? undefined : inArray(notifications.id, ids),
    dealId === undefined ? undefined : eq(notifications.dealId, dealId),
  )

const isMutable = (kind: string): kind is (typeof mutableKinds)[number] =>
  (mutableKinds as readonly string[]).includes(kind)

/** Endpoints of a member's own notifications. */
export const notificationRoutes = ({
  db,
  now,
  streams,
}: NotificationDeps): Handlers<typeof notificationCalls, Member> => {
  const isOlder = lt(notifications.id, sql.placeholder('before'))
  const all = { first: prepareList(db, 'notifications_first'), next: prepareList(db, 'notifications_next', isOlder) }
  const open = {
    first: prepareList(db, 'open_notifications_first', isOpenTask),
    next: prepareList(db, 'open_notifications_next', and(isOpenTask, isOlder)),
  }
  return {
    'GET /notifications': async ({ me, query }) => {
      const limit = parseLimit(query)
      const { first, next } = query.open === 'yes' ? open : all
      const values = { me: me.id, now: now().toISOString(), rows: limit + 1 }
      const found = query.cursor
        ? await next.execute({ ...values, before: parseCursorId(query.cursor) })
        : await first.execute(values)
      const items = found.map(({ createdAt, seenAt, suspendedUntil: until, ...rest }) => ({
        ...rest,
        suspendedUntil: toIso(until),
        createdAt: createdAt.toISOString(),
        seen: seenAt !== null,
      }))
      return toPage(items, limit, (one) => one._id)
    },
    'GET /notifications/count': async ({ me }) => ({
      unseen: await db.$count(notifications, and(eq(notifications.memberId, me.id), isNull(notifications.seenAt))),
    }),
    'GET /notifications/stream': async ({ me, reply }) => {
      const stream = streams.open(me.id)
      // The connection ends with the stream: an idle one would delay a shutdown.
      if (stream) void reply.headers({ 'x-accel-buffering': 'no', connection: 'close' })
      return stream
    },
    'PUT /notifications/seen': async ({ me, body }) => {
      const isOwn = and(eq(notifications.memberId, me.id), isNull(notifications.seenAt))
      const seen = await db
        .update(notifications)
        .set({ seenAt: now() })
        .where(and(isOwn, toIdFilter(body)))
        .returning({ id: notifications.id })
      return { modifiedCount: seen.length }
    },
    'GET /notifications/settings': async ({ me, request }) => {
      const [settings] = await db.select().from(notificationSettings).where(eq(notificationSettings.memberId, me.id))
      return {
        language: settings?.language ?? parseAcceptLanguage(request.headers['accept-language']),
        muted: settings?.mutedKinds.filter(isMutable) ?? [],
      }
    },
    'PUT /notifications/settings': async ({ me, body }) => {
      const settings = { language: body.language, mutedKinds: [...new Set(body.muted)] }
      await db
        .insert(notificationSettings)
        .values({ memberId: me.id, ...settings })
        .onConflictDoUpdate({ target: notificationSettings.memberId, set: settings })
      return { modifiedCount: 1 }
    },
  }
}
