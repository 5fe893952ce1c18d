// better-auth and its configuration; only this module uses it. Its users are the rows of `members`.
import { maxPasswordLength, minPasswordLength } from '#contract/limits.ts'
import { sessionLifetimes } from './session/session-lifetimes.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError, isAPIError } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { ApiError } from '#contract/errors/api-errors.ts'
import { apiErrors } from '#contract/errors/error-codes.ts'
import { Email } from '#contract/fields.ts'
import type { Database } from '#platform/database/database.ts'
import { members } from '#market/schema/people/members.ts'
import { proveAddressBySocialLogin } from './email-proof/proof.ts'
import { getCookieNames, getCookiePrefix } from './session/cookies.ts'
import type { PasswordHasher } from './password/hashing.ts'
import { createSecondFactorPlugin } from './second-factor/plugin.ts'
import { sanitizeNewMember, getSignUpRole } from './request-checks.ts'
import { accounts, secondFactors, sessions, verifications } from '#market/schema/people/logins.ts'

const sessionSeconds = sessionLifetimes.member.maxAgeMs / 1000
// The user waits for this login, so a slower provider counts as unavailable.
const socialTimeoutMs = 10_000

type SocialOptions = { issuer: string; clientId: string; clientSecret: string }

export type AuthProviderOptions = {
  db: Database
  /** The public URL, such as http://localhost:3000. With https, cookies are Secure and their names start with __Host-. */
  publicUrl: string
  secret: string
  social: SocialOptions
  passwordHasher: PasswordHasher
  createId: () => string
  now: () => Date
  /** Receives errors of better-auth; messages contain no passwords or tokens. */
  log?: (line: string) => void
}

/** `key` is the idempotency key of the request, if it has one. */
type SignUp = { password: string; key: string | undefined }

export type AuthProvider = {
  /** Handles a request of better-auth, except for social login. Throws unexpected errors. */
  handle(request: Request): Promise<Response>
  /** The same for social login. Throws `social_unavailable` when the provider does not respond in time. */
  handleSocial(request: Request): Promise<Response>
  /**
   * Hashes the password, then runs `work`, a sign-up in which better-auth uses that hash and stores the key with the new
   * member. It hashes inside the transaction of a sign-up, so sign-ups that wait for their hash would hold all database
   * connections.
   */
  prepareSignUp<Result>(signUp: SignUp, work: () => Promise<Result>): Promise<Result>
  /** The name of the session cookie. */
  sessionCookie: string
  /** The name of the cookie of a login that waits for its second factor. */
  secondFactorCookie: string
  /** The name of the cookie that proves an earlier login in this browser. */
  deviceCookie: string
}

/** The base path of better-auth; the social provider redirects to `/callback/social` below it. */
export const authPath = '/api/auth'

// We set the prefix of the cookies ourselves: better-auth has only __Secure-, which sibling subdomains can overwrite.
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
        const signUpKey = preparedSignUp.getStore()?.key ?? null
        return { data: { ...user, ...sanitized, role, signUpKey, createdAt: now(), updatedAt: now() } }
      },
    },
  },
  session: {
    create: {
      before: async (session, context) => {
        // Through better-auth, so that it uses the same transaction and no second connection.
        const member = await context?.context.internalAdapter.findUserById(session.userId)
        if (member && 'removedAt' in member && member.removedAt) {
          throw new APIError('FORBIDDEN', { code: 'ACCOUNT_REMOVED', message: apiErrors.account_removed.message })
        }
        const expiresAt = new Date(now().getTime() + sessionSeconds * 1000)
        return { data: { ...session, createdAt: now(), updatedAt: now(), expiresAt } }
      },
      // A new login replaces the previous session of this browser.
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
      // We never call the provider later, so we store none of its tokens.
      before: async (account) => ({ data: { ...account, accessToken: null, refreshToken: null, idToken: null } }),
    },
  },
})

// The message of a database error contains the values, so only the message of its cause is logged.
const formatCause = (detail: unknown): string =>
  detail instanceof Error && detail.cause instanceof Error ? `: ${detail.cause.message}` : ''

