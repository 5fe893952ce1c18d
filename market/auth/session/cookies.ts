// Pure. Names of the auth cookies, and reading them from a request.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The prefix of the cookie names. */
export const getCookiePrefix = (publicUrl: string): string =>
  publicUrl.startsWith('https://') ? '__Host-motohaat' : 'motohaat'

/** The names of the cookies: session, login that waits for its second factor, and proof of an earlier login. */
export const getCookieNames = (publicUrl: string) => ({
  sessionCookie: `${getCookiePrefix(publicUrl)}.session_token`,
  secondFactorCookie: `${getCookiePrefix(publicUrl)}.two_factor`,
  deviceCookie: `${getCookiePrefix(publicUrl)}.device`,
})

// RFC 6265: a name is a token, a value has no space, quote, comma, semicolon or backslash.
const cookiePair = /^([\w!#$%&'*+.^`|~-]+)=([\x21\x23-\x2B\x2D-\x3A\x3C-\x5B\x5D-\x7E]*)$/

/**
 * The cookies of a request by name; of two with one name the first counts. A pair in any other spelling is no cookie:
 * another parser might trim or unquote it and read a different person.
 */
const parseCookies = (request: FastifyRequest): Map<string, string> => {
  const cookies = new Map<string, string>()
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [, name, value] = cookiePair.exec(pair.trim()) ?? []
    if (name !== undefined && value !== undefined && !cookies.has(name)) cookies.set(name, value)
  }
  return cookies
}

/** The `Cookie` header for the auth library: the shop's own cookies as `getCookie` reads them, without the `excluded`. */
export const toCookieHeader = (request: FastifyRequest, prefix: string, excluded: readonly string[] = []): string =>
  [...parseCookies(request)]
    .filter(([name]) => name.startsWith(`${prefix}.`) && !excluded.includes(name))
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')

/** Reads a cookie of a request; null without it. */
export const getCookie = (request: FastifyRequest, name: string): string | null => {
  const value = parseCookies(request).get(name)
  if (value === undefined) return null
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}

/**
 * Returns the token of a cookie of better-auth, or null if its signature is invalid. The cookie is `token.signature`, with
 * the HMAC-SHA256 of the token in base64. Verifying it here takes a tenth of the time of better-auth. A test fails if
 * better-auth changes the format.
 */
export const verifySignedCookie = (cookie: string | null, secret: string): string | null => {
  const dot = cookie?.lastIndexOf('.') ?? -1
  if (!cookie || dot < 1) return null
  const token = cookie.slice(0, dot)
  const signature = Buffer.from(cookie.slice(dot + 1), 'base64')
  const expectedSignature = createHmac('sha256', secret).update(token).digest()
  return signature.length === expectedSignature.length && timingSafeEqual(signature, expectedSignature) ? token : null
}

/** The token of the session that a reply sets, or null. */
export const findNewSessionToken = (
  reply: FastifyReply,
  { sessionCookie, secret }: { sessionCookie: string; secret: string },
): string | null => {
  const prefix = `${sessionCookie}=`
  const line = [reply.getHeader('set-cookie') ?? []].flat().findLast((one) => String(one).startsWith(prefix))
  if (line === undefined) return null
  const [value = ''] = String(line).slice(prefix.length).split(';')
  return verifySignedCookie(decodeURIComponent(value), secret)
}
