// Encrypts the numbers of sellers' accounts with a key derived from SECRET, which the database does not contain.
import type { ClientBase } from 'pg'
import { z } from 'zod'
import { decrypt, encrypt } from '#platform/encryption/encryption.ts'

const getKey = (secret: string, memberId: string) => ({
  secret,
  purpose: 'motohaat payout destination',
  boundTo: memberId,
})

/**
 * Encrypts an account number. The member is bound in, so a row copied to another member is unreadable.
 * @param options.random at least 12 random bytes, never used twice
 */
export const encryptNumber = (
  secret: string,
  { memberId, number, random }: { memberId: string; number: string; random: Buffer },
): string => encrypt(getKey(secret, memberId), number, random)

/** Decrypts an account number; throws for another member's, a changed one, or another secret. */
export const decryptNumber = (
  secret: string,
  { memberId, numberEncrypted }: { memberId: string; numberEncrypted: string },
): string => decrypt(getKey(secret, memberId), numberEncrypted)

const StoredNumbers = z.array(z.object({ member_id: z.string(), number_encrypted: z.string() }))

/**
 * Re-encrypts all account numbers with a new secret, in the caller's transaction. Returns how many; throws when one cannot
 * be decrypted with the old secret.
 */
export const reencryptDestinations = async (
  client: ClientBase,
  { oldSecret, newSecret, createRandom }: { oldSecret: string; newSecret: string; createRandom: () => Buffer },
): Promise<number> => {
  // A database from before payouts has no destinations.
  const { rows: tables } = await client.query(`select from pg_class where oid = to_regclass('payout_destinations')`)
  if (tables.length === 0) return 0
  const { rows } = await client.query('select member_id, number_encrypted from payout_destinations for update')
  const stored = StoredNumbers.parse(rows)
  for (const { member_id: memberId, number_encrypted: numberEncrypted } of stored) {
    const number = decryptNumber(oldSecret, { memberId, numberEncrypted })
    await client.query('update payout_destinations set number_encrypted = $2 where member_id = $1', [
      memberId,
      encryptNumber(newSecret, { memberId, number, random: createRandom() }),
    ])
  }
  return stored.length
}
