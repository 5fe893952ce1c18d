// Signing up, in and out, and the access token.
import { eq, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { identityCalls, SessionUser } from '../../contract/identity.ts'
import { Refused, type RefusalCode } from '../../contract/refusals.ts'
import type { Handlers } from '../../platform/http.ts'
import { type Member, members } from '../members/table.ts'
import { type IdentityRoom, openSessions, saidBy } from './doorkeeper.ts'
import { identityPath } from './provider.ts'
import { pathOnShop, refusalOf, refuseForeignSite, socialRefusalOf } from './rules.ts'

// ---------- speaking with the identity service ----------

type Asked = { path: string; body?: object }

// Only what it needs is handed on. The address of the caller is the one that we saw, whatever the caller claims.
const requestFor = (request: FastifyRequest, publicUrl: string, { path, body }: Asked): Request => {
  const headers = new Headers({ origin: new URL(publicUrl).origin, 'x-forwarded-for': request.ip })
  for (const name of ['cookie', 'user-agent'] as const) {
    const value = request.headers[name]
    if (value) headers.set(name, value)
  }
  if (!body) return new Request(`${publicUrl}${identityPath}${path}`, { headers })
  headers.set('content-type', 'application/json')
  return new Request(`${publicUrl}${identityPath}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

const passCookies = (answer: Response, reply: FastifyReply): void => {
  for (const cookie of answer.headers.getSetCookie()) void reply.header('set-cookie', cookie)
}

const Said = z.object({ code: z.string().optional(), message: z.string().optional() }).catch({})

const answered = async (answer: Response, reply: FastifyReply): Promise<unknown> => {
  const body: unknown = await answer.json().catch(() => null)
  if (!answer.ok) throw refusalOf(answer.status, Said.parse(body))
  passCookies(answer, reply)
  return body
}

const User = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  image: z.string().nullish(),
  emailVerified: z.boolean(),
})
const SignedIn = z.object({ user: User })
const MaybeSignedIn = SignedIn.nullable()

const sessionUser = ({ user }: z.output<typeof SignedIn>): z.output<typeof SessionUser> => ({
  uid: user.id,
  email: user.email,
  displayName: user.name,
  photoURL: user.image ?? null,
  emailVerified: user.emailVerified,
})

// ---------- the calls ----------

// Of two people who register one address at the same instant, the database refuses the second one.
const signUpRefused = async (error: unknown, isTaken: () => Promise<boolean>): Promise<never> => {
  if (error instanceof Refused || !(await isTaken())) throw error
  throw new Refused('email_taken')
}

/** Where the person goes after the social provider: the page they came from, or the login page with the reason. */
const wayBack = (answer: Response, publicUrl: string): string => {
  const url = new URL(answer.headers.get('location') ?? '/login?error=', publicUrl)
  if (url.origin !== new URL(publicUrl).origin) throw new Refused('foreign_address')
  const error = url.pathname === '/login' ? url.searchParams.get('error') : null
  if (error !== null) throw new Refused(socialRefusalOf(error))
  return `${url.pathname}${url.search}${url.hash}`
}

const reasonOf = (error: unknown, request: FastifyRequest): RefusalCode => {
  if (error instanceof Refused) return error.code
  request.log.error({ err: error }, 'The social login failed')
  return 'social_failed'
}

/** The handlers of the identity calls. */
export const identityRoutes = (room: IdentityRoom): Handlers<typeof identityCalls, Member> => {
  const { identity, publicUrl, tokens, now } = room
  const sessionOf = openSessions(room)
  const hasEmail = room.db
    .select({ id: members.id })
    .from(members)
    .where(eq(members.email, sql.placeholder('email')))
    .prepare('member_of_email')

  const ask = async (request: FastifyRequest, reply: FastifyReply, asked: Asked): Promise<unknown> => {
    if (asked.body) refuseForeignSite(saidBy(request), publicUrl)
    return answered(await identity.handle(requestFor(request, publicUrl, asked)), reply)
  }

  return {
    'POST /auth/sign-up/email': async ({ body, request, reply }) => {
      const isTaken = async () => (await hasEmail.execute({ email: body.email })).length > 0
      const signedUp = await ask(request, reply, { path: '/sign-up/email', body }).catch((error: unknown) =>
        signUpRefused(error, isTaken),
      )
      return { user: sessionUser(SignedIn.parse(signedUp)) }
    },
    'POST /auth/sign-in/email': async ({ body, request, reply }) => {
      const signedIn = await ask(request, reply, { path: '/sign-in/email', body })
      return { user: sessionUser(SignedIn.parse(signedIn)) }
    },
    'POST /auth/sign-in/social': async ({ body, request, reply }) => {
      refuseForeignSite(saidBy(request), publicUrl)
      const callbackURL = pathOnShop(body.callbackURL ?? '/', publicUrl)
      const asked = { path: '/sign-in/social', body: { provider: 'social', callbackURL, disableRedirect: true } }
      const begun = await answered(await identity.handleSocial(requestFor(request, publicUrl, asked)), reply)
      return z.object({ url: z.string() }).parse(begun)
    },
    'GET /auth/callback/:provider': async ({ params, request, reply }) => {
      try {
        if (params.provider !== 'social') throw new Refused('social_failed')
        const path = `/callback/social${new URL(request.url, publicUrl).search}`
        const answer = await identity.handleSocial(requestFor(request, publicUrl, { path }))
        passCookies(answer, reply)
        void reply.redirect(wayBack(answer, publicUrl))
      } catch (error) {
        void reply.redirect(`/login?error=${reasonOf(error, request)}`)
      }
      return {}
    },
    'GET /auth/get-session': async ({ request, reply }) => {
      if (!(await sessionOf(request))) return { user: null }
      const session = MaybeSignedIn.parse(await ask(request, reply, { path: '/get-session' }))
      return { user: session && sessionUser(session) }
    },
    'POST /auth/sign-out': async ({ request, reply }) => {
      await ask(request, reply, { path: '/sign-out', body: {} })
      return { success: true }
    },
    'POST /jwt': async ({ body, request }) => {
      const session = await sessionOf(request)
      if (!session) throw new Refused('not_signed_in')
      if (body.email !== session.me.email) throw new Refused('not_your_email')
      return { token: await tokens.sign({ memberId: session.me.id, sessionId: session.sessionId }, now()) }
    },
  }
}
