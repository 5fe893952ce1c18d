// Creates the dependencies of the app from the configuration, alike in every process.
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { v7 } from 'uuid'
import { createPasswordHasher, type PasswordHasher } from '#market/auth/password/hashing.ts'
import { createMailer, type Mailer } from '#market/mail/mailer.ts'
import { createBkashProvider, createBkashTokenSource } from '#market/payments/bkash/client.ts'
import { createSslcommerzProvider } from '#market/payments/sslcommerz/client.ts'
import { toSslcommerzUrls } from '#market/payments/provider-notifications.ts'
import { createSmsSender, type SmsSender } from '#market/phone-proofs/sms.ts'
import { createPaymentProvider } from '#market/payments/stripe.ts'
import { createTokenProvider } from '#market/payments/provider-tokens.ts'
import type { PaymentProviders } from '#market/payments/providers.ts'
import { createBucketPictureStore, createDiskPictureStore, type PictureStore } from '#market/pictures/store.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import { createLimits, type Limits } from './multiplied-limits.ts'
import type { LoadSheddingConfig } from '#platform/load-shedding/load-shedding.ts'
import { createLogger } from '#platform/observability/logger.ts'
import type { Metrics } from '#platform/observability/metrics.ts'
import type { Replica } from '#platform/database/replica.ts'
import { demoMailHost, demoPassword } from '#seed/fixtures.ts'
import {
  bkashSandboxChargePercent,
  bkashSandboxPath,
  sandboxKeys,
  smsSandboxPath,
  sslcommerzSandboxPath,
} from '#sandbox/sandbox.ts'
import {
  createExternalServices,
  type ExternalServices,
  guardMailer,
  guardPictureStore,
  guardSmsSender,
} from './external-services.ts'

export type AppDependencies = {
  db: Database
  /** A read replica for public lists; without it `db` serves them. */
  replica?: Replica | null
  paymentProviders: PaymentProviders
  /** The guards of servers of others. `paymentProviders`, `pictures` and `mailer` already use theirs. */
  externalServices: ExternalServices
  /** The store for picture files, and a local folder for uploads in progress. */
  pictures: { store: PictureStore; incomingDir: string }
  publicUrl: string
  secret: string
  social: { issuer: string; clientId: string; clientSecret: string }
  passwordHasher: PasswordHasher
  mailer: Mailer
  /** The sender of e-mails: "Motohaat <no-reply@…>". */
  mailFrom: string
  /** Null where text messages cannot be sent. */
  smsSender: SmsSender | null
  /** Whether an admin without a second factor is asked to add one, or is denied all admin functions. */
  secondFactorOfAdmins: 'asked' | 'required'
  /** Of requests, connections, and what one member may ask for. */
  limits: Limits
  /** Addresses and networks of proxies whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[]
  /** When requests are rejected because of load; defaultLoadShedding by default. */
  shedding?: LoadSheddingConfig
  log: FastifyBaseLogger
  /** The metrics registry, or null without metrics. */
  metrics?: Metrics | null
  now: () => Date
  /** Creates a UUIDv7. */
  createId: () => string
  /** Creates a request id. It need not be sortable, so a plain UUIDv4 is enough. */
  createRequestId: () => string
  /** Creates a URL-safe random token (256 bits). */
  createToken: () => string
  /** The built pages and what the payment pages need, or null for the API alone. */
  pages: {
    distDir: string
    picturesDir: string
    stripe: { publishableKey: string; script: string | null; origins: string[] }
    demoLogins?: DemoLogins | undefined
  } | null
}

type DemoLogins = { password: string; names: string[]; host: string }

/** A buyer, a seller and the admin, whom the login page of the demonstration offers; undefined anywhere else. */
export const getDemoLogins = ({ demo, production }: Pick<Config, 'demo' | 'production'>): DemoLogins | undefined =>
  demo && !production ? { password: demoPassword, names: ['karim', 'rahim', 'ayesha'], host: demoMailHost } : undefined

const root = join(import.meta.dirname, '..')

