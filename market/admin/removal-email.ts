// Tells somebody who is removed, at the old address, in the transaction of the removal and before it erases the address.
import { and, eq, isNull, ne } from 'drizzle-orm'
import type { LanguageCode } from '#contract/language.ts'
import type { Transaction } from '#platform/database/database.ts'
import { hasUnfinishedMoney } from '#market/deals/bike-changes.ts'
import { queueEmail } from '#market/mail/queue.ts'
import { getEmailTemplates } from '#market/mail/templates/languages.ts'
import { members } from '#market/schema/people/members.ts'
import { notificationSettings } from '#market/schema/people/notifications.ts'

/** Who removes: the member, in the language of the page, or Motohaat, with the reason of a case or none. */
export type RemovedBy = { by: 'oneself'; language: LanguageCode } | { by: 'motohaat'; reason: string | null }

type Deps = { now: () => Date; createId: () => string; publicUrl: string }

/** Queues nothing for an admin or a removed member, who is not removed. */
export const queueRemovalEmail = async (
  tx: Transaction,
  { now, createId, publicUrl }: Deps,
  memberId: string,
  removal: RemovedBy,
): Promise<void> => {
  const mayBeRemoved = and(eq(members.id, memberId), isNull(members.removedAt), ne(members.role, 'Admin'))
  const [member] = await tx
    .select({
      name: members.name,
      email: members.email,
      language: members.language,
      chosen: notificationSettings.language,
    })
    .from(members)
    .leftJoin(notificationSettings, eq(notificationSettings.memberId, members.id))
    .where(mayBeRemoved)
    .for('no key update', { of: members })
  if (!member) return
  const recipient = { name: member.name, publicUrl }
  const email =
    removal.by === 'oneself'
      ? getEmailTemplates(removal.language).accountDeleted(recipient)
      : getEmailTemplates(member.chosen ?? member.language).accountRemoved({
          ...recipient,
          reason: removal.reason,
          hasUnfinishedMoney: await hasUnfinishedMoney(tx, memberId),
        })
  await queueEmail({ db: tx, now: now(), createId }, member.email, email)
}
