// The admin's lists of sellers and buyers.
import { and, asc, count, desc, eq, gt, isNotNull, isNull, lt, not, type SQL, sql } from 'drizzle-orm'
import type { CountedPage } from '#contract/call.ts'
import type { SellerGroup } from '#contract/admin/seller-groups.ts'
import type { Period } from '#contract/admin/period.ts'
import type { recordedEvidence } from '#contract/cases/badge-evidence.ts'
import { toLatinDigits } from '#contract/text.ts'
import type { Database } from '#platform/database/database.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import { hasNumberOrBike, isAsked } from '#market/schema/people/badges.ts'
import { memberCounts } from '#market/schema/people/member-counts.ts'
import { members } from '#market/schema/people/members.ts'
import { isInPeriod } from './period.ts'

type ListQuery = {
  limit?: string | undefined
  cursor?: string | undefined
  search?: string | undefined
  verified?: SellerGroup | undefined
}

type Reader = Pick<Database, 'select'>

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
  badgeNote: sql<string | null>`(select note from badges where member_id = members.id and ended_at is null)`,
})

/** A part of a telephone number as numbers are stored, from four digits on: ০১৭১২-৩৪ → 0171234. Anything else gives ''. */
const toPartOfNumber = (search: string): string => {
  const digits = toLatinDigits(search).replace(/[\s.()-]/g, '')
  return /^\+?\d{4,}$/.test(digits) ? digits : ''
}

type Words = { search: string; number: string }

const toWords = ({ search = '' }: ListQuery): Words => ({ search, number: toPartOfNumber(search) })

/** For LIKE: whatever has this text in it. */
const toPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Whose name or address has the text in it, or of whom one number has. As the indexes of 0113 are: from three characters on, few
 * rows are read.
 */
const matchesSearch = ({ search, number }: Words): SQL => {
  const isNamed = sql`(lower(name) || E'\n' || email) like lower(${toPattern(search)})`
  if (number === '') return isNamed
  return sql`${members.id} in (select id from members where removed_at is null and ${isNamed}
    union all select member_id from phone_proofs where number like ${toPattern(number)}
    union all select seller_id from bikes where contact_number like ${toPattern(number)})`
}

type ListOptions = { ending?: string; filters?: readonly SQL[]; isOldestFirst?: boolean }

/** The members of one role, all or those that fit the filters, newest first unless said otherwise. */
const createList = (
  db: Reader,
  role: 'Buyer' | 'Seller',
  { ending = '', filters = [], isOldestFirst = false }: ListOptions = {},
) => {
  const [order, isAfter] = isOldestFirst ? [asc, gt] : [desc, lt]
  const name = `${role}s${ending}`
  const where = and(eq(members.role, role), isNotRemoved, ...filters)
  const select = (more?: SQL) => db.select(getPersonDto(role)).from(members).where(and(where, more))
  const countRows = (more?: SQL) => db.select({ total: count() }).from(members).where(and(where, more))
  const prepareRows = (suffix: string, cursorFilter?: SQL) =>
    select(cursorFilter).orderBy(order(members.id)).limit(sql.placeholder('rows')).prepare(`${name}_${suffix}`)
  const first = prepareRows('first')
  const next = prepareRows('next', isAfter(members.id, sql.placeholder('last')))
  const total = countRows().prepare(`${name}_total`)
  return {
    /** Reads so many rows from the beginning, or those after the row with the id that the cursor is. */
    read: (words: Words, rows: number, cursor: string | undefined) => {
      const last = cursor === undefined ? undefined : parseCursorId(cursor)
      if (words.search !== '') {
        const found = select(and(matchesSearch(words), last === undefined ? undefined : isAfter(members.id, last)))
        // The same order as that of the ids, but no index has it: a rare name is not looked for from member to member.
        return found.orderBy(order(sql`${members.id}::text`)).limit(rows)
      }
      return last === undefined ? first.execute({ rows }) : next.execute({ last, rows })
    },
    count: async (words: Words): Promise<number> => {
      const [row] = await (words.search === '' ? total.execute() : countRows(matchesSearch(words)))
      return row?.total ?? 0
    },
  }
}

type Row = Awaited<ReturnType<ReturnType<typeof createList>['read']>>[number]

