// The sandboxes of the external services, on a port of their own, as the real services have their own origins.
import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { type BkashSandbox, createBkashSandbox } from './bkash/server.ts'
import { createCardSandbox } from './cards/server.ts'
import { createOutbox } from './mail/outbox.ts'
import { handleFontRequest, isFontRequest } from './page-style.ts'
import { createSignInProvider } from './sign-in/provider.ts'
import { createSmsSandbox, type SmsSandbox } from './sms/server.ts'
import { createSslcommerzSandbox } from './sslcommerz/server.ts'

/** Keys that only the sandboxes accept. */
export const sandboxKeys = {
  stripe: { secretKey: 'sk_test_sandbox', publishableKey: 'pk_test_sandbox', webhookSecret: 'whsec_sandbox' },
  oidc: { clientId: 'motohaat', clientSecret: 'sandbox-client-secret' },
  mail: { key: 'outbox-sandbox' },
  sms: { key: 'sms-sandbox' },
  bkash: {
    appKey: 'sandbox-app-key',
    appSecret: 'sandbox-app-secret',
    username: 'sandbox-user',
    password: 'sandbox-password',
  },
  sslcommerz: { storeId: 'sandbox-store', storePassword: 'sandbox-store-password' },
} as const

export { bkashSandboxChargePercent, bkashSandboxPath } from './bkash/server.ts'
export { smsSandboxPath } from './sms/server.ts'
export { sslcommerzSandboxPath } from './sslcommerz/server.ts'

export type Sandbox = {
  url: string
  issuer: string
  /** Where e-mails are received and shown. */
  outboxUrl: string
  /** For tests in the same process. */
  bkash: BkashSandbox
  sms: SmsSandbox
  close(): Promise<void>
}

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })

/**
 * Starts the sandboxes for cards, bKash, SSLCommerz, sign-in, mail and text messages on one loopback server.
 * @param options.shopUrl base URL of the app, for webhooks and redirects after sign-in
 * @param options.people who can sign in with one click
 */
export const createSandbox = async (options: {
  host: string
  port: number
  dataDir: string
  shopUrl: string
  production: boolean
  people: { sub: string; email: string; name: string }[]
  log: (line: string) => void
}): Promise<Sandbox> => {
  const cardSandbox = await createCardSandbox({
    stateFile: join(options.dataDir, 'sandbox-cards.jsonl'),
    ...sandboxKeys.stripe,
    webhook: { url: () => `${options.shopUrl}/api/payments/webhook`, secret: sandboxKeys.stripe.webhookSecret },
    now: () => new Date(),
    createId: (prefix) => `${prefix}_${randomBytes(16).toString('hex')}`,
    production: options.production,
    log: options.log,
  })
  const bkash = await createBkashSandbox({
    stateFile: join(options.dataDir, 'sandbox-bkash.jsonl'),
    keys: sandboxKeys.bkash,
    now: () => new Date(),
    createId: (prefix) => `${prefix}${randomBytes(10).toString('hex')}`,
    production: options.production,
    log: options.log,
  })
  const sslcommerz = await createSslcommerzSandbox({
    stateFile: join(options.dataDir, 'sandbox-sslcommerz.jsonl'),
    keys: sandboxKeys.sslcommerz,
    now: () => new Date(),
    createId: (prefix) => `${prefix}${randomBytes(10).toString('hex')}`,
    production: options.production,
    log: options.log,
  })
  const url = `http://localhost:${options.port}`
  const issuer = `${url}/sign-in`
  const signIn = createSignInProvider({
    issuer,
    ...sandboxKeys.oidc,
    redirectUris: [`${options.shopUrl}/api/auth/callback/social`],
    people: options.people,
    production: options.production,
  })
  const outbox = createOutbox({ ...sandboxKeys.mail, production: options.production, now: () => new Date() })
  const sms = createSmsSandbox({ ...sandboxKeys.sms, production: options.production, now: () => new Date() })
  const server = createServer((request, response) => {
    if (isFontRequest(request.url)) return handleFontRequest(request, response)
    if (request.url?.startsWith('/sign-in')) return signIn.handler(request, response)
    if (request.url?.startsWith('/sms')) return sms.handler(request, response)
    if (request.url?.startsWith('/sslcommerz')) return sslcommerz.handler(request, response)
    if (request.url?.startsWith('/bkash')) return bkash.handler(request, response)
    return request.url?.startsWith('/mail') ? outbox.handler(request, response) : cardSandbox.handler(request, response)
  })
  await listen(server, options.port, options.host)
  return {
    url,
    issuer,
    outboxUrl: `${url}/mail`,
    bkash,
    sms,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await cardSandbox.close()
      await bkash.close()
      await sslcommerz.close()
    },
  }
}

/** Confirms an intent at the card sandbox with a test card that succeeds, as a buyer would in the browser. */
export const payAtSandbox = async (url: string, intentId: string): Promise<void> => {
  const response = await fetch(`${url}/v1/payment_intents/${intentId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandboxKeys.stripe.secretKey}` },
    body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
  })
  if (!response.ok) throw new Error(`The card sandbox refused the payment: ${await response.text()}`)
}
