// The shop put together: rooms behind one door, pages in front, and what it does by itself. It does not listen yet.
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { contract } from '#contract/api.ts'
import { asidePaths, sharedPaths } from '#contract/paths.ts'
import { bikePageRoutes } from '#market/bikes/bike-page/routes.ts'
import { bikeRoutes } from '#market/bikes/routes.ts'
import { bookingRoutes } from '#market/bookings/routes.ts'
import { catalogueRoutes } from '#market/catalogue/routes.ts'
import { categoryRoutes } from '#market/categories/routes.ts'
import { contactRoutes } from '#market/contact/routes.ts'
import { deskRoutes } from '#market/admin/routes.ts'
import { doorkeeper, type IdentityRoom } from '#market/auth/authenticator.ts'
import { answerForgotten } from '#market/auth/recovery/jobs.ts'
import { sendMails } from '#market/mail/jobs.ts'
import type { Mailer } from '#market/mail/provider.ts'
import { memberRoutes } from '#market/members/routes.ts'
import type { Member } from '#market/members/table.ts'
import { tellNews } from '#market/alerts/jobs.ts'
import { noticeRoutes } from '#market/alerts/routes.ts'
import { serveStopping, stoppingPaths } from '#market/alerts/unsubscribe/routes.ts'
import { isBeingPaid } from '#market/payments/holds/rules.ts'
import { sweep } from '#market/payments/jobs.ts'
import type { Cards } from '#market/payments/provider.ts'
import { paymentRoutes } from '#market/payments/routes.ts'
import type { Till } from '#market/payments/settle.ts'
import { sweepPictures } from '#market/pictures/jobs.ts'
import type { PictureStore } from '#market/pictures/provider.ts'
import { openDarkroom, pictureRoutes, servePictures } from '#market/pictures/routes.ts'
import { openFitting } from '#market/search/saved-search-matcher/rules.ts'
import { searchRoutes } from '#market/search/routes.ts'
import { openEasel, serveSharing } from '#market/sharing/routes.ts'
import { serveSitemaps } from '#market/sharing/sitemaps/routes.ts'
import { wishlistRoutes } from '#market/wishlist/routes.ts'
import { reckonWorth } from '#market/price-estimates/jobs.ts'
import { worthRoutes } from '#market/price-estimates/routes.ts'
import { serveDocs } from '#platform/http/api-docs.ts'
import { believing, inProcessAddress } from '#platform/http/client-address.ts'
import type { Database } from '#platform/database/database.ts'
import { type Doorkeeper, mount } from '#platform/http/router.ts'
import { inProcess, shelfFirst } from '#platform/ssr/inject-transport.ts'
import { counting, type Limiter, type Limits, openLimiter } from '#platform/http/rate-limiter.ts'
import { type Counter, openCounter } from '#platform/http/rate-limit-counter.ts'
import { listen } from '#platform/database/notifications.ts'
import type { Metrics } from '#platform/observability/metrics.ts'
import { servePages, sharedPages } from '#platform/ssr/pages.ts'
import { alone, type Replica, type SharedReads } from '#platform/database/replica.ts'
import { keepReadyBytes } from '#platform/ssr/response-cache.ts'
import { serveSecurityTxt } from '#platform/http/security-txt.ts'
import { openServer } from '#platform/http/http-server.ts'
import type { Shedding } from '#platform/load-shedding/load-shedding.ts'
import { boundShop } from './load-limits.ts'
import { identityOf, ownRoutes } from './auth.ts'
import { measureShop, watchShop } from './monitoring.ts'

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
  /** A new word for a request. Its order says nothing, so it need not cost what an id does. */
  newRequestId: () => string
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
  /** Tells some bikes what they are worth, once; gives how many groups of bikes it looked at, 0 when none was due. */
  reckonWorth: () => Promise<number>
  /** Writes the letters about new bikes for saved searches and about prices that fell, once. */
  tellNews: () => Promise<void>
  /** Says that it is leaving, serves on for so long, then lets nobody in any more and waits for those inside. */
  leave: (noticeMs: number) => Promise<void>
  /** Stops taking requests, lets the ones under way finish, and lets go of what the shop opened itself. */
  close: () => Promise<void>
}

type Tools = {
  till: Till
  identity: IdentityRoom
  counter: Counter
  cleaning: Parameters<typeof sweepPictures>[0]
  fitting: ReturnType<typeof openFitting>
  /** Notes for whoever watches that a round of a job has ended well. */
  count: ReturnType<typeof measureShop>
}

