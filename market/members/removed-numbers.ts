// Numbers of members whom Motohaat removed are stored as hashes. Their key is random and stored encrypted with a key derived from
// SECRET: neither the database nor SECRET alone can find a number, and after a change of SECRET the hashes stay valid.
import { dayMs } from '#contract/time/durations.ts'
import { removedNumberYears } from '#contract/time/lifetimes.ts'
import { createHash, createHmac } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { ClientBase } from 'pg'
import { z } from 'zod'
import { toLatinDigits } from '#contract/text.ts'
import type { Transaction } from '#platform/database/database.ts'
import { decrypt, encrypt } from '#platform/encryption/encryption.ts'
import { numberKeys, removedNumbers } from '#market/schema/bikes/publishing.ts'

export type NumberKeyDeps = {
  /** Creates 256 random bits in base64url. */
  createToken: () => string
  /** The key of the stored key is derived from it. */
  secret: string
}

/** How long the number of a member whom Motohaat removed is remembered: two years. */
const rememberedMs = removedNumberYears * 365 * dayMs

const wrap = (secret: string) => ({ secret, purpose: 'motohaat key of removed numbers' })

/** The SHA-256 of the last ten digits of a number, in any script. */
export const hashNumber = (contactNumber: string): string => {
  const digits = toLatinDigits(contactNumber).replaceAll(/\D/g, '').slice(-10)
  return createHash('sha256').update(digits).digest('hex')
}

const hash = (key: string, digested: string): string => createHmac('sha256', key).update(digested).digest('hex')

const findKey = async (tx: Transaction, secret: string): Promise<string | null> => {
  const [row] = await tx.select().from(numberKeys).for('share')
  if (!row) return null
  try {
    return decrypt(wrap(secret), row.keyEncrypted)
  } catch {
    // SECRET was lost and replaced: what was hashed with its key says nothing any more.
    return null
  }
}

/** Creates the key. Numbers that were hashed without one, before there were keys, are hashed with it. */
const createKey = async (tx: Transaction, { secret, createToken }: NumberKeyDeps): Promise<string> => {
  const key = createToken()
  const keyEncrypted = encrypt(wrap(secret), key, Buffer.from(createToken(), 'base64url'))
  const [before] = await tx.select().from(numberKeys).for('update')
  const stored = before
    ? await tx.update(numberKeys).set({ keyEncrypted }).returning()
    : await tx.insert(numberKeys).values({ keyEncrypted }).onConflictDoNothing().returning()
  // Another transaction has created it at this moment.
  if (stored.length === 0) return (await findKey(tx, secret)) ?? key
  const rows = await tx.select().from(removedNumbers)
  await tx.delete(removedNumbers)
  if (before || rows.length === 0) return key
  await tx.insert(removedNumbers).values(rows.map((row) => ({ ...row, numberHash: hash(key, row.numberHash) })))
  return key
}

const getKey = async (tx: Transaction, deps: NumberKeyDeps): Promise<string> =>
  (await findKey(tx, deps.secret)) ?? createKey(tx, deps)

/** Remembers the numbers of somebody whom Motohaat removes; forgets those of two years ago. */
export const rememberNumbers = async (
  tx: Transaction,
  deps: NumberKeyDeps,
  { contactNumbers, removedAt }: { contactNumbers: readonly string[]; removedAt: Date },
): Promise<void> => {
  await tx.delete(removedNumbers).where(lt(removedNumbers.removedAt, new Date(removedAt.getTime() - rememberedMs)))
  if (contactNumbers.length === 0) return
  const key = await getKey(tx, deps)
  const hashes = new Set(contactNumbers.map((contactNumber) => hash(key, hashNumber(contactNumber))))
  await tx
    .insert(removedNumbers)
    .values([...hashes].map((numberHash) => ({ numberHash, removedAt })))
    .onConflictDoUpdate({ target: removedNumbers.numberHash, set: { removedAt } })
}

/** Whether Motohaat removed a member who had this number, in the last two years. */
export const isNumberOfRemoved = async (
  tx: Transaction,
  deps: NumberKeyDeps,
  { contactNumber, now }: { contactNumber: string; now: Date },
): Promise<boolean> => {
  if ((await tx.$count(removedNumbers)) === 0) return false
  const isSame = eq(removedNumbers.numberHash, hash(await getKey(tx, deps), hashNumber(contactNumber)))
  const isRemembered = gt(removedNumbers.removedAt, new Date(now.getTime() - rememberedMs))
  return (await tx.$count(removedNumbers, and(isSame, isRemembered))) > 0
}

const StoredKey = z.array(z.object({ key_encrypted: z.string() })).max(1)

/** Re-encrypts the key with a new secret, in the caller's transaction; throws when the old one cannot decrypt it. */
export const reencryptNumberKey = async (
  client: ClientBase,
  { oldSecret, newSecret, createRandom }: { oldSecret: string; newSecret: string; createRandom: () => Buffer },
): Promise<void> => {
  // A database from before this table has no key.
  const { rows: tables } = await client.query(`select from pg_class where oid = to_regclass('number_keys')`)
  if (tables.length === 0) return
  const { rows } = await client.query('select key_encrypted from number_keys for update')
  const [stored] = StoredKey.parse(rows)
  if (!stored) return
  const key = decrypt(wrap(oldSecret), stored.key_encrypted)
  await client.query('update number_keys set key_encrypted = $1', [encrypt(wrap(newSecret), key, createRandom())])
}
