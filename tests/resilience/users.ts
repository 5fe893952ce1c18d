// The users of the harness: each registers, stores the cookie, and renews the token as the pages do.
import { z } from 'zod'
import {
  type Client,
  createClient,
  createHttpTransport,
  ApiResponseError,
  type Transport,
  UnreachableError,
} from '#contract/client.ts'
import { fixtures, demoPassword } from '#seed/fixtures.ts'
import type { Random } from './random.ts'

// Shorter than the time-out of browsers.
const timeoutMs = 12_000
// Well before the token expires after 300 seconds.
const renewMs = 200_000

export const password = 'a-password-of-the-harness'

export type User = {
  name: string
  email: string
  role: 'Buyer' | 'Seller' | 'Admin' | 'Visitor'
  /** Which app process this user calls. */
  serverName: string
  url: string
  call: Client
  random: Random
}

type Login = { email: string; password: string; url: string; transport: Transport }

const parseCookies = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')

const postJson = async (url: string, body: object, headers: Record<string, string> = {}): Promise<Response> => {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch (cause) {
    throw new UnreachableError('Cannot reach Motohaat.', { cause })
  }
}

const AuthResponse = z.object({
  token: z.string().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
})

/** Returns the response body, or throws the error of the typed client. */
const readResponse = async (response: Response): Promise<z.infer<typeof AuthResponse>> => {
  const body = AuthResponse.safeParse(await response.json().catch(() => ({}))).data ?? {}
  if (response.ok) return body
  throw new ApiResponseError(response.status, {
    ...(body.code !== undefined && { code: body.code }),
    ...(body.message !== undefined && { message: body.message }),
  })
}

/** Signs in and renews the token when needed; both may fail while the app is down. */
const createTokenProvider = (login: Login, headers: Record<string, string>) => {
  const session = { cookie: '', token: '', renewAtMs: 0 }
  const logIn = async () => {
    const { email, password } = login
    const response = await postJson(`${login.url}/api/auth/sign-in/email`, { email, password }, headers)
    await readResponse(response)
    session.cookie = parseCookies(response)
  }
  const renew = async () => {
    if (session.cookie === '') await logIn()
    const response = await postJson(
      `${login.url}/api/jwt`,
      { email: login.email },
      { ...headers, cookie: session.cookie },
    )
    // The session has ended: the next try signs in again.
    if (response.status === 401) session.cookie = ''
    session.token = (await readResponse(response)).token ?? ''
    session.renewAtMs = performance.now() + renewMs
  }
  return async (): Promise<string> => {
    if (performance.now() >= session.renewAtMs) await renew()
    return session.token
  }
}

/** Gives each user an IP address of their own, in the header of the trusted proxy. */
const createAddress = (random: Random): string =>
  `10.${random.below(250)}.${random.below(250)}.${random.between(1, 250)}`

const withHeaders =
  (transport: Transport, headers: Record<string, string>): Transport =>
  (path, init) =>
    transport(path, { ...init, headers: { ...init.headers, ...headers } })

type UserOptions = { name: string; role: User['role']; serverName: string; url: string; random: Random }

const createUser = (options: UserOptions, login: { email: string; password: string } | null): User => {
  const headers = { 'x-forwarded-for': createAddress(options.random) }
  const transport = withHeaders(createHttpTransport(options.url, timeoutMs), headers)
  const token = login ? createTokenProvider({ ...login, url: options.url, transport }, headers) : async () => null
  return { ...options, email: login?.email ?? '', call: createClient(transport, token) }
}

/** A visitor who is not signed in. */
export const createVisitor = (options: Omit<UserOptions, 'role'>): User =>
  createUser({ ...options, role: 'Visitor' }, null)

/** Ayesha, the admin of the demonstration. */
export const createAdmin = (options: Omit<UserOptions, 'role'>): User =>
  createUser({ ...options, role: 'Admin' }, { email: fixtures.ayesha.email, password: demoPassword })

/** One of the demonstration people. */
export const createFixtureUser = (options: UserOptions, email: string): User =>
  createUser(options, { email, password: demoPassword })

/** A new member; `register` registers them. */
export const createNewMember = (
  options: UserOptions & { role: 'Buyer' | 'Seller' },
): User & { register(): Promise<unknown> } => {
  const email = `${options.name}@motohaat.test`
  const user = createUser(options, { email, password })
  const { role } = options
  const image = 'https://photos.motohaat.test/me.jpg'
  const body = { name: `User ${options.name}`, image, email, password, role }
  return { ...user, register: () => user.call('POST /auth/sign-up/email', { body }, { as: 'anyone' }) }
}