/** URLs of the sandboxes, whichever process runs them. */
export type SandboxUrls = { url: string; issuer: string; outboxUrl: string }

/** The origins of Stripe's scripts and frames; the payment pages allow no others in their CSP. */
const stripeOrigins = [
  'https://js.stripe.com',
  'https://*.js.stripe.com',
  'https://api.stripe.com',
  'https://hooks.stripe.com',
]

const createToken = (): string => randomBytes(32).toString('base64url')

type PaymentResources = {
  db: Database
  externalServices: ExternalServices
  log: (line: string) => void
}

/** bKash of the configuration or its sandbox; undefined for a shop that takes cards alone. */
const createBkash = (config: Config, sandboxUrl: string | null, resources: PaymentResources) => {
  const keys = config.bkash ?? (sandboxUrl === null ? null : sandboxKeys.bkash)
  if (!keys) return undefined
  const service = resources.externalServices.bkash
  const baseUrl = config.bkash ? config.bkashUrl : `${config.sandbox.bkashUrl ?? sandboxUrl}${bkashSandboxPath}`
  const { db, log } = resources
  const tokenDeps = { db, log, createToken, secret: config.secret, now: () => new Date(), createId: () => v7() }
  return createBkashProvider({
    baseUrl,
    keys,
    service,
    maxTaka: config.maxBkashTaka,
    sendsPayouts: config.bkash ? config.bkashSendsPayouts : true,
    chargePercent: config.bkash ? config.bkashChargePercent : bkashSandboxChargePercent,
    callbackUrl: (language) => `${config.publicUrl}${language === 'bn' ? '/bn' : ''}/dashboard/paid/bkash`,
    getToken: createTokenProvider(tokenDeps, createBkashTokenSource({ baseUrl, keys, service })),
  })
}

/** SSLCommerz of the configuration or its sandbox; undefined for a shop without it. */
const createSslcommerz = (config: Config, sandboxUrl: string | null, { externalServices }: PaymentResources) => {
  const keys = config.sslcommerz ?? (sandboxUrl === null ? null : sandboxKeys.sslcommerz)
  if (!keys) return undefined
  return createSslcommerzProvider({
    baseUrl: config.sslcommerz
      ? config.sslcommerzUrl
      : `${config.sandbox.sslcommerzUrl ?? sandboxUrl}${sslcommerzSandboxPath}`,
    keys,
    service: externalServices.sslcommerz,
    maxTaka: config.maxSslcommerzTaka,
    email: /[^<>\s]+@[^<>\s]+/.exec(config.mailFrom)?.[0] ?? config.mailFrom,
    urls: toSslcommerzUrls(config.publicUrl),
  })
}

/** What the payment pages need of Stripe; without its keys nothing. */
const toStripePages = (config: Config, sandboxUrl: string | null) => {
  if (config.stripe) return { publishableKey: config.stripe.publishableKey, script: null, origins: stripeOrigins }
  if (sandboxUrl === null) return { publishableKey: '', script: null, origins: [] }
  return {
    publishableKey: sandboxKeys.stripe.publishableKey,
    script: `${sandboxUrl}/stripe.js`,
    origins: [sandboxUrl],
  }
}

/** The URL of the payment sandboxes; null where a real provider takes the money. */
export const getPaymentSandboxUrl = (config: Config, sandbox: SandboxUrls | null): string | null =>
  config.stripe || config.bkash || config.sslcommerz ? null : (config.sandbox.cardsUrl ?? sandbox?.url ?? '')

const createCards = (config: Config, sandboxUrl: string | null, { externalServices, log }: PaymentResources) => {
  const guard = { service: externalServices.cards, log }
  if (config.stripe) return createPaymentProvider({ ...config.stripe, ...guard })
  if (sandboxUrl === null) return undefined
  const { hostname: host, port } = new URL(sandboxUrl)
  return createPaymentProvider({ ...sandboxKeys.stripe, sandbox: { host, port: Number(port) }, ...guard })
}

