// What is encrypted with the shop's secret, read with the old one and written with the new.
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { ClientBase } from 'pg'
import { z } from 'zod'

type Secrets = { oldSecret: string; newSecret: string }

const StoredSecrets = z.array(z.object({ id: z.string(), secret: z.string() }))

/**
 * Writes the keys of all second factors anew, all or none, and ends every session, since their cookies are signed with
 * the old secret. Backup codes are marks that no secret can read, so they end too: their owners make new ones.
 * Gives how many second factors there were; throws when one cannot be read with the old secret.
 */
export const reencryptSecondFactors = async (
  client: ClientBase,
  { oldSecret, newSecret }: Secrets,
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
    await client.query('delete from sessions')
    await client.query('commit')
    return stored.length
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
