// Calls better-auth in process and maps its responses.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { SessionUser } from '#contract/auth/sign-in.ts'
import { getRequestSource } from './authenticator.ts'
import { type AuthProvider, authPath } from './better-auth.ts'
import { toApiError, assertSameSite } from './request-checks.ts'
import { getCookiePrefix, toCookieHeader } from './session/cookies.ts'

/** `withoutCookies` names cookies that the library must not read in this call. */
type AuthCall = { path: string; body?: object; withoutCookies?: readonly string[] }

// Forwards only the headers that better-auth needs, and the client address as our server sees it.
export const toAuthRequest = (
  request: FastifyRequest,
  publicUrl: string,
  { path, body, withoutCookies }: AuthCall,
): Request => {
  const headers = new Headers({ origin: new URL(publicUrl).origin, 'x-forwarded-for': request.ip })
  const cookies = toCookieHeader(request, getCookiePrefix(publicUrl), withoutCookies)
  if (cookies !== '') headers.set('cookie', cookies)
  const userAgent = request.headers['user-agent']
  if (userAgent) headers.set('user-agent', userAgent)
  if (!body) return new Request(`${publicUrl}${authPath}${path}`, { headers })
  headers.set('content-type', 'application/json')
  return new Request(`${publicUrl}${authPath}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

export const forwardCookies = (response: Response, reply: FastifyReply): void => {
  for (const cookie of response.headers.getSetCookie()) void reply.header('set-cookie', cookie)
}

const AuthErrorBody = z.object({ code: z.string().optional() }).catch({})

/** Reads a response of better-auth and forwards its cookies; throws an ApiError for an error response. */
export const readAuthResponse = async (response: Response, reply: FastifyReply): Promise<unknown> => {
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw toApiError(response.status, AuthErrorBody.parse(body).code)
  forwardCookies(response, reply)
  return body
}

export type CallAuth = (request: FastifyRequest, reply: FastifyReply, call: AuthCall) => Promise<unknown>

/** Creates the client. It refuses cross-site requests that have a body. */
export const createAuthClient =
  ({ authProvider, publicUrl }: { authProvider: AuthProvider; publicUrl: string }): CallAuth =>
  async (request, reply, call) => {
    if (call.body) assertSameSite(getRequestSource(request), publicUrl)
    return readAuthResponse(await authProvider.handle(toAuthRequest(request, publicUrl, call)), reply)
  }

const User = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  image: z.string().nullish(),
  emailVerified: z.boolean(),
  emailBouncedAt: z.date().or(z.string()).nullish(),
})

/** The response to a successful login. */
export const SignedInResponse = z.object({ user: User })
/** The response to a correct password of a member with a second factor. */
export const SecondFactorRequiredResponse = z.object({ twoFactorRedirect: z.literal(true) })

/** The session user of the specification. */
export const toSessionUser = ({ user }: z.output<typeof SignedInResponse>): z.output<typeof SessionUser> => ({
  uid: user.id,
  email: user.email,
  displayName: user.name,
  photoURL: user.image ?? null,
  emailVerified: user.emailVerified,
  ...(user.emailBouncedAt != null && { emailBounced: true as const }),
})
