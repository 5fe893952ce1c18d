// Tells somebody whom Motohaat removes, at the old address, in the transaction of the removal and before it erases the address.
import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { hasUnfinishedMoney } from '#market/deals/bike-changes.ts'
import { queueEmail } from '#market/mail/queue.ts'
import { getEmailTemplates } from '#market/mail/templates/languages.ts'
import { members } from '#market/schema/people/members.ts'
import { notificationSettings } from '#market/schema/people/notifications.ts'

type Deps = { now: () => Date; createId: () => string; publicUrl: string }

/** @param reason what the member reads of the case; null without a case */
export const queueRemovalEmail = async (
  tx: Transaction,
  { now, createId, publicUrl }: Deps,
  { memberId, reason }: { memberId: string; reason: string | null },
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
    .for('update', { of: members })
  if (!member) return
  const email = getEmailTemplates(member.chosen ?? member.language).accountRemoved({
    name: member.name,
    publicUrl,
    reason,
    hasUnfinishedMoney: await hasUnfinishedMoney(tx, memberId),
  })
  await queueEmail({ db: tx, now: now(), createId }, member.email, email)
}
