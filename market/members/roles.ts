// One account buys and sells: a member adds the other role.
import { and, eq, isNull } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import { type Database, type Transaction, violates } from '#platform/database/database.ts'
import { assertOwnEmail } from '#platform/http/own-email.ts'
import { members, type Role } from '#market/schema/people/members.ts'

type Roles = { role: Role; bothRolesSince: Date | null }

/** Whether a member has a role. Who has both is a seller in `role`. */
export const hasRole = ({ role, bothRolesSince }: Roles, wanted: Role): boolean =>
  role === wanted || (wanted === 'Buyer' && bothRolesSince !== null)

const addTo = async (tx: Transaction, { memberId, role, at }: { memberId: string; role: Role; at: Date }) => {
  const isActive = and(eq(members.id, memberId), isNull(members.removedAt))
  const roles = { role: members.role, bothRolesSince: members.bothRolesSince }
  const [member] = await tx.select(roles).from(members).where(isActive).for('no key update')
  if (!member) throw new ApiError('not_signed_in')
  if (member.role === 'Admin') throw new ApiError('role_not_allowed')
  if (hasRole(member, role)) return member
  const both = { role: 'Seller' as const, bothRolesSince: at }
  await tx
    .update(members)
    .set({ ...both, updatedAt: at })
    .where(isActive)
  return both
}

/**
 * Adds a role to a member who has the other one; a role that the member has already is left as it is. Roles are never
 * taken away. Refuses a buyer who wants to sell without a proven mobile number, and the admin.
 */
export const addRole = async (
  db: Database,
  { memberId, role, at }: { memberId: string; role: 'Buyer' | 'Seller'; at: Date },
): Promise<{ isBuyer: boolean; isSeller: boolean }> => {
  const member = await db
    .transaction((tx) => addTo(tx, { memberId, role, at }))
    .catch((error: unknown) => {
      throw violates(error, 'seller_has_phone') ? new ApiError('phone_not_proven') : error
    })
  return { isBuyer: hasRole(member, 'Buyer'), isSeller: hasRole(member, 'Seller') }
}

/** Only the member and the admin may see a role; others could find out which addresses have an account. */
export const assertMaySeeRole = (me: { email: string; role: Role }, email: string): void => {
  if (me.role !== 'Admin') assertOwnEmail(me, email)
}
