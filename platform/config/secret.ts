// The secret that signs cookies and tokens and encrypts second factors: given, or made once.
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Env, readEnv, ConfigError } from './env.ts'

const secretBytes = 32
// Thirty-two random characters never have fewer different ones; a word that is repeated has.
const minDistinctCharacters = 12

const createSecret = (file: string): string => {
  const secret = randomBytes(secretBytes).toString('base64url')
  try {
    writeFileSync(file, `${secret}\n`, { mode: 0o600 })
  } catch (error) {
    throw new ConfigError(`DATA_DIR: the file ${file} cannot be written (${String(error)}).`, { cause: error })
  }
  return secret
}

/** The secret that signs cookies and tokens: given, or made once and kept in the data folder. */
export const readSecret = (env: Env, dataDir: string, production: boolean): string => {
  const value = readEnv(env, 'SECRET')
  if (value !== null && value.length < secretBytes)
    throw new ConfigError(`SECRET must have at least ${secretBytes} characters.`)
  if (value !== null && production && new Set(value).size < minDistinctCharacters)
    throw new ConfigError('SECRET must be random, such as the output of: openssl rand -base64 32')
  if (value !== null) return value
  if (production) throw new ConfigError('SECRET must be set when NODE_ENV is production.')
  const file = join(dataDir, 'secret')
  try {
    const stored = readFileSync(file, 'utf8').trim()
    if (stored.length >= secretBytes) return stored
  } catch {
    // There is none yet: it is made below.
  }
  return createSecret(file)
}
