// Encrypts the numbers of sellers' accounts with a key derived from SECRET, which the database does not contain.
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import type { ClientBase } from 'pg'
import { z } from 'zod'

const ivBytes = 12
const tagBytes = 16

const deriveKey = (secret: string): Buffer =>
  createHmac('sha256', secret).update('motohaat payout destination').digest()

/**
 * Encrypts an account number (AES-256-GCM). The member is bound in, so a row copied to another member is unreadable.
 * @param options.random at least 12 random bytes, never used twice
 */
export const encryptNumber = (
  secret: string,
  { memberId, number, random }: { memberId: string; number: string; random: Buffer },
): string => {
  const iv = random.subarray(0, ivBytes)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret), iv).setAAD(Buffer.from(memberId))
  const encrypted = Buffer.concat([cipher.update(number, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Decrypts an account number; throws for another member's, a changed one, or another secret. */
export const decryptNumber = (
  secret: string,
  { memberId, numberEncrypted }: { memberId: string; numberEncrypted: string },
): string => {
  const bytes = Buffer.from(numberEncrypted, 'base64url')
  const tag = bytes.subarray(ivBytes, ivBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret), bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(memberId)).setAuthTag(tag)
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
}

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
