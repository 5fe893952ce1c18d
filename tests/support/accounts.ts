// What tests of accounts share: a browser that keeps its cookies, the letters of the outbox, and the codes of an app.
import { createHmac } from 'node:crypto'
import { createClient } from '#contract/client.ts'
import { inProcess } from '#platform/ssr/inject-transport.ts'
import type { TestShop } from './test-app.ts'

/** A browser as far as the identity calls need one: it keeps what is set and forgets what is taken away. */
export const openBrowser = (shop: TestShop, userAgent = 'a browser of the tests') => {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const keep = (line: string) => {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
    if (value === '' || /max-age=0/i.test(line)) jar.delete(name)
    else jar.set(name, value)
  }
  const transport: ReturnType<typeof inProcess> = async (path, init) => {
    const answer = await shop.app.inject({
      method: init.method === 'GET' ? 'GET' : 'POST',
      url: path,
      headers: { ...init.headers, cookie: cookie(), 'user-agent': userAgent },
      ...(init.body !== undefined && { payload: init.body }),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) keep(line)
    return { status: answer.statusCode, header: () => null, text: async () => answer.payload }
  }
  const client = createClient(transport)
  /** A client that carries the access token of this moment, as the screens do. */
  const withToken = async (email: string) => {
    const { token } = await client('POST /jwt', { body: { email } })
    return createClient(inProcess(shop.app), async () => token)
  }
  return Object.assign(client, { cookie, withToken })
}

export type TestBrowser = ReturnType<typeof openBrowser>

export const newPerson = (email: string, more: { name?: string; role?: 'Buyer' | 'Seller' } = {}) => ({
  name: 'Nila Das',
  image: 'https://photos.example.com/nila.jpg',
  password: 'a long enough password',
  email,
  ...more,
})

/** Somebody who has just registered, in a browser of their own. */
export const register = async (shop: TestShop, email: string, more: Parameters<typeof newPerson>[1] = {}) => {
  const browser = openBrowser(shop)
  await browser('POST /auth/sign-up/email', { body: newPerson(email, more) })
  return browser
}

const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const plain = (html: string): string =>
  html.replace(/<[^>]+>/g, '').replace(/&(?:amp|lt|gt|quot|#39);/g, (sign) => signs[sign] ?? sign)

/** Sends what waits and gives the letters to one address as the outbox shows them, newest first. */
export const lettersTo = async (shop: TestShop, email: string): Promise<string[]> => {
  await shop.sendMails()
  const list = await (await fetch(shop.sandbox.outboxUrl)).text()
  const paths = [...list.matchAll(/href="(\/mail\/[^"]+)"/g)].map(([, path]) => path ?? '')
  const pages = await Promise.all(
    paths.map(async (path) => plain(await (await fetch(new URL(path, shop.sandbox.outboxUrl))).text())),
  )
  return pages.filter((page) => page.includes(`To ${email}`))
}

/** The token in a letter with the way to a new password. */
export const tokenIn = (letter: string | undefined): string => /reset-password#([\w-]+)/.exec(letter ?? '')?.[1] ?? ''

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const fromBase32 = (text: string): Buffer => {
  const bits = [...text.replace(/=+$/, '')].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code that an app shows at a moment (RFC 6238), for the address that it was given. */
export const codeOf = (totpURI: string, at: Date = new Date()): string => {
  const key = fromBase32(new URL(totpURI).searchParams.get('secret') ?? '')
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)))
  const digest = createHmac('sha1', key).update(step).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

const stepMs = 30_000

/** The code after this one: good already, and not the one that the second factor was turned on with. */
export const nextCodeOf = (totpURI: string): string => codeOf(totpURI, new Date(Date.now() + stepMs))

/** Turns the second factor on; gives the address of the app and the backup codes. */
export const turnOnSecondFactor = async (browser: TestBrowser, password?: string) => {
  const begun = await browser('POST /auth/two-factor/enable', { body: { password } })
  await browser('POST /auth/two-factor/confirm', { body: { code: codeOf(begun.totpURI) } })
  return begun
}
