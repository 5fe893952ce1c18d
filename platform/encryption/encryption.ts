// Encrypts short texts for the database with keys derived from SECRET, which the database does not contain, and files with keys of
// their own.
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

export type EncryptionKey = {
  secret: string
  /** Another purpose is another key. */
  purpose: string
  /** What the text belongs to, such as the id of its member: copied to another row, it cannot be decrypted. */
  boundTo?: string
}

const deriveKey = ({ secret, purpose }: EncryptionKey): Buffer => createHmac('sha256', secret).update(purpose).digest()

/**
 * Encrypts a text (AES-256-GCM, base64url).
 * @param random at least 12 random bytes, never used twice
 */
export const encrypt = (key: EncryptionKey, text: string, random: Buffer): string => {
  const iv = random.subarray(0, ivBytes)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(key), iv).setAAD(Buffer.from(key.boundTo ?? ''))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Decrypts a text; throws for a changed one, another key, or one that belongs to something else. */
export const decrypt = (key: EncryptionKey, encrypted: string): string => {
  const bytes = Buffer.from(encrypted, 'base64url')
  const iv = bytes.subarray(0, ivBytes)
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(key), iv, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(key.boundTo ?? '')).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
}

/**
 * Encrypts a file with a key of its own of 32 bytes (AES-256-GCM). What it belongs to is bound in.
 * @param random at least 12 random bytes, never used twice
 */
export const encryptFile = (
  key: Buffer,
  { bytes, boundTo }: { bytes: Buffer; boundTo: string },
  random: Buffer,
): Buffer => {
  const iv = random.subarray(0, ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(boundTo))
  const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted])
}

/** Decrypts a file; throws for a changed one, another key, or one that belongs to something else. */
export const decryptFile = (key: Buffer, { bytes, boundTo }: { bytes: Buffer; boundTo: string }): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(boundTo)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
}
