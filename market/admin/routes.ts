// Admin endpoints about members: lists of sellers and buyers, verification, removal.
import { and, asc, count, desc, eq, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { CountedPage } from '#contract/call.ts'
import type { EvidenceKind, recordedEvidence } from '#contract/cases/badge-evidence.ts'
import type { adminCalls } from '#contract/admin/members.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { toLatinDigits } from '#contract/text.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import { giveBadge, lockMember } from '#market/badges/badge-changes.ts'
import { bikes, onSale } from '#market/schema/bikes/bikes.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { type RemovalDeps, removeMember } from './removal.ts'
import { addSellerFacts } from './seller-facts.ts'
import { checkRemoval, checkVerification } from './member-checks.ts'
import { memberCounts } from '#market/schema/people/member-counts.ts'

export type AdminDeps = RemovalDeps & { db: Database }
type ListQuery = {
  limit?: string | undefined
  cursor?: string | undefined
  search?: string | undefined
  verified?: 'no' | undefined
}

const isNotRemoved = isNull(members.removedAt)

const getPersonDto = (role: 'Buyer' | 'Seller') => ({
  _id: members.id,
  name: members.name,
  email: members.email,
  role: sql<typeof role>`${members.role}`,
  status: sql<boolean>`${members.verifiedAt} is not null`,
  badgeUntil: sql<string | null>`(select to_char(ends_at at time zone 'Asia/Dhaka', 'YYYY-MM-DD')
    from badges where member_id = members.id and ended_at is null)`,
  badgeEvidence: sql<(typeof recordedEvidence)[number] | null>`(select evidence from badges
    where member_id = members.id and ended_at is null)`,
})

// strpos, not LIKE, so that % and _ have no special meaning.
const matchesSearch = sql`(strpos(lower(${members.name}), lower(${sql.placeholder('search')})) > 0
  or strpos(${members.email}, lower(${sql.placeholder('search')})) > 0
  or (${sql.placeholder('number')} <> '' and (
    exists (select from phone_proofs where member_id = members.id and strpos(number, ${sql.placeholder('number')}) > 0)
    or exists (select from bikes where seller_id = members.id and strpos(contact_number, ${sql.placeholder('number')}) > 0))))`

/** A part of a telephone number as numbers are stored, from four digits on: ০১৭১২-৩৪ → 0171234. Anything else gives ''. */
const toPartOfNumber = (search: string): string => {
  const digits = toLatinDigits(search).replace(/[\s.()-]/g, '')
  return /^\+?\d{4,}$/.test(digits) ? digits : ''
}

const isNotVerified = isNull(members.verifiedAt)

type ListOptions = { ending?: string; filters?: readonly SQL[]; isOldestFirst?: boolean }

/** Prepares the queries of the members of one role, all or those that fit the filters, newest first unless said otherwise. */
const prepareList = (
  db: Database,
  role: 'Buyer' | 'Seller',
  { ending = '', filters = [], isOldestFirst = false }: ListOptions = {},
) => {
  const [order, isAfter] = isOldestFirst ? [asc, gt] : [desc, lt]
  const name = `${role}s${ending}`
  const where = and(eq(members.role, role), isNotRemoved, ...filters)
  const prepareRows = (suffix: string, cursorFilter?: SQL) =>
    db
      .select(getPersonDto(role))
      .from(members)
      .where(and(where, cursorFilter))
      .orderBy(order(members.id))
      .limit(sql.placeholder('rows'))
      .prepare(`${name}_${suffix}`)
  return {
    first: prepareRows('first'),
    next: prepareRows('next', isAfter(members.id, sql.placeholder('last'))),
    total: (filters.length > 0
      ? db.select({ total: count() }).from(members).where(where)
      : db.select({ total: memberCounts.activeCount }).from(memberCounts).where(eq(memberCounts.role, role))
    ).prepare(`${name}_total`),
  }
}

const createMemberList = (db: Database, role: 'Buyer' | 'Seller') => {
  const unfiltered = prepareList(db, role)
  const found = prepareList(db, role, { ending: '_found', filters: [matchesSearch] })
  // Whoever waits longest stands first.
  const isOldestFirst = true
  const unverified = prepareList(db, role, { ending: '_unverified', filters: [isNotVerified], isOldestFirst })
  const unverifiedFound = prepareList(db, role, {
    ending: '_unverified_found',
    filters: [isNotVerified, matchesSearch],
    isOldestFirst,
  })
  return async (
    query: ListQuery,
  ): Promise<CountedPage<Awaited<ReturnType<typeof unfiltered.first.execute>>[number]>> => {
    const limit = parseLimit(query)
    const { search = '', cursor, verified } = query
    const [whole, withText] = verified === 'no' ? [unverified, unverifiedFound] : [unfiltered, found]
    const list = search === '' ? whole : withText
    const words = { search, number: toPartOfNumber(search) }
    const [rows, [totalRow]] = await Promise.all([
      cursor === undefined
        ? list.first.execute({ ...words, rows: limit + 1 })
        : list.next.execute({ ...words, last: parseCursorId(cursor), rows: limit + 1 }),
      list.total.execute(words),
    ])
    return { ...toPage(rows, limit, (row) => row._id), total: totalRow?.total ?? 0 }
  }
}

const findRole = async (db: Database, id: string) => {
  const [member] = await db
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.id, id), isNotRemoved))
  return member
}

type Verification = { memberId: string; adminId: string; evidence?: EvidenceKind | undefined; isAgain: boolean }

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
  if (!(await removeMember(deps, id, 'motohaat'))) throw new ApiError('not_found')
  return 1
}

/** The handlers of the admin endpoints about members. */
export const adminRoutes = (deps: AdminDeps): Handlers<typeof adminCalls, Member> => {
  const listSellers = createMemberList(deps.db, 'Seller')
  const listBuyers = createMemberList(deps.db, 'Buyer')
  return {
    'GET /sellers': async ({ query }) => {
      const page = await listSellers(query)
      return { ...page, items: await addSellerFacts(deps.db, page.items) }
    },
    'GET /buyers': ({ query }) => listBuyers(query),
    'PUT /users/:id': async ({ params, body: { evidence, again = false }, me }) => {
      const given = { memberId: params.id, adminId: me.id, evidence, isAgain: again }
      return { modifiedCount: await verifySeller(deps, given) }
    },
    'PUT /users/update': async ({ query }) => ({ modifiedCount: await countVerifiedBikes(deps.db, query.email) }),
    'DELETE /users/:id': async ({ params }) => ({ deletedCount: await removeMemberById(deps, params.id) }),
  }
}
