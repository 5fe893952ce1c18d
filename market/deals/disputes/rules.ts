// Who looks at a reported problem.
import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import type { Deal } from '#market/deals/table.ts'
import { members } from '#market/members/table.ts'
import { notify } from '#market/notifications/rules.ts'

/** Tells every admin that a problem with a deal waits for a decision. */
export const tellAdminsOfProblem = async (
  tx: Transaction,
  deps: { now: () => Date; createId: () => string },
  { bikeId }: Pick<Deal, 'bikeId'>,
): Promise<void> => {
  const admins = await tx
    .select({ memberId: members.id })
    .from(members)
    .where(and(eq(members.role, 'Admin'), isNull(members.removedAt)))
  const causeId = deps.createId()
  await notify(
    tx,
    deps,
    admins.map(({ memberId }) => ({ memberId, kind: 'problem_to_decide', causeId, bikeId })),
  )
}
