// Registration, the three role endpoints of the specification, and adding a role.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { memberCalls } from '#contract/members.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import { isCashier, isModerator } from '#market/schema/people/permissions.ts'
import { addRole, assertMaySeeRole, hasRole } from './roles.ts'
import { assertOwnEmail } from '#platform/http/own-email.ts'
import { type Member, members, type Role } from '#market/schema/people/members.ts'

/** The handlers of the member endpoints. */
export const memberRoutes = ({ db, now }: { db: Database; now: () => Date }): Handlers<typeof memberCalls, Member> => {
  const roleByEmail = db
    .select({ role: members.role, bothRolesSince: members.bothRolesSince })
    .from(members)
    .where(and(eq(members.email, sql.placeholder('email')), isNull(members.removedAt)))
    .prepare('role_of_email')

  const findsRole = async (role: Role, me: Member, email: string): Promise<boolean> => {
    assertMaySeeRole(me, email)
    const [member] = await roleByEmail.execute({ email })
    return member !== undefined && hasRole(member, role)
  }

  return {
    // The sign-up already created the member with the chosen role; this endpoint changes neither name nor role.
    'POST /users': async ({ me, body }) => {
      assertOwnEmail(me, body.email)
      return { acknowledged: true, insertedId: me.id }
    },
    'GET /users/buyer/:email': async ({ me, params }) => ({ isBuyer: await findsRole('Buyer', me, params.email) }),
    'GET /users/seller/:email': async ({ me, params }) => ({ isSeller: await findsRole('Seller', me, params.email) }),
    'GET /users/admin/:email': async ({ me, params }) => ({ isAdmin: await findsRole('Admin', me, params.email) }),
    'POST /roles': ({ me, body }) => addRole(db, { memberId: me.id, role: body.role, at: now() }),
    'GET /permissions': async ({ me }) => {
      const [member] = await db.select({ isCashier, isModerator }).from(members).where(eq(members.id, me.id))
      const isAdmin = me.role === 'Admin'
      return {
        isCashier: isAdmin || member?.isCashier === true,
        isModerator: isAdmin || member?.isModerator === true,
      }
    },
  }
}
