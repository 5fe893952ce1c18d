// Who is at the door of a shop: its identity room, and the calls about oneself.
import { ownDataRoutes } from './market/account/routes.ts'
import { removeMember } from './market/desk/removal.ts'
import { accountRoutes, openMySession } from './market/identity/account.ts'
import { openDevices } from './market/identity/devices.ts'
import type { IdentityRoom } from './market/identity/doorkeeper.ts'
import { openHashing } from './market/identity/hashing.ts'
import { confirmPerson } from './market/identity/passwords.ts'
import { openIdentity } from './market/identity/provider.ts'
import { recoveryRoutes } from './market/identity/recovery.ts'
import { identityRoutes } from './market/identity/routes.ts'
import { secondFactorRoutes } from './market/identity/second-factor.ts'
import { openSpeaker } from './market/identity/speak.ts'
import { openTokens } from './market/identity/tokens.ts'
import type { Fittings } from './shop.ts'

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
