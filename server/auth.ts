// Who is at the door of a shop: its identity room, and the calls about oneself.
import { ownDataRoutes } from '#market/own-data/routes.ts'
import { removeMember } from '#market/admin/removal/table.ts'
import { accountRoutes, openMySession } from '#market/auth/account/routes.ts'
import { openDevices } from '#market/auth/known-devices/rules.ts'
import type { IdentityRoom } from '#market/auth/authenticator.ts'
import { openHashing } from '#market/auth/password/provider.ts'
import { confirmPerson } from '#market/auth/password/table.ts'
import { openIdentity } from '#market/auth/provider.ts'
import { recoveryRoutes } from '#market/auth/recovery/routes.ts'
import { identityRoutes } from '#market/auth/sign-in/routes.ts'
import { secondFactorRoutes } from '#market/auth/second-factor/routes.ts'
import { openSpeaker } from '#market/auth/auth-client.ts'
import { openTokens } from '#market/auth/session/provider.ts'
import type { Fittings } from './app.ts'

/** The identity room of a shop. */
export const identityOf = (fittings: Fittings): IdentityRoom => {
  const { db, publicUrl, secret, social, newId, now, log, newToken, secondFactorOfAdmins } = fittings
  const hashing = openHashing()
  const identity = openIdentity({ db, publicUrl, secret, social, hashing, newId, now, say: (line) => log.warn(line) })
  return {
    db,
    secret,
    publicUrl,
    now,
    newId,
    secondFactorOfAdmins,
    tokens: openTokens({ secret, publicUrl }),
    identity,
    hashing,
    devices: openDevices({ secret, publicUrl, cookie: identity.deviceCookie, newToken }),
  }
}

/** The calls about oneself, all behind the session's cookie. */
export const ownRoutes = (identity: IdentityRoom) => {
  const ask = openSpeaker(identity)
  const mySession = openMySession(identity)
  return {
    ...identityRoutes(identity),
    ...recoveryRoutes(identity),
    ...secondFactorRoutes(identity),
    ...accountRoutes(identity),
    ...ownDataRoutes({
      ...identity,
      confirm: async (request, password) => confirmPerson(identity, await mySession(request), { password }),
      remove: (tx, memberId) => removeMember({ db: tx, now: identity.now }, memberId),
      clearCookies: async (request, reply) => {
        await ask(request, reply, { path: '/sign-out', body: {} })
        identity.devices.forget(reply)
      },
    }),
  }
}
