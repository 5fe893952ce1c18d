// Admin endpoints about members: lists of sellers and buyers, verification, removal.
import { and, count, eq, isNotNull, isNull } from 'drizzle-orm'
import type { EvidenceKind } from '#contract/cases/badge-evidence.ts'
import type { adminCalls } from '#contract/admin/members.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import { giveBadge, lockMember } from '#market/badges/badge-changes.ts'
import { bikes, onSale } from '#market/schema/bikes/bikes.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { type RemovalDeps, removeMember } from './removal.ts'
import { createBuyerList, createSellerList, listNewMembers } from './member-lists.ts'
import { addSellerFacts } from './seller-facts.ts'
import { checkRemoval, checkVerification } from './member-checks.ts'

export type AdminDeps = RemovalDeps & { db: Database }

const isNotRemoved = isNull(members.removedAt)

const findRole = async (db: Database, id: string) => {
  const [member] = await db
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.id, id), isNotRemoved))
  return member
}

type Verification = {
  memberId: string
  adminId: string
  evidence?: EvidenceKind | undefined
  note?: string | undefined
  isAgain: boolean
}

/** Verifies a seller; returns 0 if they are verified already and this is not another check. */
const verifySeller = (deps: AdminDeps, given: Verification): Promise<number> =>
  deps.db.transaction(async (tx) => {
    const apiError = checkVerification(await lockMember(tx, given.memberId))
    if (apiError) throw apiError
    return giveBadge(tx, deps, given)
  })

/** Counts the bikes on sale of the verified seller with this address. */
const countVerifiedBikes = async (db: Database, email: string): Promise<number> => {
  const [seller] = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.email, email), isNotRemoved))
  if (!seller) throw new ApiError('not_found')
  const [totalRow] = await db
    .select({ total: count() })
    .from(bikes)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .where(and(eq(bikes.sellerId, seller.id), onSale, isNotNull(members.verifiedAt)))
  return totalRow?.total ?? 0
}

const removeMemberById = async (deps: AdminDeps, id: string): Promise<number> => {
  const apiError = checkRemoval(await findRole(deps.db, id))
  if (apiError) throw apiError
  if (!(await removeMember(deps, id, { by: 'motohaat', reason: null }))) throw new ApiError('not_found')
  return 1
}

/** The handlers of the admin endpoints about members. */
export const adminRoutes = (deps: AdminDeps): Handlers<typeof adminCalls, Member> => {
  const listSellers = createSellerList(deps.db)
  const listBuyers = createBuyerList(deps.db)
  return {
    'GET /sellers': async ({ query }) => {
      const page = await listSellers(query)
      return { ...page, items: await addSellerFacts(deps.db, page.items) }
    },
    'GET /buyers': ({ query }) => listBuyers(query),
    'GET /newmembers': ({ query }) => listNewMembers(deps.db, query),
    'PUT /users/:id': async ({ params, body: { evidence, note, again = false }, me }) => {
      const given = { memberId: params.id, adminId: me.id, evidence, note, isAgain: again }
      return { modifiedCount: await verifySeller(deps, given) }
    },
    'PUT /users/update': async ({ query }) => ({ modifiedCount: await countVerifiedBikes(deps.db, query.email) }),
    'DELETE /users/:id': async ({ params }) => ({ deletedCount: await removeMemberById(deps, params.id) }),
  }
}
