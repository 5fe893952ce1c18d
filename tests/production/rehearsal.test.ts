// The first production start of docs/operations.md, from an empty PostgreSQL to a bike that is listed, booked and paid.
// Stripe is the card sandbox behind a TLS proxy with the name api.stripe.com. The app has its production settings; only the
// route of its connections to that name is changed, as a network would.
// @module-tag processes
// @module-tag long
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { assert, describe, expect, onTestFinished, test, vi } from 'vitest'
import { appRole } from '#platform/database/app-role.ts'
import { toPoolerStatements } from '#platform/database/pooler-check.ts'
import type { Binaries } from '#platform/embedded-postgres/binaries.ts'
import { parseIntentId } from '#tests/support/buying.ts'
import {
  findDistributionPostgres,
  findPackagedPostgres,
  startExternalPostgres,
} from '#tests/support/external-postgres.ts'
import { findPgBouncer, startPgBouncer } from '#tests/support/pgbouncer.ts'
import { createProductBody } from '#tests/support/selling.ts'
import { spawnServer } from '#tests/support/server-process.ts'
import { createSmtpServer } from '#tests/support/smtp-server.ts'
import { createUniqueJpeg, createUploadForm } from '#tests/support/test-pictures.ts'
import { createCertificate, createTlsProxy, hasOpenssl } from '#tests/support/tls-proxy.ts'
import { createTlsBrowser } from './rehearsal-browser.ts'
import { findFreePort } from '#tests/support/ports/free-port.ts'

const root = join(import.meta.dirname, '../..')
const stripeKeys = { secret: 'sk_test_rehearsal', publishable: 'pk_test_rehearsal', webhook: 'whsec_rehearsal' }
const password = 'Gulshan-2 at seven in the evening'
// A busy machine needs minutes for three starts of the app.
const timeoutMs = 600_000

const createTempDir = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'motohaat-rehearsal-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** PgBouncer in transaction mode, as the checklist configures it. */
const startPooler = async (
  program: string,
  login: { port: number; user: string; password: string; database: string },
): Promise<string> => {
  const connectQuery = toPoolerStatements({ role: appRole, databaseTimeoutMs: 3_000 })
  const pooler = await startPgBouncer(program, { login, ignoredParameters: [], connectQuery })
  onTestFinished(() => pooler.stop())
  return pooler.url
}

/** Step 1 of the checklist: an empty database with an owner and a login for the server. */
const createDatabase = async (binaries: Binaries, pooler: string | null) => {
  const server = await startExternalPostgres(binaries)
  onTestFinished(() => server.stop())
  await server.query(`create role motohaat_owner login createrole password 'owner'`)
  await server.query(`create role motohaat_web login password 'web'`)
  await server.query('create database motohaat owner motohaat_owner')
  const login = { user: 'motohaat_web', password: 'web', database: 'motohaat' }
  return {
    query: (sql: string) => server.query(sql, 'motohaat'),
    settings: {
      ...(pooler !== null && { DATABASE_POOLER_URL: await startPooler(pooler, { ...login, port: server.port }) }),
      DATABASE_URL: server.toUrl(login),
      DATABASE_OWNER_URL: server.toUrl({ user: 'motohaat_owner', password: 'owner', database: 'motohaat' }),
    },
  }
}

/** Starts the card sandbox with the account's own keys; it sends its webhooks through the TLS proxy of the shop. */
const startCardProvider = async (folder: string, publicUrl: string, certificateFile: string) => {
  const keys = ['--secret-key', stripeKeys.secret, '--publishable-key', stripeKeys.publishable]
  const hook = ['--webhook', `${publicUrl}/api/payments/webhook`, '--webhook-secret', stripeKeys.webhook]
  const program = ['sandbox/standalone.ts', '--state', join(folder, 'cards.jsonl'), ...keys, ...hook]
  const assignments = [`NODE_EXTRA_CA_CERTS=${certificateFile}`]
  const child = spawn('env', [...assignments, process.execPath, ...program], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line]: unknown[] = await once(child.stdout, 'data')
  const { url, port }: { url: string; port: number } = JSON.parse(String(line))
  return { url, port }
}

