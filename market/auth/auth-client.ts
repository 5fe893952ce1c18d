// Speaking with the identity service: what it is asked, and what its answers mean to us.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { SessionUser } from '#contract/auth/sign-in.ts'
import { saidBy } from './authenticator.ts'
import { type Identity, identityPath } from './provider.ts'
import { refusalOf, refuseForeignSite } from './rules.ts'

type Asked = { path: string; body?: object }

// Only what it needs is handed on. The address of the caller is the one that we saw, whatever the caller claims.
export const requestFor = (request: FastifyRequest, publicUrl: string, { path, body }: Asked): Request => {
  const headers = new Headers({ origin: new URL(publicUrl).origin, 'x-forwarded-for': request.ip })
  for (const name of ['cookie', 'user-agent'] as const) {
    const value = request.headers[name]
    if (value) headers.set(name, value)
  }
  if (!body) return new Request(`${publicUrl}${identityPath}${path}`, { headers })
  headers.set('content-type', 'application/json')
  return new Request(`${publicUrl}${identityPath}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

export const passCookies = (answer: Response, reply: FastifyReply): void => {
  for (const cookie of answer.headers.getSetCookie()) void reply.header('set-cookie', cookie)
}

const Said = z.object({ code: z.string().optional(), message: z.string().optional() }).catch({})

/** What the service answered; its refusal becomes one of ours, its cookies go on to the person. */
export const answered = async (answer: Response, reply: FastifyReply): Promise<unknown> => {
  const body: unknown = await answer.json().catch(() => null)
  if (!answer.ok) throw refusalOf(answer.status, Said.parse(body))
  passCookies(answer, reply)
  return body
}

export type Ask = (request: FastifyRequest, reply: FastifyReply, asked: Asked) => Promise<unknown>

/** Makes the way to ask the service for a person at the door; a change that another site asked for is refused. */
export const openSpeaker =
  ({ identity, publicUrl }: { identity: Identity; publicUrl: string }): Ask =>
  async (request, reply, asked) => {
    if (asked.body) refuseForeignSite(saidBy(request), publicUrl)
    return answered(await identity.handle(requestFor(request, publicUrl, asked)), reply)
  }

const User = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  image: z.string().nullish(),
  emailVerified: z.boolean(),
})

/** The answer to a login that went well. */
export const SignedIn = z.object({ user: User })
/** The answer to a right password of somebody who has a second factor. */
export const CodeComesNext = z.object({ twoFactorRedirect: z.literal(true) })

/** The person as the specification spells the session user. */
export const sessionUser = ({ user }: z.output<typeof SignedIn>): z.output<typeof SessionUser> => ({
  uid: user.id,
  email: user.email,
  displayName: user.name,
  photoURL: user.image ?? null,
  emailVerified: user.emailVerified,
})
