// The shop put together: rooms behind one door, pages in front, and what it does by itself. It does not listen yet.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { contract } from './contract/api.ts'
import { ownDataRoutes } from './market/account/routes.ts'
import { bikeRoutes } from './market/bikes/routes.ts'
import { bookingRoutes } from './market/bookings/routes.ts'
import { catalogueRoutes } from './market/catalogue/routes.ts'
import { categoryRoutes } from './market/categories/routes.ts'
import { contactRoutes } from './market/contact/routes.ts'
import { removeMember } from './market/desk/removal.ts'
import { deskRoutes } from './market/desk/routes.ts'
import { accountRoutes, openMySession } from './market/identity/account.ts'
import { doorkeeper, type IdentityRoom } from './market/identity/doorkeeper.ts'
import { confirmPerson } from './market/identity/passwords.ts'
import { openIdentity } from './market/identity/provider.ts'
import { answerForgotten } from './market/identity/jobs.ts'
import { recoveryRoutes } from './market/identity/recovery.ts'
import { identityRoutes } from './market/identity/routes.ts'
import { secondFactorRoutes } from './market/identity/second-factor.ts'
import { openSpeaker } from './market/identity/speak.ts'
import { openDevices } from './market/identity/devices.ts'
import { openHashing } from './market/identity/hashing.ts'
import { openTokens } from './market/identity/tokens.ts'
import { sendMails } from './market/mail/jobs.ts'
import type { Mailer } from './market/mail/provider.ts'
import { memberRoutes } from './market/members/routes.ts'
import type { Member } from './market/members/table.ts'
import { isBeingPaid } from './market/payments/holds.ts'
import { sweep } from './market/payments/jobs.ts'
import type { Cards } from './market/payments/provider.ts'
import { paymentRoutes } from './market/payments/routes.ts'
import type { Till } from './market/payments/settle.ts'
import { sweepPictures } from './market/pictures/jobs.ts'
import type { PictureStore } from './market/pictures/provider.ts'
import { openDarkroom, pictureRoutes, servePictures } from './market/pictures/routes.ts'
import { wishlistRoutes } from './market/wishlist/routes.ts'
import { serveDocs } from './platform/api-docs.ts'
import { believing, inProcessAddress } from './platform/addresses.ts'
import type { Database } from './platform/database.ts'
import { type Doorkeeper, mount } from './platform/http.ts'
import { inProcess } from './platform/in-process.ts'
import { type Limits, openLimiter } from './platform/limits.ts'
import { openCounter } from './platform/limits-counter.ts'
import { listen } from './platform/listen.ts'
import type { Metrics } from './platform/metrics.ts'
import { servePages, sharedPages } from './platform/pages.ts'
import { alone, type Replica } from './platform/replica.ts'
import { keepReadyBytes } from './platform/ready-bytes.ts'
import { serveSecurityTxt } from './platform/security-txt.ts'
import { openServer } from './platform/serve.ts'
import type { Shedding } from './platform/shedding.ts'
import { boundShop } from './shop-bounds.ts'
import { measureShop, watchShop } from './shop-watch.ts'

export type Fittings = {
  db: Database
  /** A replica for the lists that everybody sees; without it the database answers them too. */
  replica?: Replica | null
  cards: Cards
  /** Where the files of pictures lie, and a folder of this machine for those that are just arriving. */
  pictures: { store: PictureStore; incomingDir: string }
  publicUrl: string
  secret: string
  social: { issuer: string; clientId: string; clientSecret: string }
  mailer: Mailer
  /** Whether an admin without a second factor is asked for one, or let in to nothing of an admin's without it. */
  secondFactorOfAdmins: 'asked' | 'required'
  /** How often people may do what. */
  limits: Limits
  /** Addresses and networks of the proxies in front, which are believed about where people come from. */
  trustedProxies: readonly string[]
  /** From where on people are turned away; as usual unless told. */
  shedding?: Shedding
  log: FastifyBaseLogger
  /** The books of whoever watches over the shop, or null when nobody does. */
  metrics?: Metrics | null
  now: () => Date
  /** A new UUIDv7. */
  newId: () => string
  /** A new word that nobody can guess: 256 random bits, fit for an address. */
  newToken: () => string
  /** The built pages and what the payment screens need, or null for the API alone. */
  pages: {
    distDir: string
    picturesDir: string
    cards: { publishableKey: string; script: string | null; origins: string[] }
  } | null
}

