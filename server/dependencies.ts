// What a shop is opened with, made of the settings: alike in every process that serves it.
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { openMailer } from '#market/mail/provider.ts'
import { openCards } from '#market/payments/provider.ts'
import { picturesInBucket, picturesOnDisk } from '#market/pictures/provider.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import { openLimits } from '#platform/http/rate-limiter.ts'
import { openLog } from '#platform/observability/logger.ts'
import type { Metrics } from '#platform/observability/metrics.ts'
import type { Replica } from '#platform/database/replica.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import type { Fittings } from './app.ts'

const root = join(import.meta.dirname, '..')

/** Where the stand-ins are, whichever process has opened them. */
export type StandIns = { url: string; issuer: string; outboxUrl: string }

/** Stripe's own pages and scripts come from these addresses; the payment screens let in no others. */
const stripeOrigins = [
  'https://js.stripe.com',
  'https://*.js.stripe.com',
  'https://api.stripe.com',
  'https://hooks.stripe.com',
]

/** The till's way to the provider, what its screens need, and where the sandbox is if it is one. */
export const cardsOf = (config: Config, sandbox: StandIns | null) => {
  if (config.stripe) {
    const { publishableKey } = config.stripe
    return {
      cards: openCards(config.stripe),
      sandboxUrl: null,
      onScreen: { publishableKey, script: null, origins: stripeOrigins },
    }
  }
  const url = config.sandbox.cardsUrl ?? sandbox?.url ?? ''
  const { hostname, port } = new URL(url)
  return {
    cards: openCards({ ...sandboxKeys.stripe, sandbox: { host: hostname, port: Number(port) } }),
    sandboxUrl: url,
    onScreen: { publishableKey: sandboxKeys.stripe.publishableKey, script: `${url}/stripe.js`, origins: [url] },
  }
}

/** Letters go to the mail server when there is one, otherwise into the outbox. */
const mailerOf = ({ smtpUrl, mailFrom: from }: Config, sandbox: StandIns | null) =>
  openMailer(smtpUrl === null ? { from, outboxUrl: sandbox?.outboxUrl ?? '', ...sandboxKeys.mail } : { from, smtpUrl })

/** Pictures go to the bucket when there is one, otherwise below the data folder. */
const picturesOf = (config: Config, say: (line: string) => void) => ({
  store: config.s3 ? picturesInBucket(config.s3, say) : picturesOnDisk(join(config.dataDir, 'pictures')),
  incomingDir: join(config.dataDir, 'incoming'),
})

type Opened = {
  db: Database
  replica: Replica | null
  sandbox: StandIns | null
  metrics: Metrics | null
  say: (line: string) => void
}

/** Everything that the shop is opened with. `pages` is null for a process that serves nobody. */
export const fittingsOf = (config: Config, { db, replica, sandbox, metrics, say }: Opened): Fittings => {
  const { cards, onScreen } = cardsOf(config, sandbox)
  return {
    db,
    replica,
    cards,
    pictures: picturesOf(config, say),
    publicUrl: config.publicUrl,
    secret: config.secret,
    social: config.oidc ?? { issuer: sandbox?.issuer ?? '', ...sandboxKeys.oidc },
    mailer: mailerOf(config, sandbox),
    // A visitor who tries the demonstration has no phone set up for it; docs/decisions/0016 says more.
    secondFactorOfAdmins: config.demo && !config.production ? 'asked' : 'required',
    log: openLog(config.operations.logLevel),
    metrics,
    limits: openLimits(config.visitors.limitsFactor),
    trustedProxies: config.visitors.trustedProxies,
    now: () => new Date(),
    newId: () => v7(),
    newRequestId: () => randomUUID(),
    newToken: () => randomBytes(32).toString('base64url'),
    pages: { distDir: join(root, 'dist'), picturesDir: join(root, 'web/assets/pictures'), cards: onScreen },
  }
}
