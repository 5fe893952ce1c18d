// Backup codes are stored as HMACs; a code is found by its HMAC.
import { createHmac } from 'node:crypto'
import { symmetricDecrypt } from 'better-auth/crypto'
import { z } from 'zod'

const plainCodePattern = /^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}$/
const Codes = z.array(z.string())

/**
 * The HMAC of a backup code. A code has 60 random bits, too few for a plain hash, so the key is derived from SECRET, which
 * the database does not contain.
 */
export const hashBackupCode = (secret: string, code: string): string => {
  const key = createHmac('sha256', secret).update('motohaat backup code').digest()
  return createHmac('sha256', key).update(code).digest('base64url')
}

// better-auth passes unused codes again, which are HMACs already.
const hashBackupCodes = (secret: string, json: string): string =>
  JSON.stringify(
    Codes.parse(JSON.parse(json)).map((code) => (plainCodePattern.test(code) ? hashBackupCode(secret, code) : code)),
  )

/** The storage functions for better-auth. Codes of older versions are encrypted and still work. */
export const createBackupCodeStorage = (secret: string) => ({
  encrypt: async (json: string): Promise<string> => hashBackupCodes(secret, json),
  decrypt: async (stored: string): Promise<string> =>
    stored.startsWith('[') ? stored : hashBackupCodes(secret, await symmetricDecrypt({ key: secret, data: stored })),
})
