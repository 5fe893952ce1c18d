import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { members } from '#market/schema/people/members.ts'
import { type NewNotification, notify } from './notify.ts'

/** Tells every admin of something that waits for one, but not the person who asks for it. */
export const notifyAdmins = async (
  tx: Transaction,
  deps: { now: () => Date; createId: () => string },
  { askedBy, ...notice }: Omit<NewNotification, 'memberId'> & { askedBy?: string },
): Promise<void> => {
  const admins = await tx
    .select({ memberId: members.id })
    .from(members)
    .where(and(eq(members.role, 'Admin'), isNull(members.removedAt)))
  const told = admins.filter(({ memberId }) => memberId !== askedBy)
  await notify(
    tx,
    deps,
    told.map(({ memberId }) => ({ ...notice, memberId })),
  )
}
