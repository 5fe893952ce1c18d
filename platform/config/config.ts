// Every setting of the shop, read once and checked. A wrong one stops the start with a sentence that names it.
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { type TrafficConfig, readTrafficConfig } from './traffic.ts'
import { readOperationsConfig, type OperationsConfig } from './operations.ts'
import { type ScaleConfig, readScaleConfig } from './scale.ts'
import { readAllOrNone, type Env, readEnv, parseOrigin, parsePort, parseUrl, ConfigError, parseBoolean } from './env.ts'
import { readSecret } from './secret.ts'

export { ConfigError } from './env.ts'

export type Config = {
  host: string
  port: number
  dataDir: string
  /** Another PostgreSQL, or null for the shop's own. */
  databaseUrl: string | null
  /** The login that owns the tables there and migrates; null when it is the one of `databaseUrl`. */
  databaseOwnerUrl: string | null
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
  /** Who is believed about their addresses, and how much they may do. */
  traffic: TrafficConfig
  /** How it is watched and how it leaves. */
  operations: OperationsConfig
  /** How many processes and servers share the work. */
  scale: ScaleConfig
}

const loopback = new Set(['127.0.0.1', 'localhost', '::1'])

const parseStripe = (env: Env): Config['stripe'] => {
  const keys = readAllOrNone(env, ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'])
  if (!keys) return null
  if (!/^(?:sk|rk)_/.test(keys.STRIPE_SECRET_KEY))
    throw new ConfigError('STRIPE_SECRET_KEY must start with sk_ or rk_.')
  if (!keys.STRIPE_PUBLISHABLE_KEY.startsWith('pk_'))
    throw new ConfigError('STRIPE_PUBLISHABLE_KEY must start with pk_.')
  if (!keys.STRIPE_WEBHOOK_SECRET.startsWith('whsec_'))
    throw new ConfigError('STRIPE_WEBHOOK_SECRET must start with whsec_.')
  return {
    secretKey: keys.STRIPE_SECRET_KEY,
    publishableKey: keys.STRIPE_PUBLISHABLE_KEY,
    webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
  }
}

const parseOidc = (env: Env): Config['oidc'] => {
  const keys = readAllOrNone(env, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'])
  if (!keys) return null
  const issuer = parseUrl(env, 'OIDC_ISSUER', ['https:', 'http:']) ?? ''
  if (env['NODE_ENV'] === 'production' && issuer.startsWith('http:'))
    throw new ConfigError('OIDC_ISSUER must start with https:// when NODE_ENV is production: it says who people are.')
  return { issuer: keys.OIDC_ISSUER, clientId: keys.OIDC_CLIENT_ID, clientSecret: keys.OIDC_CLIENT_SECRET }
}

const parseSmtpUrl = (env: Env): string | null => {
  const value = parseUrl(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  if (value !== null && new URL(value).hostname === '') throw new ConfigError('SMTP_URL must name a mail server.')
  return value
}

/** An address, alone or behind a name: no-reply@motohaat.example, Motohaat <no-reply@motohaat.example>. */
const parseMailFrom = (env: Env, publicUrl: string): string => {
  const value = readEnv(env, 'MAIL_FROM') ?? `Motohaat <no-reply@${new URL(publicUrl).hostname}>`
  if (!/^(?:[^<>@\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(value))
    throw new ConfigError('MAIL_FROM must be an e-mail address such as Motohaat <no-reply@motohaat.example>.')
  return value
}

const parseS3 = (env: Env): Config['s3'] => {
  const keys = readAllOrNone(env, ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
  if (!keys) return null
  // The rules of S3 itself; a name with other signs would end in another address.
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(keys.S3_BUCKET))
    throw new ConfigError('S3_BUCKET must be the name of a bucket: 3 to 63 small letters, digits, dots and dashes.')
  return {
    endpoint: parseOrigin(env, 'S3_ENDPOINT', ['https:', 'http:']) ?? '',
    bucket: keys.S3_BUCKET,
    region: readEnv(env, 'S3_REGION') ?? 'us-east-1',
    accessKeyId: keys.S3_ACCESS_KEY_ID,
    secretAccessKey: keys.S3_SECRET_ACCESS_KEY,
  }
}

const createDataDir = (env: Env): string => {
  const dataDir = resolve(readEnv(env, 'DATA_DIR') ?? './data')
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new ConfigError(`DATA_DIR: the folder ${dataDir} cannot be made (${String(error)}).`, { cause: error })
  }
  return dataDir
}

/** What must not stand together. */
const checkConfig = (config: Config): Config => {
  if (config.port === config.sandbox.port)
    throw new ConfigError(`SANDBOX_PORT must be another port than PORT, which is ${config.port}.`)
  if (config.operations.metrics && [config.port, config.sandbox.port].includes(config.operations.metrics.port))
    throw new ConfigError('METRICS_PORT must be another port than PORT and SANDBOX_PORT.')
  if (config.databaseOwnerUrl !== null && config.databaseUrl === null)
    throw new ConfigError('DATABASE_URL must be set too, since DATABASE_OWNER_URL is.')
  if (config.production && !config.stripe)
    throw new ConfigError('STRIPE_SECRET_KEY must be set when NODE_ENV is production: the card sandbox takes no money.')
  if (config.production && !config.oidc)
    throw new ConfigError('OIDC_ISSUER must be set when NODE_ENV is production: the sign-in sandbox lets anybody in.')
  if (config.production && config.smtpUrl === null)
    throw new ConfigError(
      'SMTP_URL must be set when NODE_ENV is production: the outbox sandbox shows letters to everybody.',
    )
  if (config.production && config.demo)
    throw new ConfigError(
      'DEMO must be off when NODE_ENV is production: everybody knows the logins of the demonstration.',
    )
  return config
}

/** In production the shop must know its own address: it stands in letters, and cookies are as safe as it is. */
const parsePublicUrl = (env: Env, port: number, production: boolean): string => {
  const value = parseOrigin(env, 'PUBLIC_URL', ['http:', 'https:'])
  if (!production) return value ?? `http://localhost:${port}`
  const isSafe = value !== null && (value.startsWith('https://') || loopback.has(new URL(value).hostname))
  if (!isSafe) throw new ConfigError('PUBLIC_URL must be an https:// address when NODE_ENV is production.')
  return value
}

/** Reads the settings; refuses with a WrongSetting. Makes the data folder and the secret where they are missing. */
export const readConfig = (env: Env = process.env): Config => {
  const host = readEnv(env, 'HOST') ?? '127.0.0.1'
  const port = parsePort(env, 'PORT', 3000)
  const production = env['NODE_ENV'] === 'production'
  const stripe = parseStripe(env)
  const oidc = parseOidc(env)
  const dataDir = createDataDir(env)
  const publicUrl = parsePublicUrl(env, port, production)
  return checkConfig({
    host,
    port,
    dataDir,
    databaseUrl: parseUrl(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    databaseOwnerUrl: parseUrl(env, 'DATABASE_OWNER_URL', ['postgres:', 'postgresql:']),
    publicUrl,
    secret: readSecret(env, dataDir, production),
    production,
    demo: parseBoolean(env, 'DEMO', loopback.has(host) && !production),
    stripe,
    oidc,
    smtpUrl: parseSmtpUrl(env),
    mailFrom: parseMailFrom(env, publicUrl),
    s3: parseS3(env),
    sandbox: {
      port: parsePort(env, 'SANDBOX_PORT', port === 65_535 ? port - 1 : port + 1),
      cardsUrl: parseUrl(env, 'SANDBOX_CARDS_URL', ['http:']),
    },
    traffic: readTrafficConfig(env),
    operations: readOperationsConfig(env, production),
    scale: readScaleConfig(env),
  })
}
