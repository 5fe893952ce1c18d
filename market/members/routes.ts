// Registration, and the three role endpoints of the specification.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { memberCalls } from '#contract/members.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import { isCashier } from '#market/permissions/table.ts'
import { assertOwnEmail, assertMaySeeRole } from './rules.ts'
import { type Member, members, type Role } from './table.ts'

/** The handlers of the member endpoints. */
export const memberRoutes = ({ db }: { db: Database }): Handlers<typeof memberCalls, Member> => {
  const roleByEmail = db
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.email, sql.placeholder('email')), isNull(members.removedAt)))
    .prepare('role_of_email')

  const hasRole = async (role: Role, me: Member, email: string): Promise<boolean> => {
    assertMaySeeRole(me, email)
    const [member] = await roleByEmail.execute({ email })
    return member?.role === role
  }

  return {
    // The sign-up already created the member with the chosen role; this endpoint changes neither name nor role.
    'POST /users': async ({ me, body }) => {
      assertOwnEmail(me, body.email)
      return { acknowledged: true, insertedId: me.id }
    },
    'GET /users/buyer/:email': async ({ me, params }) => ({ isBuyer: await hasRole('Buyer', me, params.email) }),
    'GET /users/seller/:email': async ({ me, params }) => ({ isSeller: await hasRole('Seller', me, params.email) }),
    'GET /users/admin/:email': async ({ me, params }) => ({ isAdmin: await hasRole('Admin', me, params.email) }),
    'GET /permissions': async ({ me }) => {
      const [member] = await db.select({ isCashier }).from(members).where(eq(members.id, me.id))
      return { isCashier: me.role === 'Admin' || member?.isCashier === true }
    },
  }
}