/** The payment providers whose keys are set; without any, the sandboxes of all. */
export const createPaymentProviders = (
  config: Config,
  sandbox: SandboxUrls | null,
  resources: PaymentResources,
): PaymentProviders => {
  const sandboxUrl = getPaymentSandboxUrl(config, sandbox)
  const cards = createCards(config, sandboxUrl, resources)
  const walletUrl = sandboxUrl === null ? null : (sandbox?.url ?? sandboxUrl)
  const bkash = createBkash(config, walletUrl, resources)
  const sslcommerz = createSslcommerz(config, walletUrl, resources)
  return { ...(cards && { cards }), ...(bkash && { bkash }), ...(sslcommerz && { sslcommerz }) }
}

/** E-mails go to SMTP_URL if it is set, otherwise to the outbox sandbox. */
const createMailerFromConfig = (
  { smtpUrl, smtpRequireTls: requireTls, mailFrom: from }: Config,
  sandbox: SandboxUrls | null,
) =>
  createMailer(
    smtpUrl === null
      ? { from, outboxUrl: sandbox?.outboxUrl ?? '', ...sandboxKeys.mail }
      : { from, smtpUrl, requireTls },
  )

/** The request that the SMS sandbox takes. */
export const toSandboxSms = (sandboxUrl: string) => ({
  url: `${sandboxUrl}${smsSandboxPath}`,
  body: '{"id":"{id}","number":"+{number}","text":"{text}"}',
  header: 'Authorization: Bearer {key}',
  accepted: null,
  ...sandboxKeys.sms,
})

/** Text messages go to SMS_URL if it is set, otherwise to the sandbox; in production there may be neither. */
const createSmsSenderFromConfig = ({ sms, production }: Config, sandbox: SandboxUrls | null): SmsSender | null => {
  if (sms) return createSmsSender(sms)
  return production || sandbox === null ? null : createSmsSender(toSandboxSms(sandbox.url))
}

/** Pictures go to the S3 bucket if it is set, otherwise to the data folder. */
const createPicturesFromConfig = (config: Config, { pictures }: ExternalServices, log: (line: string) => void) => ({
  store: config.s3
    ? guardPictureStore(createBucketPictureStore(config.s3, log), pictures)
    : createDiskPictureStore(join(config.dataDir, 'pictures')),
  incomingDir: join(config.dataDir, 'incoming'),
})

type ProcessResources = {
  db: Database
  replica: Replica | null
  sandbox: SandboxUrls | null
  metrics: Metrics | null
  log: (line: string) => void
}

export const createDependencies = (
  config: Config,
  { db, replica, sandbox, metrics, log }: ProcessResources,
): AppDependencies => {
  const externalServices = createExternalServices(log)
  return {
    db,
    replica,
    paymentProviders: createPaymentProviders(config, sandbox, { db, externalServices, log }),
    externalServices,
    pictures: createPicturesFromConfig(config, externalServices, log),
    publicUrl: config.publicUrl,
    secret: config.secret,
    social: config.oidc ?? { issuer: sandbox?.issuer ?? '', ...sandboxKeys.oidc },
    passwordHasher: createPasswordHasher(),
    mailer: guardMailer(createMailerFromConfig(config, sandbox), externalServices.mail),
    mailFrom: config.mailFrom,
    smsSender: guardSmsSender(createSmsSenderFromConfig(config, sandbox), externalServices.sms),
    // A visitor of the demonstration has no authenticator app; docs/decisions/0016-second-factor-for-the-admin.md.
    secondFactorOfAdmins: config.demo && !config.production ? 'asked' : 'required',
    log: createLogger(config.operations.logLevel),
    metrics,
    limits: createLimits(config.traffic.limitsFactor),
    trustedProxies: config.traffic.trustedProxies,
    now: () => new Date(),
    createId: () => v7(),
    createRequestId: () => randomUUID(),
    createToken,
    pages: {
      distDir: join(root, 'dist'),
      picturesDir: join(root, 'web/assets/pictures'),
      stripe: toStripePages(config, getPaymentSandboxUrl(config, sandbox)),
      demoLogins: getDemoLogins(config),
    },
  }
}
