// The access token: 300 seconds long, for this shop only, naming the session it was made from.
import { createHmac } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

const lifetimeSeconds = 300 // spec §9: identity token max age
// Two processes of one shop may differ a little about the time; a token is good everywhere as soon as it is made.
const clockSkewSeconds = 5

/** Whose token it is: the member, and the session that must still be there. */
export type Bearer = { memberId: string; sessionId: string }

export type AccessTokens = {
  sign(bearer: Bearer, now: Date): Promise<string>
  /** Whose token this is, or null when it is not one of ours, not yet, or no longer. */
  verify(token: string, now: Date): Promise<Bearer | null>
}

// The ids go into a query, so they are looked at although only we can have signed them.
const Claims = z.object({ sub: z.uuid(), sid: z.uuid() })

/**
 * Makes and checks access tokens.
 * @param options.secret of the whole shop; the key of the tokens is derived, so that no other signature made with the
 *   secret can ever pass for a token
 * @param options.publicUrl stands as issuer and audience: a token of another shop is refused
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
        .setExpirationTime(issuedAt + lifetimeSeconds)
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