export type Shop = {
  app: FastifyInstance
  till: Till
  /** Looks after unfinished payments once. */
  sweep: () => Promise<void>
  /** Takes away the pictures that no bike came to use, once. */
  sweepPictures: () => Promise<void>
  /** Forgets what limits have counted and what says nothing any more, once. */
  forgetLimits: () => Promise<void>
  /** Writes the letters that were asked for and hands what waits to the mail server, once. */
  sendMails: () => Promise<void>
  /** Says that it is leaving, serves on for so long, then lets nobody in any more and waits for those inside. */
  leave: (noticeMs: number) => Promise<void>
  /** Stops taking requests, lets the ones under way finish, and lets go of what the shop opened itself. */
  close: () => Promise<void>
}

const pathsOfCalls = (mark: 'shared' | 'aside' | 'upload'): Set<string> =>
  new Set(
    Object.entries(contract)
      .filter(([, call]) => mark in call)
      .map(([name]) => `/api${name.split(' ')[1]}`),
  )

// The lists that everybody sees alike, and the calls that change none of them: a picture is on no list before its bike.
const sharedPaths = pathsOfCalls('shared')
const asidePaths = new Set([...pathsOfCalls('aside'), ...pathsOfCalls('upload')])

const identityOf = (fittings: Fittings): IdentityRoom => {
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
const ownRoutes = (identity: IdentityRoom) => {
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

/** Opens all rooms and mounts their calls; the pages come last, since they call the API in process. */
export const openShop = async (fittings: Fittings): Promise<Shop> => {
  const { db, cards, now, newId, log, limits } = fittings
  const isProxy = believing(fittings.trustedProxies)
  const app = openServer({ log, newRequestId: () => newId(), publicUrl: fittings.publicUrl, isProxy })
  const door = watchShop(app, fittings)
  const readyBytes = keepReadyBytes(app, {
    paths: new Set([...sharedPaths, ...sharedPages]),
    aside: asidePaths,
    dropped: () => fittings.replica?.changed(),
    now: () => performance.now(),
  })
  const count = measureShop(fittings, readyBytes)
  const { replica = null } = fittings
  const shared = replica?.shared ?? alone(db)
  // First the replica hears of it, so that nothing is made anew from what it does not know yet.
  const stopListening = listen(db.$client, 'window_changed', () => {
    replica?.changed()
    readyBytes.drop()
  })
  const till: Till = { db, cards, now, newId, say: (line) => log.warn(line) }
  boundShop(app, fittings)
  const identity = identityOf(fittings)
  const counter = openCounter({ pool: db.$client, now })
  const keeper: Doorkeeper<Member> = { ...doorkeeper(identity), noticed: door.noticed }
  const darkroom = openDarkroom()
  const cleaning = { ...fittings.pictures, db, now, say: till.say }
  mount(
    app,
    contract,
    {
      ...ownRoutes(identity),
      ...memberRoutes({ db }),
      ...categoryRoutes({ shared }),
      ...catalogueRoutes({ db, shared, now, newId }),
      ...bikeRoutes({ db, shared, now, newId, isBeingPaid }),
      ...pictureRoutes({ ...fittings.pictures, db, darkroom, now }),
      ...bookingRoutes({ db, now, newId, liveBookingsMost: limits.liveBookingsMost }),
      ...wishlistRoutes({ db, now, newId }),
      ...paymentRoutes(till),
      ...contactRoutes({ db, now, newId, publicUrl: fittings.publicUrl }),
      ...deskRoutes({ db, now }),
    },
    keeper,
    openLimiter({ counter, limits, knownDevice: identity.devices.known }),
  )
  servePictures(app, fittings.pictures.store)
  serveDocs(app, contract, fittings.publicUrl)
  serveSecurityTxt(app, { publicUrl: fittings.publicUrl, now })
  if (fittings.pages)
    await servePages(app, {
      ...fittings.pages,
      publicUrl: fittings.publicUrl,
      transport: inProcess(app, {}, inProcessAddress),
    })
  return {
    app,
    till,
    sweep: async () => {
      await sweep(till)
      count('payments')
    },
    sendMails: async () => {
      await answerForgotten({ ...identity, newToken: fittings.newToken })
      await sendMails({ db, mailer: fittings.mailer, now, say: till.say })
      count('mails')
    },
    sweepPictures: async () => {
      await sweepPictures(cleaning)
      count('pictures')
    },
    forgetLimits: () => counter.forget(),
    leave: door.leave,
    close: async () => {
      await app.close()
      darkroom.close()
      await stopListening()
    },
  }
}
