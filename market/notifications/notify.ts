// Who is told of what. The sentences are in web/i18n and market/mail/templates, by kind and side.
import { sql } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { notifications } from '#market/schema/people/notifications.ts'

/** The channel of PostgreSQL that names a member who has a new notification; every process listens to it. */
export const memberNotified = 'member_notified'

/** SQL for the `returning` of an insert: names the member to every process when the transaction commits. */
export const notifyMember = sql`pg_notify(${memberNotified}, ${notifications.memberId}::text)`

export type NewNotification = {
  memberId: string
  kind: string
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
    .returning({ told: notifyMember })
}
