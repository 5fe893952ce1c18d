// What members may call themselves, and which photo they may have.
import { and, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import { toReason } from '#contract/errors/reasons.ts'
import { parsePictureHash } from '#contract/picture-sizes.ts'
import type { Database } from '#platform/database/database.ts'
import { members, toNameSkeletonSql } from '#market/schema/people/members.ts'

type NameChoice = { name: string; memberId?: string }

/**
 * Refuses a name that looks like that of a verified seller or an admin but is spelt with other characters or accents. Two
 * people may share a name, so the same name is allowed: case, spaces, dots and dashes make no other one.
 * @param choice.memberId who chooses the name; unknown at registration
 */
export const assertNotLookalike = async (
  db: Pick<Database, 'select'>,
  { name, memberId }: NameChoice,
): Promise<void> => {
  const isTrusted = or(isNotNull(members.verifiedAt), eq(members.role, 'Admin'))
  const [lookalike] = await db
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        eq(toNameSkeletonSql(members.name), toNameSkeletonSql(name)),
        ne(sql`normalize_name(${members.name})`, sql`normalize_name(${name})`),
        ne(members.role, 'Buyer'),
        isNull(members.removedAt),
        isTrusted,
        memberId === undefined ? undefined : ne(members.id, memberId),
      ),
    )
    .limit(1)
  if (lookalike) throw new ApiError('bad_request', { field: 'name', reason: toReason('name_looks_like_another') })
}

/**
 * Refuses the URL of an upload that is not stored, such as one that nobody used within a day. Photos on other sites are
 * never looked at.
 */
export const assertPhotoIsStored = async (db: Pick<Database, 'execute'>, url: string | null): Promise<void> => {
  if (url === null || parsePictureHash(url) === null) return
  // By name, because the module of pictures imports this one.
  const { rows } = await db.execute(sql`select 1 from pictures where url = ${url} and stored_at is not null`)
  if (rows.length === 0) throw new ApiError('bad_request', { field: 'image', reason: toReason('photo_is_gone') })
}
