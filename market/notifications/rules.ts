// Who is told of what. The sentences are in web/i18n and market/mail/templates, by kind and side.
import type { Transaction } from '#platform/database/database.ts'
import { notifications } from './table.ts'

export type NewNotification = {
  memberId: string
  kind: string
  /** The step or other event; nobody is told of it twice. */
  causeId: string
  dealId?: string | null
  bikeId?: string | null
  number?: number | null
}

/** Records what members are told, in the transaction of the event. The job sends the e-mails. */
export const notify = async (
  tx: Transaction,
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
