// The secret in the data folder: used while SECRET is not set.
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const secretBytes = 32

/** Reads `secret` in the data folder, or creates it. Throws when the file cannot be written. */
export const loadOrCreateSecret = (dataDir: string): string => {
  const file = join(dataDir, 'secret')
  try {
    const stored = readFileSync(file, 'utf8').trim()
    if (stored.length >= secretBytes) return stored
  } catch {
    // The file does not exist yet.
  }
  const secret = randomBytes(secretBytes).toString('base64url')
  writeFileSync(file, `${secret}\n`, { mode: 0o600 })
  return secret
}
