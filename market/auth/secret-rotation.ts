// Rotation of SECRET: re-encrypts what is encrypted with it.
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { ClientBase } from 'pg'
import { z } from 'zod'

export type Secrets = { oldSecret: string; newSecret: string }

const StoredSecrets = z.array(z.object({ id: z.string(), secret: z.string() }))

/**
 * Re-encrypts all TOTP secrets in one transaction and ends every session, because the old secret signed their cookies.
 * Deletes all backup codes: they are HMACs and cannot be converted, so members create new ones.
 * Returns the number of second factors; throws when one cannot be decrypted with the old secret.
 * @param reencryptMore re-encrypts what other modules have encrypted, in the same transaction
 */
export const reencryptSecondFactors = async (
  client: ClientBase,
  { oldSecret, newSecret }: Secrets,
  reencryptMore: () => Promise<unknown> = async () => undefined,
): Promise<number> => {
  await client.query('begin')
  try {
    const { rows } = await client.query('select id, secret from second_factors for update')
    const stored = StoredSecrets.parse(rows)
    for (const { id, secret } of stored) {
      const key = await symmetricDecrypt({ key: oldSecret, data: secret })
      const encrypted = await symmetricEncrypt({ key: newSecret, data: key })
      await client.query(`update second_factors set secret = $2, backup_codes = '[]' where id = $1`, [id, encrypted])
    }
    await reencryptMore()
    await client.query('delete from sessions')
    await client.query('commit')
    return stored.length
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
