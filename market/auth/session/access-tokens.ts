// Access tokens (JWT): valid for 300 seconds and bound to the session they were issued for.
import { accessTokenSeconds } from '#contract/time/lifetimes.ts'
import { createHmac } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

// The clocks of two processes may differ a little.
const clockSkewSeconds = 5

/** The member of a token, and its session, which must still exist. */
export type Bearer = { memberId: string; sessionId: string }

export type AccessTokens = {
  sign(bearer: Bearer, now: Date): Promise<string>
  /** The bearer of a token, or null if the token is invalid, not valid yet or expired. */
  verify(token: string, now: Date): Promise<Bearer | null>
}

// The ids go into a query, so they are validated although we signed them.
const Claims = z.object({ sub: z.uuid(), sid: z.uuid() })

/**
 * Creates the issuer and verifier of access tokens.
 * @param options.secret the key of the tokens is derived from it, so no other signature made with the secret is a token
 * @param options.publicUrl the issuer and audience: tokens of another installation are refused
 */
export const createAccessTokens = ({ secret, publicUrl }: { secret: string; publicUrl: string }): AccessTokens => {
  const key = createHmac('sha256', secret).update('motohaat access token').digest()
  const verifyOptions = { algorithms: ['HS256'], typ: 'at+jwt', issuer: publicUrl, audience: publicUrl }
  const requiredClaims = ['sub', 'sid', 'exp', 'nbf']
  return {
    sign: ({ memberId, sessionId }, now) => {
      const issuedAt = Math.floor(now.getTime() / 1000)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setSubject(memberId)
        .setIssuer(publicUrl)
        .setAudience(publicUrl)
        .setIssuedAt(issuedAt)
        .setNotBefore(issuedAt - clockSkewSeconds)
        .setExpirationTime(issuedAt + accessTokenSeconds)
        .sign(key)
    },
    verify: async (token, now) => {
      const verified = await jwtVerify(token, key, { ...verifyOptions, requiredClaims, currentDate: now }).catch(
        () => null,
      )
      const claims = Claims.safeParse(verified?.payload)
      return claims.success ? { memberId: claims.data.sub, sessionId: claims.data.sid } : null
    },
  }
}
