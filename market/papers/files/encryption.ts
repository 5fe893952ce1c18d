// The photos of papers: each is encrypted with a key of its own, which is stored encrypted with a key derived from SECRET. A
// changed secret re-encrypts the keys alone, and without its row nobody can read a file, also in a backup.
import { sql } from 'drizzle-orm'
import type { ClientBase } from 'pg'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { decrypt, decryptFile, encrypt, encryptFile } from '#platform/encryption/encryption.ts'

/** Where the encrypted bytes are; names come from `toFileName`. */
export type PaperFileStore = {
  put(name: string, bytes: Buffer): Promise<void>
  get(name: string): Promise<Buffer | null>
  remove(name: string): Promise<void>
}

/** The name of a file in the store; no public path serves it. */
export const toFileName = (id: string): string => `paper-${id}.bin`

const getSecretKey = (secret: string, fileId: string) => ({ secret, purpose: 'motohaat paper file', boundTo: fileId })

/**
 * Encrypts a photo with a new key.
 * @param createRandom returns 32 random bytes
 */
export const encryptPaperFile = (
  secret: string,
  { id, bytes }: { id: string; bytes: Buffer },
  createRandom: () => Buffer,
): { encrypted: Buffer; keyEncrypted: string } => {
  const key = createRandom()
  return {
    encrypted: encryptFile(key, { bytes, boundTo: id }, createRandom()),
    keyEncrypted: encrypt(getSecretKey(secret, id), key.toString('base64url'), createRandom()),
  }
}

/** Decrypts a photo; throws for another secret, a changed file, or one of another row. */
export const decryptPaperFile = (
  secret: string,
  { id, encrypted, keyEncrypted }: { id: string; encrypted: Buffer; keyEncrypted: string },
): Buffer => {
  const key = Buffer.from(decrypt(getSecretKey(secret, id), keyEncrypted), 'base64url')
  return decryptFile(key, { bytes: encrypted, boundTo: id })
}

/**
 * The encrypted key of a file for somebody who may read it at this time; null for others. The audit log has the reading when
 * this returns, in a transaction so that it names who reads.
 */
export const readPaperKey = (
  db: Database,
  { fileId, readerId, at }: { fileId: string; readerId: string; at: Date },
): Promise<string | null> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ key: string | null }>(
      sql`select read_paper_key(${fileId}, ${readerId}, ${at.toISOString()}) as key`,
    )
    return rows[0]?.key ?? null
  })

const StoredKeys = z.array(z.object({ id: z.string(), key_encrypted: z.string() }))

/**
 * Re-encrypts the keys of all photos with a new secret, in the caller's transaction; the photos stay as they are. Returns how
 * many; throws when one cannot be decrypted with the old secret.
 */
export const reencryptPaperFiles = async (
  client: ClientBase,
  { oldSecret, newSecret, createRandom }: { oldSecret: string; newSecret: string; createRandom: () => Buffer },
): Promise<number> => {
  // A database from before papers has none.
  const { rows: tables } = await client.query(`select from pg_class where oid = to_regclass('paper_files')`)
  if (tables.length === 0) return 0
  const { rows } = await client.query(
    'select id, key_encrypted from paper_files where key_encrypted is not null for update',
  )
  const stored = StoredKeys.parse(rows)
  for (const { id, key_encrypted: keyEncrypted } of stored) {
    const key = decrypt(getSecretKey(oldSecret, id), keyEncrypted)
    await client.query('update paper_files set key_encrypted = $2 where id = $1', [
      id,
      encrypt(getSecretKey(newSecret, id), key, createRandom()),
    ])
  }
  return stored.length
}