/** What the shop does by itself. */
const jobsOf = (fittings: Fittings, { till, identity, counter, cleaning, fitting, count }: Tools) => {
  const { db, now, mailer } = fittings
  return {
    sweep: async () => {
      await sweep(till)
      count('payments')
    },
    sendMails: async () => {
      await answerForgotten({ ...identity, newToken: fittings.newToken })
      await sendMails({ db, mailer, now, say: till.say })
      count('mails')
    },
    sweepPictures: async () => {
      await sweepPictures(cleaning)
      count('pictures')
    },
    forgetLimits: () => counter.forget(),
    reckonWorth: () => reckonWorth({ db, now }),
    tellNews: async () => {
      await tellNews({ ...fittings, fitting, say: till.say })
      count('news')
    },
  }
}

/** What stands beside the API and the pages: pictures, what is shared, sitemaps, documents, the end of letters. */
const serveBeside = (
  app: FastifyInstance,
  beside: { fittings: Fittings; shared: SharedReads; easel: ReturnType<typeof openEasel>; limiter: Limiter },
): void => {
  const { fittings, shared, easel, limiter } = beside
  const { db, now } = fittings
  servePictures(app, fittings.pictures.store)
  serveSharing(app, {
    shared,
    easel,
    uploaded: (name) => fittings.pictures.store.get(name),
    picturesDir: fittings.pages?.picturesDir ?? null,
    logoFile: join(import.meta.dirname, '../web/assets/brand/logo-on-green.svg'),
    counted: counting(limiter, 'drawing'),
  })
  serveSitemaps(app, { shared, publicUrl: fittings.publicUrl, now, counted: counting(limiter, 'sitemap') })
  serveDocs(app, contract, fittings.publicUrl)
  serveStopping(app, { db, now, counted: counting(limiter, 'writing') })
  serveSecurityTxt(app, { publicUrl: fittings.publicUrl, now })
}

/** Opens all rooms and mounts their calls; the pages come last, since they call the API in process. */
export const openShop = async (fittings: Fittings): Promise<Shop> => {
  const { db, cards, now, newId, newRequestId, log, limits } = fittings
  const isProxy = believing(fittings.trustedProxies)
  const app = openServer({ log, newRequestId, publicUrl: fittings.publicUrl, isProxy })
  const door = watchShop(app, fittings)
  const readyBytes = keepReadyBytes(app, {
    paths: new Set([...sharedPaths, ...sharedPages]),
    aside: new Set([...asidePaths, ...stoppingPaths]),
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
  const fitting = openFitting({ db, now })
  const till: Till = { db, cards, now, newId, say: (line) => log.warn(line) }
  boundShop(app, fittings)
  const identity = identityOf(fittings)
  const counter = openCounter({ pool: db.$client, now })
  const limiter = openLimiter({ counter, limits, knownDevice: identity.devices.known })
  const keeper: Doorkeeper<Member> = { ...doorkeeper(identity), noticed: door.noticed }
  const darkroom = openDarkroom()
  const easel = openEasel()
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
      ...bikePageRoutes({ shared }),
      ...searchRoutes({ shared, now }),
      ...pictureRoutes({ ...fittings.pictures, db, darkroom, now }),
      ...bookingRoutes({ db, now, newId, liveBookingsMost: limits.liveBookingsMost }),
      ...wishlistRoutes({ db, now, newId }),
      ...noticeRoutes(fittings),
      ...paymentRoutes(till),
      ...contactRoutes({ db, now, newId, publicUrl: fittings.publicUrl }),
      ...deskRoutes({ db, now }),
      ...worthRoutes({ db, now }),
    },
    keeper,
    limiter,
  )
  serveBeside(app, { fittings, shared, easel, limiter })
  if (fittings.pages)
    await servePages(app, {
      ...fittings.pages,
      publicUrl: fittings.publicUrl,
      transport: shelfFirst(readyBytes, inProcess(app, {}, inProcessAddress)),
      counted: counting(limiter, 'page'),
    })
  return {
    app,
    till,
    ...jobsOf(fittings, { till, identity, counter, cleaning, fitting, count }),
    leave: door.leave,
    close: async () => {
      await app.close()
      darkroom.close()
      easel.close()
      await stopListening()
    },
  }
}
