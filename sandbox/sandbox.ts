// The sandboxes of the external services, on a port of their own, as the real services have their own origins.
import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { createCardSandbox } from './cards/server.ts'
import { createOutbox } from './mail/outbox.ts'
import { createSignInProvider } from './sign-in/provider.ts'

/** Keys that only the sandboxes accept. */
export const sandboxKeys = {
  stripe: { secretKey: 'sk_test_sandbox', publishableKey: 'pk_test_sandbox', webhookSecret: 'whsec_sandbox' },
  oidc: { clientId: 'motohaat', clientSecret: 'sandbox-client-secret' },
  mail: { key: 'outbox-sandbox' },
} as const

export type Sandbox = {
  url: string
  issuer: string
  /** Where e-mails are received and shown. */
  outboxUrl: string
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
 * Starts the sandboxes for cards, sign-in and mail on one loopback server.
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
  const url = `http://localhost:${options.port}`
  const issuer = `${url}/sign-in`
  const signIn = await createSignInProvider({
    issuer,
    ...sandboxKeys.oidc,
    redirectUris: [`${options.shopUrl}/api/auth/callback/social`],
    people: options.people,
    production: options.production,
  })
  const outbox = createOutbox({ ...sandboxKeys.mail, production: options.production, now: () => new Date() })
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/sign-in')) return signIn.handler(request, response)
    return request.url?.startsWith('/mail') ? outbox.handler(request, response) : cardSandbox.handler(request, response)
  })
  await listen(server, options.port, options.host)
  return {
    url,
    issuer,
    outboxUrl: `${url}/mail`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await cardSandbox.close()
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
