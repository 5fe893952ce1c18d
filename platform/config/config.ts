// Reads all settings from the environment and checks them with one schema. One error lists everything that is wrong.
import { join } from 'node:path'
import { z } from 'zod'
import { isNetwork } from '#platform/http/client-address.ts'
import { bkashKeyNames, bkashVariables, noProviderProblem, toBkashConfig } from './bkash.ts'
import { exactUrl, folder, host, integer, matching, onOff, origin, port, url } from './fields.ts'
import { readFileSettings } from './file-settings.ts'
import { checkSandboxKeys } from './sandbox-keys.ts'
import { loadOrCreateSecret, secretBytes } from './secret.ts'
import { checkSms, smsVariables, toSmsConfig } from './sms.ts'
import { sslcommerzKeyNames, sslcommerzVariables, toSslcommerzConfig } from './sslcommerz.ts'

/** Settings that cannot be used. The message has one sentence per problem and never contains a secret. */
export class ConfigError extends Error {}

type Env = Record<string, string | undefined>

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '::1'])
const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
// 32 random characters practically always contain 12 different ones; a repeated word does not.
const minDistinctCharacters = 12
const minTokenLength = 16
const maxLimitsFactor = 1_000_000
// Each process holds connections to PostgreSQL, which accepts about 100.
const maxWorkers = 16
// A load balancer checks every second or two; after ten seconds the process is killed.
const defaultNoticeMs = 3_000
// A response takes three seconds at most, even when the database does not respond.
const defaultDatabaseTimeoutMs = 3_000
const minDatabaseTimeoutMs = 500
const maxDatabaseTimeoutMs = 60_000
const maxNoticeMs = 8_000

const postgresUrl = url('postgres:', 'postgresql:')

const trustedProxies = z
  .string()
  .transform((list) => list.split(',').map((network) => network.trim()))
  .superRefine((networks, ctx) => {
    const invalid = networks.find((network) => !isNetwork(network))
    if (invalid !== undefined)
      ctx.addIssue(`must be addresses and networks such as 10.0.0.7, 172.16.0.0/12; "${invalid}" is neither.`)
  })

const limitsFactor = z
  .string()
  .refine(
    (value) => /^\d+(?:\.\d+)?$/.test(value) && Number(value) > 0 && Number(value) <= maxLimitsFactor,
    `must be a number above 0 and at most ${maxLimitsFactor}, such as 1 or 2.5.`,
  )
  .transform(Number)

