// Creates the dependencies of the app from the configuration, alike in every process.
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { v7 } from 'uuid'
import { createMailer, type Mailer } from '#market/mail/provider.ts'
import { createPaymentProvider, type PaymentProvider } from '#market/payments/provider.ts'
import { createBucketPictureStore, createDiskPictureStore, type PictureStore } from '#market/pictures/provider.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import { createLimits, type Limits } from '#platform/http/rate-limiter.ts'
import type { LoadSheddingConfig } from '#platform/load-shedding/load-shedding.ts'
import { createLogger } from '#platform/observability/logger.ts'
import type { Metrics } from '#platform/observability/metrics.ts'
import type { Replica } from '#platform/database/replica.ts'
import type { ExternalService } from '#platform/load-shedding/external-service.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import { createExternalServices, type ExternalServices, guardMailer, guardPictureStore } from './external-services.ts'

export type AppDependencies = {
  db: Database
  /** A read replica for public lists; without it `db` serves them. */
  replica?: Replica | null
  paymentProvider: PaymentProvider
  /** The guards of servers of others. `paymentProvider`, `pictures` and `mailer` already use theirs. */
  externalServices: ExternalServices
  /** The store for picture files, and a local folder for uploads in progress. */
  pictures: { store: PictureStore; incomingDir: string }
  publicUrl: string
  secret: string
  social: { issuer: string; clientId: string; clientSecret: string }
  mailer: Mailer
  /** Whether an admin without a second factor is asked to add one, or is denied all admin functions. */
  secondFactorOfAdmins: 'asked' | 'required'
  /** The rate limits. */
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
  } | null
}

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

type CardGuard = { service: ExternalService; log: (line: string) => void }

/** The payment provider, what the payment pages need, and the sandbox URL, or null with Stripe. */
export const createPaymentSetup = (config: Config, sandbox: SandboxUrls | null, guard?: CardGuard) => {
  if (config.stripe) {
    const { publishableKey } = config.stripe
    return {
      paymentProvider: createPaymentProvider({ ...config.stripe, ...guard }),
      sandboxUrl: null,
      stripe: { publishableKey, script: null, origins: stripeOrigins },
    }
  }
  const url = config.sandbox.cardsUrl ?? sandbox?.url ?? ''
  const { hostname, port } = new URL(url)
  return {
    paymentProvider: createPaymentProvider({
      ...sandboxKeys.stripe,
      sandbox: { host: hostname, port: Number(port) },
      ...guard,
    }),
    sandboxUrl: url,
    stripe: { publishableKey: sandboxKeys.stripe.publishableKey, script: `${url}/stripe.js`, origins: [url] },
  }
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
  const { paymentProvider, stripe } = createPaymentSetup(config, sandbox, { service: externalServices.cards, log })
  return {
    db,
    replica,
    paymentProvider,
    externalServices,
    pictures: createPicturesFromConfig(config, externalServices, log),
    publicUrl: config.publicUrl,
    secret: config.secret,
    social: config.oidc ?? { issuer: sandbox?.issuer ?? '', ...sandboxKeys.oidc },
    mailer: guardMailer(createMailerFromConfig(config, sandbox), externalServices.mail),
    // A visitor of the demonstration has no authenticator app; docs/decisions/0016-second-factor-for-the-admin.md.
    secondFactorOfAdmins: config.demo && !config.production ? 'asked' : 'required',
    log: createLogger(config.operations.logLevel),
    metrics,
    limits: createLimits(config.traffic.limitsFactor),
    trustedProxies: config.traffic.trustedProxies,
    now: () => new Date(),
    createId: () => v7(),
    createRequestId: () => randomUUID(),
    createToken: () => randomBytes(32).toString('base64url'),
    pages: { distDir: join(root, 'dist'), picturesDir: join(root, 'web/assets/pictures'), stripe },
  }
}
