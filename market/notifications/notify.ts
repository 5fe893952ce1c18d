// Notifies members. Who is told of what, and its sentences: contract/notices/; the e-mails: jobs.ts.
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { EventKind } from '#contract/notices/events.ts'
import type { Transaction } from '#platform/database/database.ts'
import { notifications } from '#market/schema/people/notifications.ts'

/**
 * The channel of PostgreSQL that names a member whose pages have something new; every process listens to it. A trigger of
 * `notifications` writes to it for each row (migrations/schema/16-notifications-and-mails.sql), `reloadPages` for what is
 * no notification.
 */
export const memberNotified = 'member_notified'

/** SQL that reloads the open pages of members when the transaction commits. */
export const toReloadPages = (memberIds: readonly string[]): SQL => {
  const ids = sql.join(
    [...new Set(memberIds)].map((id) => sql`(${id})`),
    sql`, `,
  )
  return sql`select pg_notify(${memberNotified}, reloaded.id) from (values ${ids}) as reloaded (id)`
}

/** Reloads the open pages of members, who have no notification of it. */
export const reloadPages = async (tx: Pick<Transaction, 'execute'>, memberIds: readonly string[]): Promise<void> => {
  if (memberIds.length > 0) await tx.execute(toReloadPages(memberIds))
}

export type NewNotification = {
  memberId: string
  kind: EventKind
  /** The step or other event; nobody is told of it twice. */
  causeId: string
  dealId?: string | null
  bikeId?: string | null
  chatId?: string | null
  number?: number | null
  /** Set for what the member did: it is nothing new. */
  seenAt?: Date
}

/**
 * Records what members are told, in the transaction of the event, or in one statement with it; their open pages learn of
 * it when it commits. The job sends the e-mails.
 */
export const notify = async (
  tx: Pick<Transaction, 'insert'>,
  { now, createId }: { now: () => Date; createId: () => string },
  notices: readonly NewNotification[],
): Promise<void> => {
  if (notices.length === 0) return
  const createdAt = now()
  await tx
    .insert(notifications)
    .values(notices.map((notice) => ({ ...notice, id: createId(), createdAt })))
    .onConflictDoNothing()
}

type Asked = { memberId: string; kind: EventKind; dealId?: string }

/** Marks what a member was asked for as seen, when the member has done it: it is nothing new any more. */
export const markDone = async (
  tx: Pick<Transaction, 'update'>,
  now: Date,
  { memberId, kind, dealId }: Asked,
): Promise<void> => {
  const isOfDeal = dealId === undefined ? undefined : eq(notifications.dealId, dealId)
  const isAsked = and(eq(notifications.memberId, memberId), eq(notifications.kind, kind), isOfDeal)
  await tx
    .update(notifications)
    .set({ seenAt: now })
    .where(and(isAsked, isNull(notifications.seenAt)))
}