/** A module for `node --import`: connections to api.stripe.com go to this port of this machine. TLS is unchanged. */
const writeRoute = (folder: string, port: number): string => {
  const file = join(folder, 'route.mjs')
  writeFileSync(
    file,
    `import tls from 'node:tls'
    const connect = tls.connect
    tls.connect = (options, ...rest) =>
      connect(options.host === 'api.stripe.com' ? { ...options, host: '127.0.0.1', port: ${port} } : options, ...rest)`,
  )
  return file
}

/** Pays as the page does: with the publishable key and the client secret. */
const confirmCard = async (url: string, clientSecret: string): Promise<void> => {
  const response = await fetch(`${url}/v1/payment_intents/${parseIntentId({ clientSecret })}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stripeKeys.publishable}` },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
  })
  expect(response.status, await response.text()).toBe(200)
}

const startShop = async (settings: Record<string, string>, routeFile: string) => {
  const shop = spawnServer({ ...settings, NODE_OPTIONS: `--import=${routeFile}` })
  onTestFinished(async () => {
    shop.process.kill('SIGKILL')
    await shop.exited
  })
  await shop.started
  return shop
}

/** Everything around the shop: database, mail server, card provider, TLS proxy. */
const createSurroundings = async (binaries: Binaries, pooler: string | null) => {
  const folder = createTempDir()
  const certificate = createCertificate(folder, ['api.stripe.com'])
  const [proxy, stripeProxy] = [await createTlsProxy(certificate), await createTlsProxy(certificate)]
  onTestFinished(async () => void (await Promise.all([proxy.close(), stripeProxy.close()])))
  const publicUrl = `https://localhost:${proxy.port}`
  const [database, mail] = [await createDatabase(binaries, pooler), await createSmtpServer()]
  const cards = await startCardProvider(folder, publicUrl, certificate.file)
  stripeProxy.setTarget(cards.port)
  const port = await findFreePort()
  proxy.setTarget(port)
  const settings = {
    ...database.settings,
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    PUBLIC_URL: publicUrl,
    TRUSTED_PROXIES: '127.0.0.1',
    SECRET: 'kf82hDk1-0sLq7Zp_x93MvBtRw5nYc6e',
    STRIPE_SECRET_KEY: stripeKeys.secret,
    STRIPE_PUBLISHABLE_KEY: stripeKeys.publishable,
    STRIPE_WEBHOOK_SECRET: stripeKeys.webhook,
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'shop',
    OIDC_CLIENT_SECRET: 'quiet',
    SMTP_URL: mail.url,
    LIMITS_FACTOR: '1',
    DRAIN_NOTICE_MS: '0',
    NODE_EXTRA_CA_CERTS: certificate.file,
  }
  const routeFile = writeRoute(folder, stripeProxy.port)
  return { certificate, publicUrl, database, mail, cards, port, settings, routeFile }
}

type Surroundings = Awaited<ReturnType<typeof createSurroundings>>

/** Registers a person, as the register page does; the address is proven with the link of the e-mail. */
const register = async ({ publicUrl, certificate, mail }: Surroundings, role: 'Buyer' | 'Seller') => {
  const browser = createTlsBrowser(publicUrl, certificate)
  const email = `${role.toLowerCase()}@motohaat.example`
  const name = role === 'Buyer' ? 'Karim Uddin' : 'Nadia Haque'
  const image = 'https://photos.example.com/me.jpg'
  await browser.call('POST /auth/sign-up/email', { body: { name, image, email, password, role } })
  await browser.signIn(email, password)
  await browser.call('POST /auth/send-verification-email', { body: {} })
  const token = await vi.waitFor(
    () => {
      const message = mail.messages.find((one) => one.includes(`To: ${email}`) && one.includes('confirm-email'))
      // Quoted-printable breaks long lines with "=".
      const found = /confirm-email#([\w-]+)/.exec(message?.replaceAll('=\r\n', '') ?? '')?.[1]
      assert(found, 'the e-mail must have arrived')
      return found
    },
    { timeout: 60_000, interval: 200 },
  )
  await browser.call('POST /auth/verify-email', { body: { token } })
  return { ...browser, email }
}

