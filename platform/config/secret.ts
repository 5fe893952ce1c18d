// The secret that signs cookies and tokens and encrypts second factors: given, or made once.
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Env, given, WrongSetting } from './env.ts'

const secretBytes = 32
// Thirty-two random characters never have fewer different ones; a word that is repeated has.
const secretSignsLeast = 12

const makeSecret = (file: string): string => {
  const made = randomBytes(secretBytes).toString('base64url')
  try {
    writeFileSync(file, `${made}\n`, { mode: 0o600 })
  } catch (error) {
    throw new WrongSetting(`DATA_DIR: the file ${file} cannot be written (${String(error)}).`, { cause: error })
  }
  return made
}

/** The secret that signs cookies and tokens: given, or made once and kept in the data folder. */
export const secretOf = (env: Env, dataDir: string, production: boolean): string => {
  const value = given(env, 'SECRET')
  if (value !== null && value.length < secretBytes)
    throw new WrongSetting(`SECRET must have at least ${secretBytes} characters.`)
  if (value !== null && production && new Set(value).size < secretSignsLeast)
    throw new WrongSetting('SECRET must be random, such as the output of: openssl rand -base64 32')
  if (value !== null) return value
  if (production) throw new WrongSetting('SECRET must be set when NODE_ENV is production.')
  const file = join(dataDir, 'secret')
  try {
    const kept = readFileSync(file, 'utf8').trim()
    if (kept.length >= secretBytes) return kept
  } catch {
    // There is none yet: it is made below.
  }
  return makeSecret(file)
}
