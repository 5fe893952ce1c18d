// Every setting of the shop, read once and checked. A wrong one stops the start with a sentence that names it.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** A setting that cannot be used; the message names the variable and says what it should be. */
export class WrongSetting extends Error {}

export type Config = {
  host: string
  port: number
  dataDir: string
  /** Another PostgreSQL, or null for the shop's own. */
  databaseUrl: string | null
  publicUrl: string
  secret: string
  production: boolean
  /** The demonstration shop and its logins. */
  demo: boolean
  /** An account at Stripe, or null for the card sandbox. */
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string } | null
  /** An OpenID Connect provider, or null for the sign-in sandbox. */
  oidc: { issuer: string; clientId: string; clientSecret: string } | null
  /** A mail server such as smtps://user:password@mail.example, or null for the outbox sandbox. */
  smtpUrl: string | null
  /** Who the shop's letters are from. */
  mailFrom: string
  /** A bucket for pictures at any store that speaks S3, or null for a folder in the data folder. */
  s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | null
  /** Where the stand-ins listen, or the address of ones that run elsewhere. */
  sandbox: { port: number; cardsUrl: string | null }
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

type Env = Record<string, string | undefined>

const loopback = new Set(['127.0.0.1', 'localhost', '::1'])

const given = (env: Env, name: string): string | null => {
  const value = env[name]?.trim()
  return value === undefined || value === '' ? null : value
}

const portOf = (env: Env, name: string, usual: number): number => {
  const value = given(env, name)
  if (value === null) return usual
  const port = Number(value)
  if (!/^\d+$/.test(value) || port < 1 || port > 65_535)
    throw new WrongSetting(`${name} must be a port from 1 to 65535, not "${value}".`)
  return port
}

