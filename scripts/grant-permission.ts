// Grants and takes the permissions of cashiers and moderators.
import type { ClientBase } from 'pg'
import { z } from 'zod'
import type { Permission } from '#market/schema/people/permissions.ts'

/** An error of the operator's input; the message is for them. */
export class PermissionCommandError extends Error {}

const MemberRows = z.array(z.object({ id: z.string() }))

const findMemberId = async (client: ClientBase, email: string): Promise<string> => {
  const { rows } = await client.query('select id from members where email = $1 and removed_at is null', [
    email.trim().toLowerCase(),
  ])
  const [member] = MemberRows.parse(rows)
  if (!member) throw new PermissionCommandError(`No member has the address ${email}.`)
  return member.id
}

type Grant = { email: string; permission: Permission }

/** Gives the permission; returns whether the member had none. Throws PermissionCommandError for an unknown address. */
export const grantPermission = async (
  client: ClientBase,
  { email, permission, now }: Grant & { now: Date },
): Promise<boolean> => {
  const { rowCount } = await client.query(
    `insert into member_permissions (member_id, permission, granted_at) values ($1, $2, $3) on conflict do nothing`,
    [await findMemberId(client, email), permission, now],
  )
  return rowCount === 1
}

/** Takes the permission away; returns whether the member had it. Throws PermissionCommandError for an unknown address. */
export const takePermission = async (client: ClientBase, { email, permission }: Grant): Promise<boolean> => {
  const { rowCount } = await client.query(`delete from member_permissions where member_id = $1 and permission = $2`, [
    await findMemberId(client, email),
    permission,
  ])
  return rowCount === 1
}
