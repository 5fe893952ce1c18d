// The shop put together: rooms behind one door, pages in front, and what it does by itself. It does not listen yet.
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { contract } from '#contract/api.ts'
import { nonInvalidatingPaths, cacheablePaths } from '#contract/paths.ts'
import { bikePageRoutes } from '#market/bikes/bike-page/routes.ts'
import { bikeRoutes } from '#market/bikes/routes.ts'
import { bookingRoutes } from '#market/bookings/routes.ts'
import { catalogueRoutes } from '#market/catalogue/routes.ts'
import { categoryRoutes } from '#market/categories/routes.ts'
import { contactRoutes } from '#market/contact/routes.ts'
import { adminRoutes } from '#market/admin/routes.ts'
import { auditRoutes } from '#market/audit/routes.ts'
import { createAuthenticator, type AuthDeps } from '#market/auth/authenticator.ts'
import { sendPasswordResetEmails } from '#market/auth/recovery/jobs.ts'
import { sendMails } from '#market/mail/jobs.ts'
import type { Mailer } from '#market/mail/provider.ts'
import { memberRoutes } from '#market/members/routes.ts'
import type { Member } from '#market/members/table.ts'
import { sendAlerts } from '#market/alerts/jobs.ts'
import { alertRoutes } from '#market/alerts/routes.ts'
import { serveUnsubscribe, unsubscribePaths } from '#market/alerts/unsubscribe/routes.ts'
import { paymentAttentionRoutes } from '#market/payments/attention/routes.ts'
import { isBeingPaid } from '#market/payments/holds/rules.ts'
import { sweep } from '#market/payments/jobs.ts'
import type { PaymentProvider } from '#market/payments/provider.ts'
import { paymentRoutes } from '#market/payments/routes.ts'
import type { PaymentsDeps } from '#market/payments/settle.ts'
import { sweepPictures } from '#market/pictures/jobs.ts'
import type { PictureStore } from '#market/pictures/provider.ts'
import { createImageWorker, pictureRoutes, servePictures } from '#market/pictures/routes.ts'
import { createSavedSearchMatcher } from '#market/search/saved-search-matcher/rules.ts'
import { searchRoutes } from '#market/search/routes.ts'
import { createOgImageRenderer, serveSharing } from '#market/sharing/routes.ts'
import { serveSitemaps } from '#market/sharing/sitemaps/routes.ts'
import { wishlistRoutes } from '#market/wishlist/routes.ts'
import { estimatePrices } from '#market/price-estimates/jobs.ts'
import { priceEstimateRoutes } from '#market/price-estimates/routes.ts'
import { serveDocs } from '#platform/http/api-docs.ts'
import { createTrustProxy, inProcessAddress } from '#platform/http/client-address.ts'
import type { Database } from '#platform/database/database.ts'
import { type Authenticator, registerRoutes } from '#platform/http/router.ts'
import { injectTransport, cachedTransport } from '#platform/ssr/inject-transport.ts'
import { createRateLimitCheck, type RateLimiter, type Limits, createRateLimiter } from '#platform/http/rate-limiter.ts'
import { type RateLimitCounter, createRateLimitCounter } from '#platform/http/rate-limit-counter.ts'
import { subscribeToNotifications } from '#platform/database/notifications.ts'
import type { Metrics } from '#platform/observability/metrics.ts'
import { servePages, cacheablePages } from '#platform/ssr/pages.ts'
import { createPrimaryReads, type Replica, type ReplicaReads } from '#platform/database/replica.ts'
import { createResponseCache } from '#platform/ssr/response-cache.ts'
import { serveSecurityTxt } from '#platform/http/security-txt.ts'
import { createHttpServer } from '#platform/http/http-server.ts'
import type { LoadSheddingConfig } from '#platform/load-shedding/load-shedding.ts'
import { applyLoadLimits } from './load-limits.ts'
import { createAuthDeps, createOwnAccountRoutes } from './auth.ts'
import { registerAppMetrics, monitorApp } from './monitoring.ts'

