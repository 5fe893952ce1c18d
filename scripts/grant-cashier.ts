// Grants and takes the permission of a cashier.
import type { ClientBase } from 'pg'
import { z } from 'zod'

/** An error of the operator's input; the message is for them. */
export class CashierCommandError extends Error {}

const MemberRows = z.array(z.object({ id: z.string() }))

const findMemberId = async (client: ClientBase, email: string): Promise<string> => {
  const { rows } = await client.query('select id from members where email = $1 and removed_at is null', [
    email.trim().toLowerCase(),
  ])
  const [member] = MemberRows.parse(rows)
  if (!member) throw new CashierCommandError(`No member has the address ${email}.`)
  return member.id
}

/** Makes the member a cashier; returns whether they were none. Throws CashierCommandError for an unknown address. */
export const grantCashier = async (
  client: ClientBase,
  { email, now }: { email: string; now: Date },
): Promise<boolean> => {
  const { rowCount } = await client.query(
    `insert into member_permissions (member_id, permission, granted_at) values ($1, 'cashier', $2) on conflict do nothing`,
    [await findMemberId(client, email), now],
  )
  return rowCount === 1
}

/** Takes the permission away; returns whether the member had it. Throws CashierCommandError for an unknown address. */
export const takeCashier = async (client: ClientBase, email: string): Promise<boolean> => {
  const { rowCount } = await client.query(
    `delete from member_permissions where member_id = $1 and permission = 'cashier'`,
    [await findMemberId(client, email)],
  )
  return rowCount === 1
}