const urlOf = (env: Env, name: string, protocols: readonly string[]): string | null => {
  const value = given(env, name)
  if (value === null) return null
  const fits = URL.canParse(value) && protocols.includes(new URL(value).protocol)
  if (!fits)
    throw new WrongSetting(
      `${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    )
  return value.replace(/\/$/, '')
}

/** The shop stands at the root of its address: its paths, its cookies and the way back from a login begin there. */
const originOf = (env: Env, name: string, protocols: readonly string[]): string | null => {
  const value = urlOf(env, name, protocols)
  if (value === null) return null
  const { origin, pathname, search, hash, username } = new URL(value)
  if (pathname !== '/' || search !== '' || hash !== '' || username !== '')
    throw new WrongSetting(`${name} must be an origin alone, such as https://motohaat.example: no path, no user name.`)
  return origin
}

const yesOrNo = (env: Env, name: string, usual: boolean): boolean => {
  const value = given(env, name)?.toLowerCase()
  if (value === undefined) return usual
  if (['1', 'on', 'yes', 'true'].includes(value)) return true
  if (['0', 'off', 'no', 'false'].includes(value)) return false
  throw new WrongSetting(`${name} must be on or off, not "${value}".`)
}

/** Settings that only make sense together: all of them, or none. */
const allOrNone = <Name extends string>(env: Env, names: readonly Name[]): Record<Name, string> | null => {
  const missing = names.filter((name) => given(env, name) === null)
  if (missing.length === names.length) return null
  if (missing.length > 0)
    throw new WrongSetting(
      `${missing.join(' and ')} must be set too, since ${names.find((name) => !missing.includes(name))} is.`,
    )
  return Object.fromEntries(names.map((name) => [name, given(env, name) ?? ''])) as Record<Name, string> // oxlint-disable-line typescript/no-unsafe-type-assertion -- every name was just looked at
}

const stripeOf = (env: Env): Config['stripe'] => {
  const keys = allOrNone(env, ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'])
  if (!keys) return null
  if (!/^(?:sk|rk)_/.test(keys.STRIPE_SECRET_KEY))
    throw new WrongSetting('STRIPE_SECRET_KEY must start with sk_ or rk_.')
  if (!keys.STRIPE_PUBLISHABLE_KEY.startsWith('pk_'))
    throw new WrongSetting('STRIPE_PUBLISHABLE_KEY must start with pk_.')
  if (!keys.STRIPE_WEBHOOK_SECRET.startsWith('whsec_'))
    throw new WrongSetting('STRIPE_WEBHOOK_SECRET must start with whsec_.')
  return {
    secretKey: keys.STRIPE_SECRET_KEY,
    publishableKey: keys.STRIPE_PUBLISHABLE_KEY,
    webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
  }
}

const oidcOf = (env: Env): Config['oidc'] => {
  const keys = allOrNone(env, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'])
  if (!keys) return null
  urlOf(env, 'OIDC_ISSUER', ['https:', 'http:'])
  return { issuer: keys.OIDC_ISSUER, clientId: keys.OIDC_CLIENT_ID, clientSecret: keys.OIDC_CLIENT_SECRET }
}

const smtpOf = (env: Env): string | null => {
  const value = urlOf(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  if (value !== null && new URL(value).hostname === '') throw new WrongSetting('SMTP_URL must name a mail server.')
  return value
}

/** An address, alone or behind a name: no-reply@motohaat.example, Motohaat <no-reply@motohaat.example>. */
const mailFromOf = (env: Env, publicUrl: string): string => {
  const value = given(env, 'MAIL_FROM') ?? `Motohaat <no-reply@${new URL(publicUrl).hostname}>`
  if (!/^(?:[^<>@\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(value))
    throw new WrongSetting('MAIL_FROM must be an e-mail address such as Motohaat <no-reply@motohaat.example>.')
  return value
}

const s3Of = (env: Env): Config['s3'] => {
  const keys = allOrNone(env, ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
  if (!keys) return null
  // The rules of S3 itself; a name with other signs would end in another address.
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(keys.S3_BUCKET))
    throw new WrongSetting('S3_BUCKET must be the name of a bucket: 3 to 63 small letters, digits, dots and dashes.')
  return {
    endpoint: originOf(env, 'S3_ENDPOINT', ['https:', 'http:']) ?? '',
    bucket: keys.S3_BUCKET,
    region: given(env, 'S3_REGION') ?? 'us-east-1',
    accessKeyId: keys.S3_ACCESS_KEY_ID,
    secretAccessKey: keys.S3_SECRET_ACCESS_KEY,
  }
}

const secretBytes = 32

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
const secretOf = (env: Env, dataDir: string, production: boolean): string => {
  const value = given(env, 'SECRET')
  if (value !== null && value.length < secretBytes)
    throw new WrongSetting(`SECRET must have at least ${secretBytes} characters.`)
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

const openDataDir = (env: Env): string => {
  const dataDir = resolve(given(env, 'DATA_DIR') ?? './data')
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new WrongSetting(`DATA_DIR: the folder ${dataDir} cannot be made (${String(error)}).`, { cause: error })
  }
  return dataDir
}

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

const logLevelOf = (env: Env): Config['logLevel'] => {
  const value = given(env, 'LOG_LEVEL') ?? 'warn'
  const level = logLevels.find((one) => one === value)
  if (!level) throw new WrongSetting(`LOG_LEVEL must be one of ${logLevels.join(', ')}.`)
  return level
}

/** What must not stand together. */
const check = (config: Config): Config => {
  if (config.port === config.sandbox.port)
    throw new WrongSetting(`SANDBOX_PORT must be another port than PORT, which is ${config.port}.`)
  if (config.production && !config.stripe)
    throw new WrongSetting(
      'STRIPE_SECRET_KEY must be set when NODE_ENV is production: the card sandbox takes no money.',
    )
  if (config.production && !config.oidc)
    throw new WrongSetting('OIDC_ISSUER must be set when NODE_ENV is production: the sign-in sandbox lets anybody in.')
  if (config.production && config.smtpUrl === null)
    throw new WrongSetting(
      'SMTP_URL must be set when NODE_ENV is production: the outbox sandbox shows letters to everybody.',
    )
  return config
}

/** Reads the settings; refuses with a WrongSetting. Makes the data folder and the secret where they are missing. */
export const readConfig = (env: Env = process.env): Config => {
  const host = given(env, 'HOST') ?? '127.0.0.1'
  const port = portOf(env, 'PORT', 3000)
  const production = env['NODE_ENV'] === 'production'
  const stripe = stripeOf(env)
  const oidc = oidcOf(env)
  const dataDir = openDataDir(env)
  const publicUrl = originOf(env, 'PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`
  return check({
    host,
    port,
    dataDir,
    databaseUrl: urlOf(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    publicUrl,
    secret: secretOf(env, dataDir, production),
    production,
    demo: yesOrNo(env, 'DEMO', loopback.has(host) && !production),
    stripe,
    oidc,
    smtpUrl: smtpOf(env),
    mailFrom: mailFromOf(env, publicUrl),
    s3: s3Of(env),
    sandbox: {
      port: portOf(env, 'SANDBOX_PORT', port === 65_535 ? port - 1 : port + 1),
      cardsUrl: urlOf(env, 'SANDBOX_CARDS_URL', ['http:']),
    },
    logLevel: logLevelOf(env),
  })
}
