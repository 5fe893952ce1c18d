// The identity service: better-auth, here and nowhere else. Our members row is its user.
import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError, isAPIError } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { Refused } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import { members } from '#market/members/table.ts'
import { cookieNames, cookiePrefix } from './session/rules.ts'
import type { Hashing } from './password/provider.ts'
import { askForSecondFactor } from './second-factor/provider.ts'
import { memberToKeep, roleAtSignUp, sessionLives } from './rules.ts'
import { accounts, secondFactors, sessions, verifications } from './table.ts'

const sessionSeconds = sessionLives.member.wholeMs / 1000
// A person waits for this login; a provider that takes longer is as good as gone.
const socialMs = 10_000

type Social = { issuer: string; clientId: string; clientSecret: string }

export type IdentityOptions = {
  db: Database
  /** The shop's own address, such as http://localhost:3000; cookies are Secure and __Host- when it is https. */
  publicUrl: string
  secret: string
  social: Social
  /** How passwords are kept. */
  hashing: Hashing
  newId: () => string
  now: () => Date
  /** Told of trouble at the identity service, in words without passwords or tokens. */
  say?: (line: string) => void
}

export type Identity = {
  /** Answers a request of the identity calls, other than the social ones. Throws what is not a refusal. */
  handle(request: Request): Promise<Response>
  /** The same for the calls that need the social provider; refuses when it does not answer in time. */
  handleSocial(request: Request): Promise<Response>
  /** The name of the cookie that carries the session. */
  sessionCookie: string
  /** The name of the one that carries a login which waits for its second factor. */
  secondFactorCookie: string
  /** The name of the one that proves an earlier login in this browser. */
  deviceCookie: string
}

/** Below this path the identity service answers; the social provider sends people back to `/callback/social` there. */
export const identityPath = '/api/auth'

// Our cookies carry their own prefix, since better-auth knows only __Secure-, which allows a neighbour's domain.
const advanced = ({ publicUrl, newId }: IdentityOptions): BetterAuthOptions['advanced'] => ({
  database: { generateId: () => newId() },
  cookiePrefix: cookiePrefix(publicUrl),
  useSecureCookies: false,
  defaultCookieAttributes: { secure: publicUrl.startsWith('https://'), httpOnly: true, sameSite: 'lax', path: '/' },
  ipAddress: { ipAddressHeaders: ['x-forwarded-for'] },
})

const hooks = ({ now }: IdentityOptions): BetterAuthOptions['databaseHooks'] => ({
  user: {
    create: {
      before: async (user, context) => {
        const kept = memberToKeep(user)
        if (!kept) throw new APIError('BAD_REQUEST', { code: 'EMAIL_UNUSABLE' })
        const role = roleAtSignUp(context?.path, context?.body)
        return { data: { ...user, ...kept, role, createdAt: now(), updatedAt: now() } }
      },
    },
  },
  session: {
    create: {
      before: async (session, context) => {
        // Asked through better-auth, so that it is the same transaction and no second connection is waited for.
        const member = await context?.context.internalAdapter.findUserById(session.userId)
        if (member && 'removedAt' in member && member.removedAt) {
          throw new APIError('FORBIDDEN', { code: 'ACCOUNT_REMOVED', message: new Refused('account_removed').message })
        }
        const expiresAt = new Date(now().getTime() + sessionSeconds * 1000)
        return { data: { ...session, createdAt: now(), updatedAt: now(), expiresAt } }
      },
      // Who logs in anew has no more use for the session that this browser had.
      after: async (session, context) => {
        if (!context) return
        const { authCookies, secret, internalAdapter } = context.context
        const before = await context.getSignedCookie(authCookies.sessionToken.name, secret)
        if (before && before !== session.token) await internalAdapter.deleteSession(before)
      },
    },
  },
  account: {
    create: {
      // The shop asks the provider for nothing later, so it keeps no keys to anybody's account there.
      before: async (account) => ({ data: { ...account, accessToken: null, refreshToken: null, idToken: null } }),
    },
  },
})

// A database error's own words hold what was being written, so only the cause's short sentence is told.
const causeOf = (detail: unknown): string =>
  detail instanceof Error && detail.cause instanceof Error ? `: ${detail.cause.message}` : ''

