// The users of the rig: each registers like anybody else, keeps the cookie, and renews the token as the screens do.
import { z } from 'zod'
import { type Client, createClient, overHttp, Refusal, type Transport, Unreachable } from '#contract/client.ts'
import { cast, demoPassword } from '#seed/fixtures.ts'
import type { Dice } from './random.ts'

// A person gives up on a page sooner than a browser does.
const patienceMs = 12_000
// Well before the token's 300 seconds are over.
const renewMs = 200_000

export const password = 'a-password-of-the-rig'

export type User = {
  name: string
  email: string
  role: 'Buyer' | 'Seller' | 'Admin' | 'Visitor'
  /** Which process this user's browser talks to. */
  at: string
  url: string
  call: Client
  dice: Dice
}

type Login = { email: string; password: string; url: string; transport: Transport }

const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')

const postJson = async (url: string, body: object, headers: Record<string, string> = {}): Promise<Response> => {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    })
  } catch (cause) {
    throw new Unreachable('Cannot reach Motohaat.', { cause })
  }
}

const Wire = z.object({ token: z.string().optional(), code: z.string().optional(), message: z.string().optional() })

/** What came, or the refusal that the typed client would throw. */
const read = async (answer: Response): Promise<z.infer<typeof Wire>> => {
  const body = Wire.safeParse(await answer.json().catch(() => ({}))).data ?? {}
  if (answer.ok) return body
  throw new Refusal(answer.status, {
    ...(body.code !== undefined && { code: body.code }),
    ...(body.message !== undefined && { message: body.message }),
  })
}

/** Logs in when it must and renews the token when it is time; both may fail while the shop is away. */
const keepToken = (login: Login, headers: Record<string, string>) => {
  const kept = { cookie: '', token: '', renewAtMs: 0 }
  const logIn = async () => {
    const { email, password } = login
    const answer = await postJson(`${login.url}/api/auth/sign-in/email`, { email, password }, headers)
    await read(answer)
    kept.cookie = cookieOf(answer)
  }
  const renew = async () => {
    if (kept.cookie === '') await logIn()
    const answer = await postJson(`${login.url}/api/jwt`, { email: login.email }, { ...headers, cookie: kept.cookie })
    // The session is gone: the next try logs in again.
    if (answer.status === 401) kept.cookie = ''
    kept.token = (await read(answer)).token ?? ''
    kept.renewAtMs = performance.now() + renewMs
  }
  return async (): Promise<string> => {
    if (performance.now() >= kept.renewAtMs) await renew()
    return kept.token
  }
}

/** Each user comes from an address of their own, where the shop believes a proxy that says so. */
const addressOf = (dice: Dice): string => `10.${dice.below(250)}.${dice.below(250)}.${dice.between(1, 250)}`

const throughProxy =
  (transport: Transport, headers: Record<string, string>): Transport =>
  (path, init) =>
    transport(path, { ...init, headers: { ...init.headers, ...headers } })

type Who = { name: string; role: User['role']; at: string; url: string; dice: Dice }

const open = (who: Who, login: { email: string; password: string } | null): User => {
  const headers = { 'x-forwarded-for': addressOf(who.dice) }
  const transport = throughProxy(overHttp(who.url, patienceMs), headers)
  const token = login ? keepToken({ ...login, url: who.url, transport }, headers) : async () => null
  return { ...who, email: login?.email ?? '', call: createClient(transport, token) }
}

/** Somebody who only looks. */
export const visitor = (who: Omit<Who, 'role'>): User => open({ ...who, role: 'Visitor' }, null)

/** Ayesha, who runs the demonstration shop. */
export const admin = (who: Omit<Who, 'role'>): User =>
  open({ ...who, role: 'Admin' }, { email: cast.ayesha.email, password: demoPassword })

/** Somebody of the demonstration's cast. */
export const ofCast = (who: Who, email: string): User => open(who, { email, password: demoPassword })

/** A new member who still has to register: `register` does it. */
export const newcomer = (who: Who & { role: 'Buyer' | 'Seller' }): User & { register(): Promise<unknown> } => {
  const email = `${who.name}@motohaat.test`
  const user = open(who, { email, password })
  const { role } = who
  const image = 'https://photos.motohaat.test/me.jpg'
  const body = { name: `User ${who.name}`, image, email, password, role }
  return { ...user, register: () => user.call('POST /auth/sign-up/email', { body }, { as: 'anyone' }) }
}