const createDatabaseAdapter = (db: Database) =>
  drizzleAdapter(db, {
    provider: 'pg',
    schema: { members, sessions, accounts, verifications, secondFactors },
    transaction: true,
  })

const preparedSignUp = new AsyncLocalStorage<SignUp & { hash: string }>()

const createAuthOptions = (options: AuthProviderOptions) =>
  ({
    appName: 'Motohaat',
    baseURL: options.publicUrl,
    basePath: authPath,
    secret: options.secret,
    trustedOrigins: [new URL(options.publicUrl).origin],
    telemetry: { enabled: false },
    // Our own rate limits count across all processes: docs/decisions/0019-rate-limits-and-load-shedding.md.
    rateLimit: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, ...details) =>
        options.log?.(`better-auth: ${message}${details.map(formatCause).join('')}`),
    },
    onAPIError: {
      errorURL: `${options.publicUrl}/login`,
      // Unexpected errors go to the error handler of the server.
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
        emailBouncedAt: { type: 'date', required: false, input: false },
        signUpKey: { type: 'string', required: false, input: false, returned: false },
      },
    },
    // No cookie cache: a logout, a removal or a changed role takes effect at once.
    // No refresh: the authenticator checks age and last use itself.
    session: {
      modelName: 'sessions',
      expiresIn: sessionSeconds,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    // A social login joins the account of its address if the provider has verified the address and it is proven here.
    // proveAddressBySocialLogin proves it before, and ends what somebody else may have set.
    account: {
      modelName: 'accounts',
      updateAccountOnSignIn: false,
      accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true },
    },
    verification: { modelName: 'verifications' },
    emailAndPassword: {
      enabled: true,
      minPasswordLength,
      maxPasswordLength,
      password: {
        hash: async (password) => {
          const prepared = preparedSignUp.getStore()
          return prepared?.password === password ? prepared.hash : options.passwordHasher.hash(password)
        },
        verify: ({ hash: storedHash, password }) => options.passwordHasher.verify({ storedHash, password }),
      },
    },
  }) satisfies BetterAuthOptions

const removeTrailingSlash = (url: string): string => url.replace(/\/$/, '')

const toDiscoveryUrl = (social: SocialOptions): string =>
  `${removeTrailingSlash(social.issuer)}/.well-known/openid-configuration`

// better-auth fetches the provider's discovery document once, at creation; if that fails, social login stays disabled.
// So we create it at the first social login, and again after each failure.
const createAuthWithSocial = async (options: AuthProviderOptions) => {
  const { clientId, clientSecret } = options.social
  const provider = {
    providerId: 'social',
    discoveryUrl: toDiscoveryUrl(options.social),
    clientId,
    clientSecret,
    pkce: true,
    mapProfileToUser: async ({ email, emailVerified }: { email?: unknown; emailVerified?: unknown }) => {
      const address = Email.safeParse(email)
      if (emailVerified === true && address.success) await proveAddressBySocialLogin(options, address.data)
      return {}
    },
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
  // A different issuer in the discovery document is not the configured provider.
  if (removeTrailingSlash(socialProvider.issuer ?? '') !== removeTrailingSlash(options.social.issuer)) {
    options.log?.(`The issuer of the social provider is ${socialProvider.issuer}, expected ${options.social.issuer}`)
    throw new ApiError('social_unavailable')
  }
  return auth
}

/** Caches a created value; after a failure, the next call tries again. */
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

/** Creates better-auth. It also starts without the social provider, which is contacted at the first social login. */
export const createAuthProvider = (options: AuthProviderOptions): AuthProvider => {
  const auth = betterAuth({ ...createAuthOptions(options), plugins: [createSecondFactorPlugin(options.secret)] })
  const getSocialAuth = cacheOnSuccess(() => withTimeout(createAuthWithSocial(options)))
  return {
    handle: (request) => auth.handler(request),
    prepareSignUp: async (signUp, work) =>
      preparedSignUp.run({ ...signUp, hash: await options.passwordHasher.hash(signUp.password) }, work),
    handleSocial: (request) => withTimeout(getSocialAuth().then((socialAuth) => socialAuth.handler(request))),
    ...getCookieNames(options.publicUrl),
  }
}