/** All members of a role are not counted but added up by triggers. */
const prepareCount = (db: Reader, role: 'Buyer' | 'Seller') => {
  const query = db
    .select({ total: memberCounts.activeCount })
    .from(memberCounts)
    .where(eq(memberCounts.role, role))
    .prepare(`${role}s_total_of_all`)
  return async (): Promise<number> => (await query.execute())[0]?.total ?? 0
}

/** The buyers, newest first. */
export const createBuyerList = (db: Reader) => {
  const list = createList(db, 'Buyer')
  const countAll = prepareCount(db, 'Buyer')
  return async (query: ListQuery): Promise<CountedPage<Row>> => {
    const [limit, words] = [parseLimit(query), toWords(query)]
    const [rows, total] = await Promise.all([
      list.read(words, limit + 1, query.cursor),
      words.search === '' ? countAll() : list.count(words),
    ])
    return { ...toPage(rows, limit, ({ _id }) => _id), total }
  }
}

/** Begins the cursor of a page that begins among the verified sellers. */
const verifiedMark = 'verified-'

/** The groups of sellers without a badge, of which each seller is in exactly one. */
const groupFilters: Record<Exclude<SellerGroup, 'no'>, readonly SQL[]> = {
  asked: [isAsked],
  ready: [not(isAsked), hasNumberOrBike],
  empty: [not(isAsked), not(hasNumberOrBike)],
}

/**
 * The sellers: those without a badge first, whoever waits longest on top, then the verified ones, newest first. With
 * `verified` the former alone, all or a group of them.
 */
export const createSellerList = (db: Reader) => {
  const createGroup = (group: SellerGroup) =>
    createList(db, 'Seller', {
      ending: `_${group}`,
      filters: [isNull(members.verifiedAt), ...(group === 'no' ? [] : groupFilters[group])],
      isOldestFirst: true,
    })
  const unverified = createGroup('no')
  const groups = {
    no: unverified,
    ready: createGroup('ready'),
    asked: createGroup('asked'),
    empty: createGroup('empty'),
  }
  const verified = createList(db, 'Seller', { ending: '_verified', filters: [isNotNull(members.verifiedAt)] })
  const countAll = prepareCount(db, 'Seller')

  const readBoth = async (words: Words, rows: number, cursor: string | undefined): Promise<Row[]> => {
    if (cursor?.startsWith(verifiedMark)) return verified.read(words, rows, cursor.slice(verifiedMark.length))
    const waiting = await unverified.read(words, rows, cursor)
    if (waiting.length === rows) return waiting
    return [...waiting, ...(await verified.read(words, rows - waiting.length, undefined))]
  }
  const countBoth = async (words: Words): Promise<number> =>
    words.search === '' ? countAll() : (await unverified.count(words)) + (await verified.count(words))

  return async (query: ListQuery): Promise<CountedPage<Row>> => {
    const [limit, words] = [parseLimit(query), toWords(query)]
    const group = query.verified && groups[query.verified]
    const [rows, total] = await Promise.all([
      group ? group.read(words, limit + 1, query.cursor) : readBoth(words, limit + 1, query.cursor),
      group ? group.count(words) : countBoth(words),
    ])
    return { ...toPage(rows, limit, ({ _id, status }) => `${status ? verifiedMark : ''}${_id}`), total }
  }
}

/** One page of the sellers and buyers who joined on these days, newest first, also those who were removed. */
export const listNewMembers = async (db: Database, query: Pick<ListQuery, 'limit' | 'cursor'> & Period) => {
  const limit = parseLimit(query)
  const rows = await db
    .select({
      _id: members.id,
      name: members.name,
      email: sql<string | null>`case when ${members.removedAt} is null then ${members.email} end`,
      role: sql<'Buyer' | 'Seller'>`${members.role}`,
      joinedAt: members.createdAt,
    })
    .from(members)
    .where(
      and(
        sql`${members.role} <> 'Admin'`,
        isInPeriod(members.createdAt, query),
        query.cursor === undefined ? undefined : lt(members.id, parseCursorId(query.cursor)),
      ),
    )
    .orderBy(desc(members.id))
    .limit(limit + 1)
  const items = rows.map(({ joinedAt, ...member }) => ({ ...member, joinedAt: joinedAt.toISOString() }))
  return toPage(items, limit, ({ _id }) => _id)
}
