// Creates the dependencies of authentication, and the routes of one's own account.
import { ownDataRoutes } from '#market/own-data/routes.ts'
import { randomInt } from 'node:crypto'
import { phoneRoutes } from '#market/phone-proofs/routes.ts'
import type { RateLimitCounter } from '#platform/http/rate-limit-counter.ts'
import { removeMember } from '#market/admin/removal.ts'
import { accountRoutes, createSessionGuard } from '#market/auth/account.ts'
import { createKnownDevices } from '#market/auth/known-devices.ts'
import type { AuthDeps } from '#market/auth/authenticator.ts'
import { reauthenticate } from '#market/auth/credentials.ts'
import { createAuthProvider } from '#market/auth/better-auth.ts'
import { emailProofRoutes } from '#market/auth/email-proof/routes.ts'
import { recoveryRoutes } from '#market/auth/recovery/routes.ts'
import { signInRoutes } from '#market/auth/sign-in.ts'
import { secondFactorRoutes } from '#market/auth/second-factor/routes.ts'
import { createAuthClient } from '#market/auth/auth-client.ts'
import { createAccessTokens } from '#market/auth/session/access-tokens.ts'
import type { AppDependencies } from './dependencies.ts'
import { guardSocialLogin } from './external-services.ts'

export const createAuthDeps = (dependencies: AppDependencies): AuthDeps => {
  const { db, publicUrl, secret, social, passwordHasher, createId, now, log, createToken } = dependencies
  const authProvider = createAuthProvider({
    db,
    publicUrl,
    secret,
    social,
    passwordHasher,
    createId,
    now,
    log: (line) => log.warn(line),
  })
  return {
    db,
    secret,
    publicUrl,
    now,
    createId,
    secondFactorOfAdmins: dependencies.secondFactorOfAdmins,
    tokens: createAccessTokens({ secret, publicUrl }),
    authProvider: guardSocialLogin(authProvider, dependencies.externalServices.social),
    passwordHasher,
    devices: createKnownDevices({ db, now, publicUrl, cookie: authProvider.deviceCookie, createToken }),
  }
}

const createCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** The handlers for one's own account. All but those of the phone need the session cookie. */
export const createOwnAccountRoutes = (
  auth: AuthDeps,
  dependencies: AppDependencies & { rateLimitCounter: RateLimitCounter },
) => {
  const callAuth = createAuthClient(auth)
  const getMySession = createSessionGuard(auth)
  return {
    ...signInRoutes({ ...auth, createToken: dependencies.createToken }),
    ...recoveryRoutes(auth),
    ...emailProofRoutes({ ...auth, createToken: dependencies.createToken }),
    ...secondFactorRoutes(auth),
    ...accountRoutes(auth),
    ...phoneRoutes({ ...dependencies, createCode }),
    ...ownDataRoutes({
      ...auth,
      reauthenticate: async (request, password) => reauthenticate(auth, await getMySession(request), { password }),
      removeMember: (tx, memberId) => removeMember({ ...dependencies, db: tx }, memberId, 'oneself'),
      clearBrowserData: async (request, reply) => {
        await callAuth(request, reply, { path: '/sign-out', body: {} })
        auth.devices.forget(reply)
        // Browsers that know the header also delete what a script might leave: drafts, lists, cached pages.
        void reply.header('clear-site-data', '"cookies", "storage"')
      },
    }),
  }
}