export type AppDependencies = {
  db: Database
  /** A replica for the lists that everybody sees; without it the database answers them too. */
  replica?: Replica | null
  paymentProvider: PaymentProvider
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
  shedding?: LoadSheddingConfig
  log: FastifyBaseLogger
  /** The books of whoever watches over the shop, or null when nobody does. */
  metrics?: Metrics | null
  now: () => Date
  /** A new UUIDv7. */
  createId: () => string
  /** A new word for a request. Its order says nothing, so it need not cost what an id does. */
  createRequestId: () => string
  /** A new word that nobody can guess: 256 random bits, fit for an address. */
  createToken: () => string
  /** The built pages and what the payment screens need, or null for the API alone. */
  pages: {
    distDir: string
    picturesDir: string
    stripe: { publishableKey: string; script: string | null; origins: string[] }
  } | null
}

export type App = {
  fastify: FastifyInstance
  paymentsDeps: PaymentsDeps
  /** Looks after unfinished payments once. */
  sweep: () => Promise<void>
  /** Takes away the pictures that no bike came to use, once. */
  sweepPictures: () => Promise<void>
  /** Forgets what limits have counted and what says nothing any more, once. */
  deleteExpiredLimits: () => Promise<void>
  /** Writes the letters that were asked for and hands what waits to the mail server, once. */
  sendMails: () => Promise<void>
  /** Tells some bikes what they are worth, once; gives how many groups of bikes it looked at, 0 when none was due. */
  estimatePrices: () => Promise<number>
  /** Writes the letters about new bikes for saved searches and about prices that fell, once. */
  sendAlerts: () => Promise<void>
  /** Says that it is leaving, serves on for so long, then lets nobody in any more and waits for those inside. */
  shutDown: (noticeMs: number) => Promise<void>
  /** Stops taking requests, lets the ones under way finish, and lets go of what the shop opened itself. */
  close: () => Promise<void>
}

type JobDeps = {
  paymentsDeps: PaymentsDeps
  auth: AuthDeps
  rateLimitCounter: RateLimitCounter
  pictureCleanup: Parameters<typeof sweepPictures>[0]
  matchSavedSearch: ReturnType<typeof createSavedSearchMatcher>
  /** Notes for whoever watches that a round of a job has ended well. */
  countJob: ReturnType<typeof registerAppMetrics>
}

/** What the shop does by itself. */
const createJobs = (
  dependencies: AppDependencies,
  { paymentsDeps, auth, rateLimitCounter, pictureCleanup, matchSavedSearch, countJob }: JobDeps,
) => {
  const { db, now, mailer } = dependencies
  return {
    sweep: async () => {
      await sweep(paymentsDeps)
      countJob('payments')
    },
    sendMails: async () => {
      await sendPasswordResetEmails({ ...auth, createToken: dependencies.createToken })
      await sendMails({ db, mailer, now, log: paymentsDeps.log })
      countJob('mails')
    },
    sweepPictures: async () => {
      await sweepPictures(pictureCleanup)
      countJob('pictures')
    },
    deleteExpiredLimits: () => rateLimitCounter.deleteExpired(),
    estimatePrices: () => estimatePrices({ db, now }),
    sendAlerts: async () => {
      await sendAlerts({ ...dependencies, matchSavedSearch, log: paymentsDeps.log })
      countJob('news')
    },
  }
}

/** What stands beside the API and the pages: pictures, what is shared, sitemaps, documents, the end of letters. */
const serveExtraRoutes = (
  app: FastifyInstance,
  deps: {
    dependencies: AppDependencies
    replicaReads: ReplicaReads
    ogImageRenderer: ReturnType<typeof createOgImageRenderer>
    rateLimiter: RateLimiter
  },
): void => {
  const { dependencies, replicaReads, ogImageRenderer, rateLimiter } = deps
  const { db, now } = dependencies
  servePictures(app, dependencies.pictures.store)
  serveSharing(app, {
    replicaReads,
    ogImageRenderer,
    readUploadedPicture: (name) => dependencies.pictures.store.get(name),
    picturesDir: dependencies.pages?.picturesDir ?? null,
    logoFile: join(import.meta.dirname, '../web/assets/brand/logo-on-green.svg'),
    checkRateLimit: createRateLimitCheck(rateLimiter, 'drawing'),
  })
  serveSitemaps(app, {
    replicaReads,
    publicUrl: dependencies.publicUrl,
    now,
    checkRateLimit: createRateLimitCheck(rateLimiter, 'sitemap'),
  })
  serveDocs(app, contract, dependencies.publicUrl)
  serveUnsubscribe(app, { db, now, rateLimit: createRateLimitCheck(rateLimiter, 'writing') })
  serveSecurityTxt(app, { publicUrl: dependencies.publicUrl, now })
}

