// How backup codes are kept: as marks, from which no code can be read. A code is looked for by its mark.
import { createHmac } from 'node:crypto'
import { symmetricDecrypt } from 'better-auth/crypto'
import { z } from 'zod'

const plainCodePattern = /^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}$/
const Codes = z.array(z.string())

/**
 * The mark of a backup code. A code has sixty random bits, too few for a bare hash, so the mark is made with a key that is
 * derived from the shop's secret and never lies in the database.
 */
export const hashBackupCode = (secret: string, code: string): string => {
  const key = createHmac('sha256', secret).update('motohaat backup code').digest()
  return createHmac('sha256', key).update(code).digest('base64url')
}

// Codes that were not used are handed in again as the marks that they are by then.
const hashBackupCodes = (secret: string, json: string): string =>
  JSON.stringify(
    Codes.parse(JSON.parse(json)).map((code) => (plainCodePattern.test(code) ? hashBackupCode(secret, code) : code)),
  )

/** How the identity service is told to keep backup codes. Those of before were encrypted, and still work. */
export const createBackupCodeStorage = (secret: string) => ({
  encrypt: async (json: string): Promise<string> => hashBackupCodes(secret, json),
  decrypt: async (stored: string): Promise<string> =>
    stored.startsWith('[') ? stored : hashBackupCodes(secret, await symmetricDecrypt({ key: secret, data: stored })),
})