const tables = (db: Database) =>
  drizzleAdapter(db, {
    provider: 'pg',
    schema: { members, sessions, accounts, verifications, secondFactors },
    transaction: true,
  })

const settings = (options: IdentityOptions) =>
  ({
    appName: 'Motohaat',
    baseURL: options.publicUrl,
    basePath: identityPath,
    secret: options.secret,
    trustedOrigins: [new URL(options.publicUrl).origin],
    telemetry: { enabled: false },
    // Limits must hold for all processes of the shop together: docs/decisions/0019-limits-in-postgresql.md.
    rateLimit: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, ...details) => options.say?.(`Identity: ${message}${details.map(causeOf).join('')}`),
    },
    onAPIError: {
      errorURL: `${options.publicUrl}/login`,
      // What is not a refusal goes on to the server's own error handler.
      onError: (error) => {
        if (!isAPIError(error)) throw error
      },
    },
    database: tables(options.db),
    advanced: advanced(options),
    databaseHooks: hooks(options),
    user: {
      modelName: 'members',
      additionalFields: {
        role: { type: 'string', required: true, defaultValue: 'Buyer', input: false },
        removedAt: { type: 'date', required: false, input: false },
      },
    },
    // No cookie cache: a sign-out, a removal or a changed role takes effect at once.
    // It is never made longer: the door looks at its life and its use itself.
    session: {
      modelName: 'sessions',
      expiresIn: sessionSeconds,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    // Accounts are never joined: whoever registered an address first may not be the one who owns it.
    account: { modelName: 'accounts', updateAccountOnSignIn: false, accountLinking: { enabled: false } },
    verification: { modelName: 'verifications' },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: {
        hash: options.hashing.hash,
        verify: ({ hash: kept, password }) => options.hashing.fits({ kept, password }),
      },
    },
  }) satisfies BetterAuthOptions

const withoutSlash = (address: string): string => address.replace(/\/$/, '')

const discoveryOf = (social: Social): string => `${withoutSlash(social.issuer)}/.well-known/openid-configuration`

// better-auth asks the provider only once, when it is made, and without it leaves the provider out for good. So it is
// made anew, with the provider, when the first person wants it, and again after each time the provider was away.
const withSocial = async (options: IdentityOptions) => {
  const { clientId, clientSecret } = options.social
  const provider = {
    providerId: 'social',
    discoveryUrl: discoveryOf(options.social),
    clientId,
    clientSecret,
    pkce: true,
  }
  const scopes = ['openid', 'email', 'profile']
  const auth = betterAuth({
    ...settings(options),
    plugins: [
      genericOAuth({ config: [{ ...provider, scopes, requireIdTokenVerification: true }] }),
      askForSecondFactor(options.secret),
    ],
  })
  const { socialProviders } = await auth.$context
  const found = socialProviders.find((one) => one.id === 'social')
  if (!found) throw new Refused('social_unavailable')
  // Whoever answers in the provider's place under another name is not the one that was agreed on.
  if (withoutSlash(found.issuer ?? '') !== withoutSlash(options.social.issuer)) {
    options.say?.(`Identity: the social provider calls itself ${found.issuer}, not ${options.social.issuer}`)
    throw new Refused('social_unavailable')
  }
  return auth
}

/** Keeps what was made; after a failure the next one who asks tries again. */
const oncePossible = <Made>(make: () => Promise<Made>): (() => Promise<Made>) => {
  let made: Promise<Made> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}

const inTime = async <Done>(work: Promise<Done>): Promise<Done> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Refused('social_unavailable')), socialMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Opens the identity service. It starts when the social provider is down: that is asked when somebody wants it. */
export const openIdentity = (options: IdentityOptions): Identity => {
  const auth = betterAuth({ ...settings(options), plugins: [askForSecondFactor(options.secret)] })
  const social = oncePossible(() => inTime(withSocial(options)))
  return {
    handle: (request) => auth.handler(request),
    handleSocial: (request) => inTime(social().then((opened) => opened.handler(request))),
    ...cookieNames(options.publicUrl),
  }
}
