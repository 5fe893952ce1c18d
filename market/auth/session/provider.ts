// The access token: 300 seconds long, for this shop only, naming the session it was made from.
import { createHmac } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

const lifeSeconds = 300 // spec §9: identity token max age
// Two processes of one shop may differ a little about the time; a token is good everywhere as soon as it is made.
const earlySeconds = 5

/** Whose token it is: the member, and the session that must still be there. */
export type Bearer = { memberId: string; sessionId: string }

export type Tokens = {
  sign(bearer: Bearer, now: Date): Promise<string>
  /** Whose token this is, or null when it is not one of ours, not yet, or no longer. */
  check(token: string, now: Date): Promise<Bearer | null>
}

// The ids go into a query, so they are looked at although only we can have signed them.
const Claims = z.object({ sub: z.uuid(), sid: z.uuid() })

/**
 * Makes and checks access tokens.
 * @param options.secret of the whole shop; the key of the tokens is derived, so that no other signature made with the
 *   secret can ever pass for a token
 * @param options.publicUrl stands as issuer and audience: a token of another shop is refused
 */
export const openTokens = ({ secret, publicUrl }: { secret: string; publicUrl: string }): Tokens => {
  const key = createHmac('sha256', secret).update('motohaat access token').digest()
  const asked = { algorithms: ['HS256'], typ: 'at+jwt', issuer: publicUrl, audience: publicUrl }
  const requiredClaims = ['sub', 'sid', 'exp', 'nbf']
  return {
    sign: ({ memberId, sessionId }, now) => {
      const second = Math.floor(now.getTime() / 1000)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setSubject(memberId)
        .setIssuer(publicUrl)
        .setAudience(publicUrl)
        .setIssuedAt(second)
        .setNotBefore(second - earlySeconds)
        .setExpirationTime(second + lifeSeconds)
        .sign(key)
    },
    check: async (token, now) => {
      const checked = await jwtVerify(token, key, { ...asked, requiredClaims, currentDate: now }).catch(() => null)
      const claims = Claims.safeParse(checked?.payload)
      return claims.success ? { memberId: claims.data.sub, sessionId: claims.data.sid } : null
    },
  }
}
