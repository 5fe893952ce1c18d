// Creates the dependencies of authentication, and what deleting one's own account needs.
import type { OwnDataDeps } from '#market/own-data/routes.ts'
import { removeMember } from '#market/admin/removal.ts'
import { createSessionGuard } from '#market/auth/account.ts'
import { createKnownDevices } from '#market/auth/known-devices.ts'
import type { AuthDeps } from '#market/auth/authenticator.ts'
import { reauthenticate } from '#market/auth/credentials.ts'
import { createAuthProvider } from '#market/auth/better-auth.ts'
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

/** What deleting one's own account needs of other modules. */
export const createAccountDeletion = (
  auth: AuthDeps,
  dependencies: AppDependencies,
): Pick<OwnDataDeps, 'reauthenticate' | 'removeMember' | 'clearBrowserData'> => {
  const callAuth = createAuthClient(auth)
  const getMySession = createSessionGuard(auth)
  return {
    reauthenticate: async (request, password) => reauthenticate(auth, await getMySession(request), { password }),
    removeMember: (tx, memberId, language) =>
      removeMember({ ...dependencies, db: tx }, memberId, { by: 'oneself', language }),
    clearBrowserData: async (request, reply) => {
      await callAuth(request, reply, { path: '/sign-out', body: {} })
      auth.devices.forget(reply)
      // Browsers that know the header also delete what a script might leave: drafts, lists, cached pages.
      void reply.header('clear-site-data', '"cookies", "storage"')
    },
  }
}
