// The admin's desk: the lists of sellers and buyers, the badge, and removing somebody.
import { and, count, desc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { CountedPage } from '#contract/call.ts'
import type { deskCalls } from '#contract/admin.ts'
import { Refused } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import { idOfCursor, limitOf, pageOf } from '#platform/database/paging.ts'
import { bikes, onSale } from '#market/bikes/table.ts'
import { type Member, members } from '#market/members/table.ts'
import { removeMember } from './removal/table.ts'
import { mayRemove, mayVerify } from './rules.ts'
import { memberCounts } from './table.ts'
import { readDoubtful, readTrail } from '#market/audit/routes.ts'

type Room = { db: Database; now: () => Date }
type Listed = { limit?: string | undefined; cursor?: string | undefined; search?: string | undefined }

const isHere = isNull(members.removedAt)

const personOnTheWire = (role: 'Buyer' | 'Seller') => ({
  _id: members.id,
  name: members.name,
  email: members.email,
  role: sql<typeof role>`${members.role}`,
  status: sql<boolean>`${members.verifiedAt} is not null`,
})

// Looked for as it is: a percent sign means itself.
const isFound = sql`(strpos(lower(${members.name}), lower(${sql.placeholder('search')})) > 0
  or strpos(${members.email}, lower(${sql.placeholder('search')})) > 0)`

/** The members of one role that fit: prepared once without and once with words to search for. */
const prepareList = (db: Database, role: 'Buyer' | 'Seller', found?: SQL) => {
  const name = `${role}s${found ? '_found' : ''}`
  const which = and(eq(members.role, role), isHere, found)
  const rows = (part: string, further?: SQL) =>
    db
      .select(personOnTheWire(role))
      .from(members)
      .where(and(which, further))
      .orderBy(desc(members.id))
      .limit(sql.placeholder('rows'))
      .prepare(`${name}_${part}`)
  return {
    first: rows('first'),
    next: rows('next', lt(members.id, sql.placeholder('before'))),
    total: (found
      ? db.select({ total: count() }).from(members).where(which)
      : db.select({ total: memberCounts.here }).from(memberCounts).where(eq(memberCounts.role, role))
    ).prepare(`${name}_total`),
  }
}

const openList = (db: Database, role: 'Buyer' | 'Seller') => {
  const all = prepareList(db, role)
  const found = prepareList(db, role, isFound)
  return async (query: Listed): Promise<CountedPage<Awaited<ReturnType<typeof all.first.execute>>[number]>> => {
    const limit = limitOf(query)
    const { search = '', cursor } = query
    const list = search === '' ? all : found
    const [rows, [counted]] = await Promise.all([
      cursor === undefined
        ? list.first.execute({ search, rows: limit + 1 })
        : list.next.execute({ search, before: idOfCursor(cursor), rows: limit + 1 }),
      list.total.execute({ search }),
    ])
    return { ...pageOf(rows, limit, (row) => row._id), total: counted?.total ?? 0 }
  }
}

const roleOf = async (db: Database, id: string) => {
  const [member] = await db
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.id, id), isHere))
  return member
}

/** Gives the badge; 0 when the seller has it already. It stands on all of their bikes at once, since it is theirs. */
const verify = async ({ db, now }: Room, id: string): Promise<number> => {
  const at = now()
  const verified = await db
    .update(members)
    .set({ verifiedAt: at, updatedAt: at })
    .where(and(eq(members.id, id), eq(members.role, 'Seller'), isNull(members.verifiedAt), isHere))
    .returning({ id: members.id })
  if (verified.length > 0) return 1
  const refused = mayVerify(await roleOf(db, id))
  if (refused) throw refused
  return 0
}

/** How many bikes on sale carry the badge of the member with this address. */
const badges = async (db: Database, email: string): Promise<number> => {
  const [seller] = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.email, email), isHere))
  if (!seller) throw new Refused('not_found')
  const [carrying] = await db
    .select({ total: count() })
    .from(bikes)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .where(and(eq(bikes.sellerId, seller.id), onSale, isNotNull(members.verifiedAt)))
  return carrying?.total ?? 0
}

const remove = async (room: Room, id: string): Promise<number> => {
  const refused = mayRemove(await roleOf(room.db, id))
  if (refused) throw refused
  if (!(await removeMember(room, id))) throw new Refused('not_found')
  return 1
}

/** The handlers of the admin's calls about members. */
export const deskRoutes = (room: Room): Handlers<typeof deskCalls, Member> => {
  const sellers = openList(room.db, 'Seller')
  const buyers = openList(room.db, 'Buyer')
  return {
    'GET /sellers': ({ query }) => sellers(query),
    'GET /buyers': ({ query }) => buyers(query),
    'PUT /users/:id': async ({ params }) => ({ modifiedCount: await verify(room, params.id) }),
    'PUT /users/update': async ({ query }) => ({ modifiedCount: await badges(room.db, query.email) }),
    'GET /audit': ({ query }) => readTrail(room.db, query),
    'GET /payments/attention': ({ query }) => readDoubtful(room.db, query),
    'DELETE /users/:id': async ({ params }) => ({ deletedCount: await remove(room, params.id) }),
  }
}