/** Opens all rooms and mounts their calls; the pages come last, since they call the API in process. */
export const createApp = async (dependencies: AppDependencies): Promise<App> => {
  const { db, paymentProvider, now, createId, createRequestId, log, limits } = dependencies
  const isProxy = createTrustProxy(dependencies.trustedProxies)
  const fastify = createHttpServer({ log, createRequestId, publicUrl: dependencies.publicUrl, isProxy })
  const monitoring = monitorApp(fastify, dependencies)
  const responseCache = createResponseCache(fastify, {
    paths: new Set([...cacheablePaths, ...cacheablePages]),
    nonInvalidatingPaths: new Set([...nonInvalidatingPaths, ...unsubscribePaths]),
    onClear: () => dependencies.replica?.handleChange(),
    now: () => performance.now(),
  })
  const countJob = registerAppMetrics(dependencies, responseCache)
  const { replica = null } = dependencies
  const replicaReads = replica?.replicaReads ?? createPrimaryReads(db)
  // First the replica hears of it, so that nothing is made anew from what it does not know yet.
  const unsubscribe = subscribeToNotifications(db.$client, 'public_data_changed', () => {
    replica?.handleChange()
    responseCache.clear()
  })
  const matchSavedSearch = createSavedSearchMatcher({ db, now })
  const paymentsDeps: PaymentsDeps = { db, paymentProvider, now, createId, log: (line) => log.warn(line) }
  applyLoadLimits(fastify, dependencies)
  const auth = createAuthDeps(dependencies)
  const rateLimitCounter = createRateLimitCounter({ pool: db.$client, now })
  const rateLimiter = createRateLimiter({ counter: rateLimitCounter, limits, findKnownDevice: auth.devices.find })
  const authenticator: Authenticator<Member> = {
    ...createAuthenticator(auth),
    onAuthenticated: monitoring.onAuthenticated,
  }
  const imageWorker = createImageWorker()
  const ogImageRenderer = createOgImageRenderer()
  const pictureCleanup = { ...dependencies.pictures, db, now, log: paymentsDeps.log }
  registerRoutes(
    fastify,
    contract,
    {
      ...createOwnAccountRoutes(auth),
      ...memberRoutes({ db }),
      ...categoryRoutes({ replicaReads }),
      ...catalogueRoutes({ db, replicaReads, now, createId }),
      ...bikeRoutes({ db, replicaReads, now, createId, isBeingPaid }),
      ...bikePageRoutes({ replicaReads }),
      ...searchRoutes({ replicaReads, now }),
      ...pictureRoutes({ ...dependencies.pictures, db, imageWorker, now }),
      ...bookingRoutes({ db, now, createId, maxLiveBookings: limits.maxLiveBookings }),
      ...wishlistRoutes({ db, now, createId }),
      ...alertRoutes(dependencies),
      ...paymentRoutes(paymentsDeps),
      ...contactRoutes({ db, now, createId, publicUrl: dependencies.publicUrl }),
      ...adminRoutes({ db, now }),
      ...auditRoutes({ db }),
      ...paymentAttentionRoutes({ db }),
      ...priceEstimateRoutes({ db, now }),
    },
    authenticator,
    rateLimiter,
  )
  serveExtraRoutes(fastify, { dependencies, replicaReads, ogImageRenderer, rateLimiter })
  if (dependencies.pages)
    await servePages(fastify, {
      ...dependencies.pages,
      publicUrl: dependencies.publicUrl,
      transport: cachedTransport(responseCache, injectTransport(fastify, {}, inProcessAddress)),
      checkRateLimit: createRateLimitCheck(rateLimiter, 'page'),
    })
  return {
    fastify,
    paymentsDeps,
    ...createJobs(dependencies, { paymentsDeps, auth, rateLimitCounter, pictureCleanup, matchSavedSearch, countJob }),
    shutDown: monitoring.shutDown,
    close: async () => {
      await fastify.close()
      imageWorker.close()
      ogImageRenderer.close()
      await unsubscribe()
    },
  }
}
