// Helpers for account tests: a browser with cookies, the e-mails of the outbox, and TOTP codes.
import { createHmac } from 'node:crypto'
import { and, eq, like } from 'drizzle-orm'
import { createClient } from '#contract/client.ts'
import { mails } from '#market/schema/people/mails.ts'
import { members } from '#market/schema/people/members.ts'
import { injectTransport } from '#platform/ssr/inject-transport.ts'
import type { TestApp } from './test-app.ts'

/** A minimal browser for the auth endpoints: stores and deletes cookies. */
export const createTestBrowser = (testApp: TestApp, userAgent = 'a browser of the tests') => {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const storeCookie = (line: string) => {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
    if (value === '' || /max-age=0/i.test(line)) jar.delete(name)
    else jar.set(name, value)
  }
  const transport: ReturnType<typeof injectTransport> = async (path, init) => {
    const response = await testApp.fastify.inject({
      method: init.method === 'GET' ? 'GET' : 'POST',
      url: path,
      headers: { ...init.headers, cookie: cookie(), 'user-agent': userAgent },
      ...(init.body !== undefined && { payload: init.body }),
    })
    for (const line of [response.headers['set-cookie'] ?? []].flat()) storeCookie(line)
    return { status: response.statusCode, header: () => null, text: async () => response.payload }
  }
  const client = createClient(transport)
  /** A client with the current access token, as the pages use it. */
  const withToken = async (email: string) => {
    const { token } = await client('POST /jwt', { body: { email } })
    return createClient(injectTransport(testApp.fastify), async () => token)
  }
  return Object.assign(client, { cookie, withToken })
}

export type TestBrowser = ReturnType<typeof createTestBrowser>

export const createSignUpBody = (email: string, overrides: { name?: string; role?: 'Buyer' | 'Seller' } = {}) => ({
  name: 'Nila Das',
  image: 'https://photos.example.com/nila.jpg',
  password: 'a long enough password',
  email,
  ...overrides,
})

/**
 * Makes the address of a member proven, as the link of the e-mail does for somebody who is logged in. The e-mail that the
 * registration queued is taken back, so that tests see those of their own.
 */
export const proveEmail = async ({ db }: TestApp, email: string): Promise<void> => {
  await db.delete(mails).where(and(eq(mails.recipient, email), like(mails.text, '%/confirm-email#%')))
  await db.update(members).set({ emailVerified: true }).where(eq(members.email, email))
}

/** Registers a new member in a new browser; the address is proven. */
export const register = async (
  testApp: TestApp,
  email: string,
  overrides: Parameters<typeof createSignUpBody>[1] = {},
) => {
  const browser = createTestBrowser(testApp)
  await browser('POST /auth/sign-up/email', { body: createSignUpBody(email, overrides) })
  await proveEmail(testApp, email)
  return browser
}

const htmlEntities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const stripHtml = (html: string): string =>
  html.replace(/<[^>]+>/g, '').replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => htmlEntities[entity] ?? entity)

/** Sends queued e-mails and returns those to one address, newest first. */
export const getEmailsTo = async (testApp: TestApp, email: string): Promise<string[]> => {
  await testApp.sendMails()
  const list = await (await fetch(testApp.sandbox.outboxUrl)).text()
  const paths = [...list.matchAll(/href="(\/mail\/[^"]+)"/g)].map(([, path]) => path ?? '')
  // Several are sent at once, so they arrive in any order; their ids are in the order in which they were written.
  paths.sort().reverse()
  const pages = await Promise.all(
    paths.map(async (path) => stripHtml(await (await fetch(new URL(path, testApp.sandbox.outboxUrl))).text())),
  )
  return pages.filter((page) => page.includes(`To ${email}`))
}

/** Parses the token of a password reset e-mail. */
export const parseResetToken = (emailText: string | undefined): string =>
  /reset-password#([\w-]+)/.exec(emailText ?? '')?.[1] ?? ''

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const decodeBase32 = (text: string): Buffer => {
  const bits = [...text.replace(/=+$/, '')]
    .map((char) => base32Alphabet.indexOf(char).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Computes the TOTP code (RFC 6238) of an otpauth URI at a time. */
export const generateTotpCode = (totpURI: string, at: Date = new Date()): string => {
  const key = decodeBase32(new URL(totpURI).searchParams.get('secret') ?? '')
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

const stepMs = 30_000

/** Computes the next TOTP code: already valid, and not the one that enabled the second factor. */
export const generateNextTotpCode = (totpURI: string): string =>
  generateTotpCode(totpURI, new Date(Date.now() + stepMs))

/** Enables the second factor; returns the otpauth URI, the backup codes, and the code that was used up. */
export const turnOnSecondFactor = async (browser: TestBrowser, password?: string) => {
  const setup = await browser('POST /auth/two-factor/enable', { body: { password } })
  const usedCode = generateTotpCode(setup.totpURI)
  await browser('POST /auth/two-factor/confirm', { body: { code: usedCode } })
  return { ...setup, usedCode }
}

/** Somebody who can log in. */
export type Person = { name: string; email: string; password: string }
