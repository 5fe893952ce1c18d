// The shop's cookies: how they are called, and how they are read from a request.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** What the names of the shop's cookies begin with. */
export const getCookiePrefix = (publicUrl: string): string =>
  publicUrl.startsWith('https://') ? '__Host-motohaat' : 'motohaat'

/** The names of the cookies: a session's, a login's that waits for its second factor, and an earlier login's proof. */
export const getCookieNames = (publicUrl: string) => ({
  sessionCookie: `${getCookiePrefix(publicUrl)}.session_token`,
  secondFactorCookie: `${getCookiePrefix(publicUrl)}.two_factor`,
  deviceCookie: `${getCookiePrefix(publicUrl)}.device`,
})

/** A cookie of a request, or null. */
export const getCookie = (request: FastifyRequest, name: string): string | null => {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  if (value === undefined) return null
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}

/**
 * What a cookie of the identity service says, or null when it was not signed with this secret. It is `token.signature`,
 * the signature being the HMAC-SHA256 of the token in base64. Checking it here and not through better-auth takes a tenth
 * of the time; the test of the cookie fails if that form ever changes.
 */
export const verifySignedCookie = (cookie: string | null, secret: string): string | null => {
  const dot = cookie?.lastIndexOf('.') ?? -1
  if (!cookie || dot < 1) return null
  const token = cookie.slice(0, dot)
  const signature = Buffer.from(cookie.slice(dot + 1), 'base64')
  const expectedSignature = createHmac('sha256', secret).update(token).digest()
  return signature.length === expectedSignature.length && timingSafeEqual(signature, expectedSignature) ? token : null
}
