// The identity service: better-auth, here and nowhere else. Our members row is its user.
import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError, isAPIError } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import { members } from '#market/members/table.ts'
import { getCookieNames, getCookiePrefix } from './session/rules.ts'
import type { PasswordHasher } from './password/provider.ts'
import { createSecondFactorPlugin } from './second-factor/provider.ts'
import { sanitizeNewMember, getSignUpRole, sessionLifetimes } from './rules.ts'
import { accounts, secondFactors, sessions, verifications } from './table.ts'

const sessionSeconds = sessionLifetimes.member.maxAgeMs / 1000
// A person waits for this login; a provider that takes longer is as good as gone.
const socialTimeoutMs = 10_000

type SocialOptions = { issuer: string; clientId: string; clientSecret: string }

export type AuthProviderOptions = {
  db: Database
  /** The shop's own address, such as http://localhost:3000; cookies are Secure and __Host- when it is https. */
  publicUrl: string
  secret: string
  social: SocialOptions
  /** How passwords are kept. */
  passwordHasher: PasswordHasher
  createId: () => string
  now: () => Date
  /** Told of trouble at the identity service, in words without passwords or tokens. */
  log?: (line: string) => void
}

export type AuthProvider = {
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
export const authPath = '/api/auth'

// Our cookies carry their own prefix, since better-auth knows only __Secure-, which allows a neighbour's domain.
const createAdvancedOptions = ({ publicUrl, createId }: AuthProviderOptions): BetterAuthOptions['advanced'] => ({
  database: { generateId: () => createId() },
  cookiePrefix: getCookiePrefix(publicUrl),
  useSecureCookies: false,
  defaultCookieAttributes: { secure: publicUrl.startsWith('https://'), httpOnly: true, sameSite: 'lax', path: '/' },
  ipAddress: { ipAddressHeaders: ['x-forwarded-for'] },
})

const createDatabaseHooks = ({ now }: AuthProviderOptions): BetterAuthOptions['databaseHooks'] => ({
  user: {
    create: {
      before: async (user, context) => {
        const sanitized = sanitizeNewMember(user)
        if (!sanitized) throw new APIError('BAD_REQUEST', { code: 'EMAIL_UNUSABLE' })
        const role = getSignUpRole(context?.path, context?.body)
        return { data: { ...user, ...sanitized, role, createdAt: now(), updatedAt: now() } }
      },
    },
  },
  session: {
    create: {
      before: async (session, context) => {
        // Asked through better-auth, so that it is the same transaction and no second connection is waited for.
        const member = await context?.context.internalAdapter.findUserById(session.userId)
        if (member && 'removedAt' in member && member.removedAt) {
          throw new APIError('FORBIDDEN', { code: 'ACCOUNT_REMOVED', message: new ApiError('account_removed').message })
        }
        const expiresAt = new Date(now().getTime() + sessionSeconds * 1000)
        return { data: { ...session, createdAt: now(), updatedAt: now(), expiresAt } }
      },
      // Who logs in anew has no more use for the session that this browser had.
      after: async (session, context) => {
        if (!context) return
        const { authCookies, secret, internalAdapter } = context.context
        const previousToken = await context.getSignedCookie(authCookies.sessionToken.name, secret)
        if (previousToken && previousToken !== session.token) await internalAdapter.deleteSession(previousToken)
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
const formatCause = (detail: unknown): string =>
  detail instanceof Error && detail.cause instanceof Error ? `: ${detail.cause.message}` : ''

const createDatabaseAdapter = (db: Database) =>
  drizzleAdapter(db, {
    provider: 'pg',
    schema: { members, sessions, accounts, verifications, secondFactors },
    transaction: true,
  })

const createAuthOptions = (options: AuthProviderOptions) =>
  ({
    appName: 'Motohaat',
    baseURL: options.publicUrl,
    basePath: authPath,
    secret: options.secret,
    trustedOrigins: [new URL(options.publicUrl).origin],
    telemetry: { enabled: false },
    // Limits must hold for all processes of the shop together: docs/decisions/0019-rate-limits-and-load-shedding.md.
    rateLimit: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, ...details) => options.log?.(`Identity: ${message}${details.map(formatCause).join('')}`),
    },
    onAPIError: {
      errorURL: `${options.publicUrl}/login`,
      // What is not a refusal goes on to the server's own error handler.
      onError: (error) => {
        if (!isAPIError(error)) throw error
      },
    },
    database: createDatabaseAdapter(options.db),
    advanced: createAdvancedOptions(options),
    databaseHooks: createDatabaseHooks(options),
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
        hash: options.passwordHasher.hash,
        verify: ({ hash: storedHash, password }) => options.passwordHasher.verify({ storedHash, password }),
      },
    },
  }) satisfies BetterAuthOptions

const removeTrailingSlash = (url: string): string => url.replace(/\/$/, '')

const toDiscoveryUrl = (social: SocialOptions): string =>
  `${removeTrailingSlash(social.issuer)}/.well-known/openid-configuration`

// better-auth asks the provider only once, when it is made, and without it leaves the provider out for good. So it is
// made anew, with the provider, when the first person wants it, and again after each time the provider was away.
const createAuthWithSocial = async (options: AuthProviderOptions) => {
  const { clientId, clientSecret } = options.social
  const provider = {
    providerId: 'social',
    discoveryUrl: toDiscoveryUrl(options.social),
    clientId,
    clientSecret,
    pkce: true,
  }
  const scopes = ['openid', 'email', 'profile']
  const auth = betterAuth({
    ...createAuthOptions(options),
    plugins: [
      genericOAuth({ config: [{ ...provider, scopes, requireIdTokenVerification: true }] }),
      createSecondFactorPlugin(options.secret),
    ],
  })
  const { socialProviders } = await auth.$context
  const socialProvider = socialProviders.find((one) => one.id === 'social')
  if (!socialProvider) throw new ApiError('social_unavailable')
  // Whoever answers in the provider's place under another name is not the one that was agreed on.
  if (removeTrailingSlash(socialProvider.issuer ?? '') !== removeTrailingSlash(options.social.issuer)) {
    options.log?.(`Identity: the social provider calls itself ${socialProvider.issuer}, not ${options.social.issuer}`)
    throw new ApiError('social_unavailable')
  }
  return auth
}

/** Keeps what was made; after a failure the next one who asks tries again. */
const cacheOnSuccess = <Value>(create: () => Promise<Value>): (() => Promise<Value>) => {
  let cached: Promise<Value> | null = null
  return () => {
    cached ??= create().catch((error: unknown) => {
      cached = null
      throw error
    })
    return cached
  }
}

const withTimeout = async <Done>(work: Promise<Done>): Promise<Done> => {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiError('social_unavailable')), socialTimeoutMs)
  })
  try {
    return await Promise.race([work, timedOut])
  } finally {
    clearTimeout(timer)
  }
}

/** Opens the identity service. It starts when the social provider is down: that is asked when somebody wants it. */
export const createAuthProvider = (options: AuthProviderOptions): AuthProvider => {
  const auth = betterAuth({ ...createAuthOptions(options), plugins: [createSecondFactorPlugin(options.secret)] })
  const getSocialAuth = cacheOnSuccess(() => withTimeout(createAuthWithSocial(options)))
  return {
    handle: (request) => auth.handler(request),
    handleSocial: (request) => withTimeout(getSocialAuth().then((socialAuth) => socialAuth.handler(request))),
    ...getCookieNames(options.publicUrl),
  }
}
