// What is encrypted with the shop's secret, read with the old one and written with the new.
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { ClientBase } from 'pg'
import { z } from 'zod'

type Secrets = { before: string; after: string }

const Kept = z.array(z.object({ id: z.string(), secret: z.string() }))

/**
 * Writes the keys of all second factors anew, all or none, and ends every session, since their cookies are signed with
 * the old secret. Backup codes are marks that no secret can read, so they end too: their owners make new ones.
 * Gives how many second factors there were; throws when one cannot be read with the old secret.
 */
export const rekey = async (client: ClientBase, { before, after }: Secrets): Promise<number> => {
  await client.query('begin')
  try {
    const { rows } = await client.query('select id, secret from second_factors for update')
    const kept = Kept.parse(rows)
    for (const { id, secret } of kept) {
      const key = await symmetricDecrypt({ key: before, data: secret })
      const written = await symmetricEncrypt({ key: after, data: key })
      await client.query(`update second_factors set secret = $2, backup_codes = '[]' where id = $1`, [id, written])
    }
    await client.query('delete from sessions')
    await client.query('commit')
    return kept.length
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
