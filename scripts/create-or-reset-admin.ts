// Makes the admin of a shop, or lets one who lost the way in begin anew: a member and a link that works once.
import type { ClientBase } from 'pg'
import { z } from 'zod'
import { Email } from '#contract/fields.ts'
import { hashOfToken } from '#market/auth/password/table.ts'
import { resetMs } from '#market/mail/rules.ts'

/** What the person at the keyboard has to mend; the message is a sentence for them. */
export class NoAdmin extends Error {}

type Asked = { email: string; name: string | undefined; now: Date; newId: () => string; token: string }
type Known = { id: string; role: string }

const Found = z.array(z.object({ id: z.string(), role: z.string() }))

const find = async (client: ClientBase, email: string): Promise<Known | undefined> => {
  const asked = await client.query('select id, role from members where email = $1 for update', [email])
  return Found.parse(asked.rows)[0]
}

const add = async (client: ClientBase, { email, name, now, newId }: Asked): Promise<string> => {
  const id = newId()
  await client.query(
    `insert into members (id, name, email, role, created_at, updated_at) values ($1, $2, $3, 'Admin', $4, $4)`,
    [id, name ?? email.split('@')[0], email, now],
  )
  return id
}

// Whoever holds the old password, telephone or session may be the reason for the command.
const takeOldWaysAway = async (client: ClientBase, id: string): Promise<void> => {
  for (const table of ['sessions', 'accounts', 'second_factors', 'password_resets'])
    await client.query(`delete from ${table} where member_id = $1`, [id])
  await client.query('delete from verifications where value = $1', [id])
  await client.query('update members set has_second_factor = false where id = $1', [id])
}

const inTransaction = async <T>(client: ClientBase, work: () => Promise<T>): Promise<T> => {
  await client.query('begin')
  try {
    const done = await work()
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Makes an admin with this address, or takes every way in away from the one who has it, and keeps the hash of the token
 * with which a password is chosen within the hour. Gives whether the admin is new.
 * Refuses an address of a buyer or seller: a role never changes, since whoever registered the address may be a stranger.
 */
export const makeAdmin = (client: ClientBase, asked: Asked): Promise<'new' | 'known'> => {
  const email = Email.safeParse(asked.email)
  if (!email.success) throw new NoAdmin(`"${asked.email}" is not an e-mail address.`)
  return inTransaction(client, async () => {
    const known = await find(client, email.data)
    if (known && known.role !== 'Admin')
      throw new NoAdmin(`${email.data} belongs to a ${known.role.toLowerCase()} of the shop. Use another address.`)
    const id = known?.id ?? (await add(client, { ...asked, email: email.data }))
    if (known) await takeOldWaysAway(client, id)
    await client.query(
      'insert into password_resets (token_hash, member_id, made_at, ends_at) values ($1, $2, $3, $4)',
      [hashOfToken(asked.token), id, asked.now, new Date(asked.now.getTime() + resetMs)],
    )
    return known ? 'known' : 'new'
  })
}