/** `npm run admin`, and the link that it prints. */
const createAdmin = async ({ settings, publicUrl, certificate }: Surroundings): Promise<void> => {
  const assignments = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const program = [process.execPath, 'scripts/admin.ts', 'ayesha@motohaat.example', 'Ayesha Siddiqua']
  const { stdout } = await promisify(execFile)('env', [...assignments, ...program], { cwd: root })
  const token = new RegExp(`${publicUrl}/reset-password#([\\w-]+)`).exec(stdout)?.[1]
  assert(token, `npm run admin printed no link: ${stdout}`)
  const browser = createTlsBrowser(publicUrl, certificate)
  await browser.call('POST /auth/reset-password', { body: { token, newPassword: password } })
  await browser.signIn('ayesha@motohaat.example', password)
}

const packagedDir = mkdtempSync(join(tmpdir(), 'motohaat-programs-'))
const distribution = findDistributionPostgres()
const findPackaged = () => findPackagedPostgres(packagedDir)
const pgBouncer = findPgBouncer()
type Row = [name: string, getBinaries: () => Binaries, pooler: string | null]
const allServers: Row[] = [
  ...(distribution ? [['the PostgreSQL of the distribution', () => distribution, null] satisfies Row] : []),
  ['the packaged PostgreSQL', findPackaged, null],
  ...(pgBouncer === null ? [] : [['a PostgreSQL behind PgBouncer', findPackaged, pgBouncer] satisfies Row]),
]

describe.runIf(hasOpenssl)('the first production start, by the checklist of docs/operations.md', () => {
  test.each(allServers)(
    'goes from an empty database to a bike that is listed, booked and paid, on %s',
    async (_name, getBinaries, pooler) => {
      const surroundings = await createSurroundings(getBinaries(), pooler)
      const { publicUrl, certificate, settings, routeFile, cards, port, database } = surroundings
      const shop = await startShop(settings, routeFile)
      expect(shop.getOutput()).not.toContain('Warning')
      expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200)
      await createAdmin(surroundings)

      const visitor = createTlsBrowser(publicUrl, certificate)
      const home = await visitor.openPage('/')
      expect(home.status).toBe(200)
      expect(home.header('strict-transport-security')).toContain('max-age=')
      const categories = await visitor.call('GET /category')
      expect(categories.map(({ name }) => name)).toEqual(['Yamaha', 'Suzuki', 'TVS'])
      for (const { img } of categories) expect((await visitor.openPage(img)).status).toBe(200)

      const seller = await register(surroundings, 'Seller')
      expect(seller.getCookieNames().every((name) => name.startsWith('__Host-'))).toBe(true)
      const { data } = await seller.call('POST /images', { form: createUploadForm(await createUniqueJpeg()) })
      const product = createProductBody(data.url)
      const { insertedId } = await seller.call('POST /allbikes', { body: product })

      const buyer = await register(surroundings, 'Buyer')
      const [bike] = await buyer.call('GET /allbikes')
      expect(bike).toMatchObject({ _id: insertedId, salePrice: product.salePrice })
      const order = {
        contactNumber: '01712345678',
        meetingLocation: 'Farmgate',
        salePrice: product.salePrice,
        producId: insertedId,
      }
      const { insertedId: bookingId } = await buyer.call('POST /bookings', { body: order })
      const { clientSecret } = await buyer.call('POST /create-payment-intent', {
        body: { price: product.salePrice, bookingId },
      })
      await confirmCard(cards.url, clientSecret)
      // No page reports the payment: the signed webhook arrives through the proxy.
      await vi.waitFor(
        async () => {
          const events = await database.query(`select from webhook_events`)
          expect(events.length).toBeGreaterThan(0)
        },
        { timeout: 60_000, interval: 200 },
      )
      await vi.waitFor(
        async () => {
          const booking = await buyer.call('GET /bookings/:id', { params: { id: bookingId } })
          expect(booking.paid).toBe(true)
        },
        { timeout: 60_000, interval: 200 },
      )
      expect(await visitor.call('GET /allbikes')).toEqual([])

      shop.process.kill('SIGTERM')
      expect(await shop.exited).toBe(0)
      await startShop(settings, routeFile)
      expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200)
    },
    timeoutMs,
  )
})
