// Speaking with the identity service: what it is asked, and what its answers mean to us.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { SessionUser } from '#contract/auth/sign-in.ts'
import { getRequestSource } from './authenticator.ts'
import { type AuthProvider, authPath } from './provider.ts'
import { toApiError, assertSameSite } from './rules.ts'
import { getCookiePrefix, toCookieHeader } from './session/rules.ts'

/** `withoutCookies` names cookies that the library must not read in this call. */
type AuthCall = { path: string; body?: object; withoutCookies?: readonly string[] }

// Only what it needs is handed on. The address of the caller is the one that we saw, whatever the caller claims.
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

/** What the service answered; its refusal becomes one of ours, its cookies go on to the person. */
export const readAuthResponse = async (response: Response, reply: FastifyReply): Promise<unknown> => {
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw toApiError(response.status, AuthErrorBody.parse(body).code)
  forwardCookies(response, reply)
  return body
}

export type CallAuth = (request: FastifyRequest, reply: FastifyReply, call: AuthCall) => Promise<unknown>

/** Makes the way to ask the service for a person at the door; a change that another site asked for is refused. */
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
})

/** The answer to a login that went well. */
export const SignedInResponse = z.object({ user: User })
/** The answer to a right password of somebody who has a second factor. */
export const SecondFactorRequiredResponse = z.object({ twoFactorRedirect: z.literal(true) })

/** The person as the specification spells the session user. */
export const toSessionUser = ({ user }: z.output<typeof SignedInResponse>): z.output<typeof SessionUser> => ({
  uid: user.id,
  email: user.email,
  displayName: user.name,
  photoURL: user.image ?? null,
  emailVerified: user.emailVerified,
})
