// Creates the admin, or resets one who cannot sign in: a member and a link that works once.
import type { ClientBase } from 'pg'
import { z } from 'zod'
import { AccountEmail } from '#contract/fields.ts'
import { hashToken } from '#market/auth/credentials.ts'
import { resetLinkLifetimeMs } from '#market/mail/templates/languages.ts'

/** An error of the operator's input; the message is for them. */
export class AdminCommandError extends Error {}

type AdminRequest = { email: string; name: string | undefined; now: Date; createId: () => string; token: string }
type ExistingMember = { id: string; role: string }

const MemberRows = z.array(z.object({ id: z.string(), role: z.string() }))

const findMember = async (client: ClientBase, email: string): Promise<ExistingMember | undefined> => {
  const result = await client.query('select id, role from members where email = $1 for update', [email])
  return MemberRows.parse(result.rows)[0]
}

const insertAdmin = async (client: ClientBase, { email, name, now, createId }: AdminRequest): Promise<string> => {
  const id = createId()
  await client.query(
    `insert into members (id, name, email, role, created_at, updated_at) values ($1, $2, $3, 'Admin', $4, $4)`,
    [id, name ?? email.split('@')[0], email, now],
  )
  return id
}

// The password, phone or session may be in the wrong hands.
const revokeCredentials = async (client: ClientBase, id: string): Promise<void> => {
  for (const table of ['sessions', 'accounts', 'second_factors', 'password_resets'])
    await client.query(`delete from ${table} where member_id = $1`, [id])
  await client.query('delete from verifications where value = $1', [id])
  await client.query('update members set has_second_factor = false where id = $1', [id])
}

const runInTransaction = async <T>(client: ClientBase, callback: () => Promise<T>): Promise<T> => {
  await client.query('begin')
  try {
    const result = await callback()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Creates an admin with this address, or revokes all credentials of the existing one, and stores the hash of a token that
 * sets a password within one hour. Returns whether the admin is new.
 * Refuses the address of a buyer or seller: a role never changes, because a stranger may have registered the address.
 */
export const createOrResetAdmin = (client: ClientBase, request: AdminRequest): Promise<'new' | 'known'> => {
  const email = AccountEmail.safeParse(request.email)
  if (!email.success) throw new AdminCommandError(`"${request.email}" is not an e-mail address.`)
  return runInTransaction(client, async () => {
    const existing = await findMember(client, email.data)
    if (existing && existing.role !== 'Admin')
      throw new AdminCommandError(
        `${email.data} belongs to a ${existing.role.toLowerCase()} of the shop. Use another address.`,
      )
    const id = existing?.id ?? (await insertAdmin(client, { ...request, email: email.data }))
    if (existing) await revokeCredentials(client, id)
    await client.query(
      'insert into password_resets (token_hash, member_id, created_at, expires_at) values ($1, $2, $3, $4)',
      [hashToken(request.token), id, request.now, new Date(request.now.getTime() + resetLinkLifetimeMs)],
    )
    return existing ? 'known' : 'new'
  })
}
