// The identity service: better-auth, here and nowhere else. Our members row is its user.
import { hash, verify } from '@node-rs/argon2'
import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError, isAPIError } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { Refused } from '../../contract/refusals.ts'
import type { Database } from '../../platform/database.ts'
import { members } from '../members/table.ts'
import { memberToKeep, roleAtSignUp } from './rules.ts'
import { accounts, secondFactors, sessions, verifications } from './table.ts'

const sessionSeconds = 7 * 24 * 60 * 60
// A person waits for this login; a provider that takes longer is as good as gone.
const socialMs = 10_000

// OWASP's parameters for Argon2id, which is the algorithm this library takes when none is named: 19 MiB, 2 passes.
const argon2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password as it is kept. The same letters typed on two keyboards are the same password. */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), argon2)

/** Whether this is the password that was hashed so. */
export const passwordFits = ({ kept, password }: { kept: string; password: string }): Promise<boolean> =>
  verify(kept, password.normalize('NFKC'))

type Social = { issuer: string; clientId: string; clientSecret: string }

export type IdentityOptions = {
  db: Database
  /** The shop's own address, such as http://localhost:3000; cookies are Secure and __Host- when it is https. */
  publicUrl: string
  secret: string
  social: Social
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
}

/** Below this path the identity service answers; the social provider sends people back to `/callback/social` there. */
export const identityPath = '/api/auth'

const cookiePrefix = (publicUrl: string): string => (publicUrl.startsWith('https://') ? '__Host-motohaat' : 'motohaat')

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
    // Limits must hold for all processes of the shop together; they are not this library's.
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
    session: { modelName: 'sessions', expiresIn: sessionSeconds, cookieCache: { enabled: false } },
    // Accounts are never joined: whoever registered an address first may not be the one who owns it.
    account: { modelName: 'accounts', updateAccountOnSignIn: false, accountLinking: { enabled: false } },
    verification: { modelName: 'verifications' },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: {
        hash: hashPassword,
        verify: ({ hash: kept, password }) => passwordFits({ kept, password }),
      },
    },
  }) satisfies BetterAuthOptions

// A person who has the password and needs the code looks for the phone for this long.
const codeSeconds = 10 * 60

/**
 * The library asks for a code after the password alone. A second factor that the social way passes by would be a promise
 * that is not kept, so it is asked for there too.
 */
const askForSecondFactor = () => {
  const plugin = twoFactor({
    issuer: 'Motohaat',
    twoFactorCookieMaxAge: codeSeconds,
    // Whoever has no password is asked for a fresh login instead, before the library is asked at all.
    allowPasswordless: true,
    schema: {
      user: { fields: { twoFactorEnabled: 'hasSecondFactor' } },
      twoFactor: { modelName: 'secondFactors' },
    },
  })
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: (context: Parameters<typeof hook.matcher>[0]) => hook.matcher(context) || context.path === '/callback/:id',
  }))
  return { ...plugin, hooks: { ...plugin.hooks, after } }
}

const discoveryOf = (social: Social): string => `${social.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

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
      askForSecondFactor(),
    ],
  })
  const { socialProviders } = await auth.$context
  if (!socialProviders.some((one) => one.id === 'social')) throw new Refused('social_unavailable')
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
  const auth = betterAuth({ ...settings(options), plugins: [askForSecondFactor()] })
  const social = oncePossible(() => inTime(withSocial(options)))
  return {
    handle: (request) => auth.handler(request),
    handleSocial: (request) => inTime(social().then((opened) => opened.handler(request))),
    sessionCookie: `${cookiePrefix(options.publicUrl)}.session_token`,
  }
}