const variables = z.object({
  NODE_ENV: z.string().optional(),
  HOST: host.default('127.0.0.1'),
  PORT: port.default(3000),
  DATA_DIR: folder.prefault('./data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  DATABASE_POOLER_URL: postgresUrl.optional(),
  DATABASE_TIMEOUT_MS: integer(
    minDatabaseTimeoutMs,
    maxDatabaseTimeoutMs,
    () => `must be a number of milliseconds from ${minDatabaseTimeoutMs} to ${maxDatabaseTimeoutMs}.`,
  ).default(defaultDatabaseTimeoutMs),
  PUBLIC_URL: origin('http:', 'https:').optional(),
  SECRET: z.string().min(secretBytes, `must have at least ${secretBytes} characters.`).optional(),
  DEMO: onOff.optional(),
  STRIPE_SECRET_KEY: matching(/^(?:sk|rk)_/, 'must start with sk_ or rk_.').optional(),
  STRIPE_PUBLISHABLE_KEY: matching(/^pk_/, 'must start with pk_.').optional(),
  STRIPE_WEBHOOK_SECRET: matching(/^whsec_/, 'must start with whsec_.').optional(),
  ...bkashVariables,
  ...sslcommerzVariables,
  // Kept with its slash: OpenID Connect compares issuers character by character.
  OIDC_ISSUER: exactUrl('https:', 'http:').optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  SMTP_URL: url('smtp:', 'smtps:')
    .refine((value) => new URL(value).hostname !== '', 'must name a mail server.')
    .optional(),
  SMTP_REQUIRE_TLS: onOff.optional(),
  MAIL_FROM: matching(
    /^(?:[^<>@\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
    'must be an e-mail address such as Motohaat <no-reply@motohaat.example>.',
  ).optional(),
  ...smsVariables,
  S3_ENDPOINT: origin('https:', 'http:').optional(),
  // The naming rules of S3; other characters would change the URL.
  S3_BUCKET: matching(
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    'must be the name of a bucket: 3 to 63 characters: a to z, 0 to 9, dots and dashes.',
  ).optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SANDBOX_PORT: port.optional(),
  SANDBOX_CARDS_URL: url('http:').optional(),
  SANDBOX_BKASH_URL: url('http:').optional(),
  SANDBOX_SSLCOMMERZ_URL: url('http:').optional(),
  TRUSTED_PROXIES: trustedProxies.default([]),
  LIMITS_FACTOR: limitsFactor.default(1),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}.`).optional(),
  METRICS_HOST: host.default('127.0.0.1'),
  METRICS_PORT: port.optional(),
  METRICS_TOKEN: z.string().optional(),
  DRAIN_NOTICE_MS: integer(
    0,
    maxNoticeMs,
    () => `must be a number of milliseconds from 0 to ${maxNoticeMs}.`,
  ).optional(),
  WORKERS: integer(1, maxWorkers, () => `must be a number of processes from 1 to ${maxWorkers}.`).default(1),
})
/** The names of all settings. Each may also be set by a file, as `<name>_FILE`. */
export const settingNames: readonly string[] = Object.keys(variables.shape)
type Variables = z.output<typeof variables>
type Name = keyof Variables
type Report = (name: Name, problem: string) => void

/** Settings that are only useful together. */
const groups: readonly (readonly Name[])[] = [
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  bkashKeyNames,
  sslcommerzKeyNames,
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
]

const checkGroups = (settings: Variables, report: Report): void => {
  for (const names of groups) {
    const present = names.find((name) => settings[name] !== undefined)
    if (present === undefined) continue
    for (const name of names) if (settings[name] === undefined) report(name, `must be set too, since ${present} is.`)
  }
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_REPLICA_URL', 'DATABASE_POOLER_URL'] as const)
    if (settings[name] !== undefined && settings.DATABASE_URL === undefined)
      report('DATABASE_URL', `must be set too, since ${name} is.`)
}

const checkPortsAndMetrics = (settings: Variables, report: Report): void => {
  const { PORT, SANDBOX_PORT, METRICS_PORT, METRICS_HOST, METRICS_TOKEN } = settings
  if (SANDBOX_PORT === PORT) report('SANDBOX_PORT', `must be another port than PORT, which is ${PORT}.`)
  if (METRICS_PORT === undefined) return
  if (METRICS_PORT === PORT || METRICS_PORT === (SANDBOX_PORT ?? toDefaultSandboxPort(PORT)))
    report('METRICS_PORT', 'must be another port than PORT and SANDBOX_PORT.')
  if (METRICS_TOKEN === undefined && !loopbackHosts.has(METRICS_HOST))
    report('METRICS_TOKEN', 'must be set too, since METRICS_HOST is not this machine alone.')
  if (METRICS_TOKEN !== undefined && METRICS_TOKEN.length < minTokenLength)
    report('METRICS_TOKEN', `must have at least ${minTokenLength} characters.`)
}

/** Whether a URL names this machine. */
const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && URL.canParse(address) && loopbackHosts.has(new URL(address).hostname.replace(/[[\]]/g, ''))

/** `live` or `test` for a key such as sk_live_1; undefined for others. */
const getKeyMode = (key: string | undefined): string | undefined =>
  key?.split('_').find((part) => /^(?:live|test)$/.test(part))

const checkStripeMode = ({ STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY }: Variables, report: Report): void => {
  const [secretMode, publishableMode] = [getKeyMode(STRIPE_SECRET_KEY), getKeyMode(STRIPE_PUBLISHABLE_KEY)]
  if (secretMode !== undefined && publishableMode !== undefined && secretMode !== publishableMode)
    report('STRIPE_PUBLISHABLE_KEY', 'must be of the same mode as STRIPE_SECRET_KEY: both live or both test.')
}

/** Browsers trust loopback addresses as they trust https. */
const isSafePublicUrl = (address: string): boolean =>
  URL.canParse(address) && (address.startsWith('https://') || loopbackHosts.has(new URL(address).hostname))

const checkProduction = (settings: Variables, report: Report): void => {
  const { PUBLIC_URL = '', SECRET, OIDC_ISSUER } = settings
  if (!isSafePublicUrl(PUBLIC_URL)) report('PUBLIC_URL', 'must be an https:// address when NODE_ENV is production.')
  if (SECRET === undefined) report('SECRET', 'must be set when NODE_ENV is production.')
  else if (new Set(SECRET).size < minDistinctCharacters)
    report('SECRET', 'must be random, such as the output of: openssl rand -base64 32')
  const { STRIPE_SECRET_KEY, BKASH_APP_KEY, SSLCOMMERZ_STORE_ID } = settings
  if ((STRIPE_SECRET_KEY ?? BKASH_APP_KEY ?? SSLCOMMERZ_STORE_ID) === undefined)
    report('STRIPE_SECRET_KEY', noProviderProblem)
  if (OIDC_ISSUER === undefined)
    report('OIDC_ISSUER', 'must be set when NODE_ENV is production: the sign-in sandbox lets anybody in.')
  else if (OIDC_ISSUER.startsWith('http:'))
    report('OIDC_ISSUER', 'must start with https:// when NODE_ENV is production: it says who people are.')
  if (settings.SMTP_URL === undefined)
    report('SMTP_URL', 'must be set when NODE_ENV is production: the outbox sandbox shows e-mails to everybody.')
  if (settings.DEMO === true)
    report('DEMO', 'must be off when NODE_ENV is production: everybody knows the logins of the demonstration.')
}

const toDefaultSandboxPort = (appPort: number): number => (appPort === 65_535 ? appPort - 1 : appPort + 1)

const isComplete = <T extends object>(group: T): group is { [K in keyof T]-?: Exclude<T[K], undefined> } =>
  Object.values(group).every((value) => value !== undefined)
const orNull = <T extends object>(group: T) => (isComplete(group) ? group : null)

const toConfig = (settings: Variables) => {
  const production = settings.NODE_ENV === 'production'
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`
  return {
    host: settings.HOST,
    port: settings.PORT,
    dataDir: settings.DATA_DIR,
    /** An external PostgreSQL, or null for the embedded one. */
    databaseUrl: settings.DATABASE_URL ?? null,
    /** For one statement of the server and the wait for its connection. */
    databaseTimeoutMs: settings.DATABASE_TIMEOUT_MS,
    /** The login that owns the tables there and migrates; null when `databaseUrl` does. */
    databaseOwnerUrl: settings.DATABASE_OWNER_URL ?? null,
    publicUrl,
    /** Undefined: the data folder has it. */
    secret: settings.SECRET,
    production,
    /** Whether demonstration data and its logins exist. */
    demo: settings.DEMO ?? (loopbackHosts.has(settings.HOST) && !production),
    /** Keys of a Stripe account, or null for none. */
    stripe: orNull({
      secretKey: settings.STRIPE_SECRET_KEY,
      publishableKey: settings.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: settings.STRIPE_WEBHOOK_SECRET,
    }),
    /** Keys of a bKash merchant account; without these and Stripe's the sandboxes take payments. */
    bkash: orNull(toBkashConfig(settings)),
    bkashUrl: settings.BKASH_URL,
    maxBkashTaka: settings.BKASH_MAX_TAKA,
    bkashSendsPayouts: settings.BKASH_PAYOUTS,
    bkashChargePercent: settings.BKASH_CHARGE_PERCENT,
    /** Keys of an SSLCommerz store. */
    sslcommerz: orNull(toSslcommerzConfig(settings)),
    sslcommerzUrl: settings.SSLCOMMERZ_URL,
    maxSslcommerzTaka: settings.SSLCOMMERZ_MAX_TAKA,
    /** An OpenID Connect provider, or null for the sign-in sandbox. */
    oidc: orNull({
      issuer: settings.OIDC_ISSUER,
      clientId: settings.OIDC_CLIENT_ID,
      clientSecret: settings.OIDC_CLIENT_SECRET,
    }),
    /** A mail server such as smtps://user:password@mail.example, or null for the outbox sandbox. */
    smtpUrl: settings.SMTP_URL ?? null,
    /** Whether e-mails only go over TLS; a mail server on this machine needs none. */
    smtpRequireTls: settings.SMTP_REQUIRE_TLS ?? !isLoopback(settings.SMTP_URL),
    /** The sender of e-mails: an address, alone or behind a name. */
    mailFrom: settings.MAIL_FROM ?? `Motohaat <no-reply@${new URL(publicUrl).hostname}>`,
    /** A service for text messages, or null for its sandbox; in production null is none. */
    sms: toSmsConfig(settings),
    /** A bucket for pictures at a store with the S3 API, or null for a folder in the data folder. */
    s3: orNull({
      endpoint: settings.S3_ENDPOINT,
      bucket: settings.S3_BUCKET,
      region: settings.S3_REGION,
      accessKeyId: settings.S3_ACCESS_KEY_ID,
      secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
    }),
    /** The port of the sandboxes, and those that run elsewhere. */
    sandbox: {
      port: settings.SANDBOX_PORT ?? toDefaultSandboxPort(settings.PORT),
      cardsUrl: settings.SANDBOX_CARDS_URL ?? null,
      bkashUrl: settings.SANDBOX_BKASH_URL ?? null,
      sslcommerzUrl: settings.SANDBOX_SSLCOMMERZ_URL ?? null,
    },
    traffic: {
      /** Addresses and networks of proxies whose X-Forwarded-For is believed. */
      trustedProxies: settings.TRUSTED_PROXIES,
      /** Multiplies all rate limits. */
      limitsFactor: settings.LIMITS_FACTOR,
    },
    operations: {
      logLevel: settings.LOG_LEVEL ?? (production ? ('info' as const) : ('warn' as const)),
      /** The address of the metrics server and its bearer token, or null for none. */
      metrics:
        settings.METRICS_PORT === undefined
          ? null
          : { host: settings.METRICS_HOST, port: settings.METRICS_PORT, token: settings.METRICS_TOKEN ?? null },
      /** How long a process that shuts down still accepts requests, so that load balancers notice. */
      drainNoticeMs: settings.DRAIN_NOTICE_MS ?? (production ? defaultNoticeMs : 0),
    },
    scale: {
      /** The number of processes that serve requests. */
      workers: settings.WORKERS,
      /** A streaming replica of `databaseUrl` for public lists, or null for none. */
      replicaUrl: settings.DATABASE_REPLICA_URL ?? null,
      /** A pooler in transaction mode in front of `databaseUrl`, or null for none. */
      poolerUrl: settings.DATABASE_POOLER_URL ?? null,
    },
  }
}

export type Config = Omit<ReturnType<typeof toConfig>, 'secret'> & {
  /** Signs cookies and tokens and encrypts second factors. */
  secret: string
}

// Runs even when single variables are wrong, so that one error lists everything. Reports one problem per variable.
const schema = variables
  .superRefine(
    (settings, ctx) => {
      const report: Report = (name, message) => {
        if (!ctx.issues.some(({ path }) => path?.[0] === name)) ctx.addIssue({ code: 'custom', path: [name], message })
      }
      checkGroups(settings, report)
      checkPortsAndMetrics(settings, report)
      checkStripeMode(settings, report)
      checkSms(settings, report)
      if (settings.NODE_ENV !== 'production') return
      checkProduction(settings, report)
      checkSandboxKeys(settings, report)
    },
    { when: () => true },
  )
  .transform(toConfig)

// An empty one is a substitution that failed. Without it the server would use another secret, or none.
const neverEmpty = new Set(['SECRET', 'METRICS_TOKEN'])

/** Empty variables count as not set, except secrets; spaces around a value do not count. */
const normalise = (env: Env): Env =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => {
      const trimmed = value?.trim() ?? ''
      return trimmed === '' && !(value !== undefined && neverEmpty.has(name)) ? [] : [[name, trimmed]]
    }),
  )

/** Reads the settings. Creates the data folder and the secret where they are missing. Throws a ConfigError. */
export const readConfig = (env: Env = process.env): Config => {
  const files = readFileSettings(env, settingNames)
  const { data, error } = schema.safeParse(normalise(files.env))
  // A setting whose file cannot be used is missing too: its file is the one problem to name.
  const issues = error?.issues.filter(({ path }) => !files.problems.has(String(path[0]))) ?? []
  const problems = [...files.problems.values(), ...issues.map(({ path, message }) => `${String(path[0])} ${message}`)]
  if (!data || problems.length > 0) throw new ConfigError(problems.join('\n'))
  try {
    return { ...data, secret: data.secret ?? loadOrCreateSecret(data.dataDir) }
  } catch (cause) {
    throw new ConfigError(`DATA_DIR: the file ${join(data.dataDir, 'secret')} cannot be written (${String(cause)}).`, {
      cause,
    })
  }
}
