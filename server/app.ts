// Assembles the app: HTTP server, API, pages and background jobs. It does not listen yet.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/api.ts'
import { nonInvalidatingPaths, cacheablePaths } from '#contract/paths.ts'
import { findSimilarBikes } from '#market/bikes/similar/rules.ts'
import { bikePageRoutes } from '#market/bikes/bike-page/routes.ts'
import { bikeRoutes } from '#market/bikes/routes.ts'
import { bookingRoutes } from '#market/bookings/routes.ts'
import { catalogueRoutes } from '#market/catalogue/routes.ts'
import { countEdits } from '#market/search/spelling/rules.ts'
import { categoryRoutes } from '#market/categories/routes.ts'
import { contactRoutes } from '#market/contact/routes.ts'
import { adminRoutes } from '#market/admin/routes.ts'
import { auditRoutes } from '#market/audit/routes.ts'
import { createAccessCheck, createAuthenticator } from '#market/auth/authenticator.ts'
import { sendPasswordResetEmails } from '#market/auth/recovery/jobs.ts'
import { sendMails } from '#market/mail/jobs.ts'
import { memberRoutes } from '#market/members/routes.ts'
import type { Member } from '#market/members/table.ts'
import { sendAlerts } from '#market/alerts/jobs.ts'
import { alertRoutes } from '#market/alerts/routes.ts'
import { serveUnsubscribe, unsubscribePaths } from '#market/alerts/unsubscribe/routes.ts'
import { paymentAttentionRoutes } from '#market/payments/attention/routes.ts'
import { isBeingPaid } from '#market/payments/holds/rules.ts'
import { sweep } from '#market/payments/jobs.ts'
import { releaseHoldOfDeal } from '#market/payments/holds/rules.ts'
import { createBikeDeals } from '#market/deals/bikes/rules.ts'
import { dealRoutes } from '#market/deals/routes.ts'
import { handleDueDeals } from '#market/deals/jobs.ts'
import { deleteOldNotifications, emailNotifications } from '#market/notifications/jobs.ts'
import { serveNotificationStream } from '#market/notifications/stream/routes.ts'
import { notificationRoutes } from '#market/notifications/routes.ts'
import { memberNotified } from '#market/notifications/rules.ts'
import { refundRoutes } from '#market/payments/refunds/routes.ts'
import { destinationRoutes } from '#market/payouts/destinations/routes.ts'
import { payoutRoutes } from '#market/payouts/routes.ts'
import { serveBankFile } from '#market/payouts/bank-file/routes.ts'
import { receiptRoutes } from '#market/receipts/routes.ts'
import { disputeRoutes, serveEvidence } from '#market/deals/disputes/routes.ts'
import { createIdentityProof } from '#market/auth/identity/rules.ts'
import { createPrivatePictures } from '#market/pictures/private/provider.ts'
import { createLedgerCheck } from '#market/ledger/jobs.ts'
import { paymentRoutes } from '#market/payments/routes.ts'
import type { PaymentsDeps } from '#market/payments/settle.ts'
import { sweepPictures } from '#market/pictures/jobs.ts'
import { createImageWorker, pictureRoutes, servePictures } from '#market/pictures/routes.ts'
import { createSavedSearchMatcher } from '#market/search/jobs.ts'
import { searchRoutes } from '#market/search/routes.ts'
import { createOgImageRenderer, serveSharing } from '#market/sharing/routes.ts'
import { serveSitemaps } from '#market/sharing/sitemaps/routes.ts'
import { wishlistRoutes } from '#market/wishlist/routes.ts'
import { estimatePrices } from '#market/price-estimates/jobs.ts'
import { priceEstimateRoutes } from '#market/price-estimates/routes.ts'
import { serveDocs } from '#platform/http/api-docs.ts'
import { cspReportPath, serveCspReports } from '#platform/http/csp-reports.ts'
import { createTrustProxy, inProcessAddress } from '#platform/http/client-address.ts'
import { type Authenticator, registerRoutes } from '#platform/http/router.ts'
import { injectTransport, cachedTransport } from '#platform/ssr/inject-transport.ts'
import { createRateLimitCheck, createRateLimiter } from '#platform/http/rate-limiter.ts'
import { createRateLimitCounter } from '#platform/http/rate-limit-counter.ts'
import { subscribeToNotifications } from '#platform/database/notifications.ts'
import { servePages, cacheablePages } from '#platform/ssr/pages.ts'
import { createPrimaryReads } from '#platform/database/replica.ts'
import { createResponseCache } from '#platform/ssr/response-cache.ts'
import { serveSecurityTxt } from '#platform/http/security-txt.ts'
import { createHttpServer } from '#platform/http/http-server.ts'
import { applyLoadLimits } from './load-limits.ts'
import { createAuthDeps, createOwnAccountRoutes } from './auth.ts'
import type { AppDependencies } from './dependencies.ts'
import { registerAppMetrics, monitorApp } from './monitoring.ts'

export type App = {
  fastify: FastifyInstance
  paymentsDeps: PaymentsDeps
  // A job whose signal is aborted ends after the step in which it is.
  /** Completes or cancels unfinished payments, once. */
  sweep: (signal?: AbortSignal) => Promise<void>
  /** Checks what was entered in the ledger since the last check, and logs what is wrong. */
  checkLedger: () => Promise<void>
  /** Does what is due in deals by now, once: reminders, turns, endings, releases. */
  handleDueDeals: (signal?: AbortSignal) => Promise<void>
  /** Deletes the pictures that no bike uses, once. */
  sweepPictures: () => Promise<void>
  /** Deletes expired rate limit counters, once. */
  deleteExpiredLimits: () => Promise<void>
  /** Deletes notifications older than 90 days, once. */
  deleteOldNotifications: () => Promise<void>
  /** Creates the e-mails of password requests and notifications and sends all waiting e-mails, once. */
  sendMails: (signal?: AbortSignal) => Promise<void>
  /** Recomputes price estimates, once. Returns the number of groups of bikes it processed; 0 when none was due. */
  estimatePrices: (signal?: AbortSignal) => Promise<number>
  /** Creates the e-mails about new bikes for saved searches and about lower prices, once. */
  sendAlerts: (signal?: AbortSignal) => Promise<void>
  /** Reports "draining" and serves for `noticeMs` more, then stops listening and finishes the requests in progress. */
  shutDown: (noticeMs: number) => Promise<void>
  /** Stops accepting requests, finishes those in progress, and releases what createApp created. */
  close: () => Promise<void>
}

/** What endpoints and jobs share. The helper processes of pictures start when they are first used. */
const createServices = (dependencies: AppDependencies) => {
  const { db, paymentProvider, now, createId, log, limits, replica } = dependencies
  const auth = createAuthDeps(dependencies)
  const rateLimitCounter = createRateLimitCounter({ pool: db.$client, now })
  const paymentsDeps: PaymentsDeps = {
    db,
    paymentProvider,
    now,
    createId,
    maxHoldsPerBuyer: limits.maxHoldsPerBuyer,
    log: (line) => log.warn(line),
  }
  const imageWorker = createImageWorker()
  return {
    privatePictures: createPrivatePictures({ ...dependencies.pictures, imageWorker }),
    auth,
    isAdmin: (me: Member) => createAccessCheck(auth)(me, 'admin'),
    paymentsDeps,
    rateLimitCounter,
    rateLimiter: createRateLimiter({ counter: rateLimitCounter, limits, findKnownDevice: auth.devices.find }),
    replicaReads: replica?.replicaReads ?? createPrimaryReads(db),
    matchSavedSearch: createSavedSearchMatcher({ db, now }),
    imageWorker,
    ogImageRenderer: createOgImageRenderer(),
  }
}
type Services = ReturnType<typeof createServices>

/** The handlers of all endpoints of the contract. */
const createHandlers = (dependencies: AppDependencies, services: Services) => {
  const { db, now, createId, limits, pictures, publicUrl } = dependencies
  const { auth, paymentsDeps, replicaReads, imageWorker, privatePictures, isAdmin } = services
  return {
    ...createOwnAccountRoutes(auth, dependencies.createToken),
    ...memberRoutes({ db }),
    ...categoryRoutes({ replicaReads }),
    ...catalogueRoutes({ db, replicaReads, now, createId, countEdits }),
    ...bikeRoutes({ db, replicaReads, now, createId, isBeingPaid, bikeDeals: createBikeDeals({ now, createId }) }),
    ...bikePageRoutes({ replicaReads, now }),
    ...searchRoutes({ replicaReads, now }),
    ...pictureRoutes({ ...pictures, db, imageWorker, now }),
    ...bookingRoutes({ db, now, createId, limits }),
    ...wishlistRoutes({ db, now, createId }),
    ...alertRoutes(dependencies),
    ...paymentRoutes(paymentsDeps),
    ...dealRoutes({
      ...paymentsDeps,
      secret: dependencies.secret,
      releaseHold: (hold) => releaseHoldOfDeal(paymentsDeps, hold),
    }),
    ...notificationRoutes({ db, now }),
    ...payoutRoutes(paymentsDeps),
    ...destinationRoutes({ ...dependencies, proveIdentity: createIdentityProof(auth) }),
    ...refundRoutes(paymentsDeps),
    ...receiptRoutes({ db, now, isAdmin }),
    ...disputeRoutes({ ...paymentsDeps, privatePictures, isAdmin }),
    ...contactRoutes({ db, now, createId, publicUrl }),
    ...adminRoutes({ db, now, createId }),
    ...auditRoutes({ db }),
    ...paymentAttentionRoutes(paymentsDeps),
    ...priceEstimateRoutes({ db, now }),
  }
}

/** One round of each background job. */
const createJobs = (
  dependencies: AppDependencies,
  { paymentsDeps, auth, rateLimitCounter, matchSavedSearch }: Services,
  countJob: (job: string) => void,
) => {
  const { db, now, mailer, pictures, createToken } = dependencies
  const { log } = paymentsDeps
  const checkLedger = createLedgerCheck({ db, log })
  return {
    sweep: async (signal?: AbortSignal) => {
      await sweep({ ...paymentsDeps, signal })
      countJob('payments')
    },
    checkLedger: async () => void (await checkLedger()),
    handleDueDeals: async (signal?: AbortSignal) => {
      await handleDueDeals({ ...paymentsDeps, signal })
      countJob('deals')
    },
    sendMails: async (signal?: AbortSignal) => {
      await sendPasswordResetEmails({ ...auth, createToken, signal })
      // A failure here must not hold up a password reset, for which somebody waits.
      await emailNotifications({ ...dependencies, log, findBikesLike: findSimilarBikes, signal }).catch(
        (error: unknown) => log(`Could not create the e-mails of notifications; will retry: ${String(error)}`),
      )
      await sendMails({ db, mailer, now, log, signal })
      countJob('mails')
    },
    sweepPictures: async () => {
      await sweepPictures({ ...pictures, db, now, log })
      countJob('pictures')
    },
    deleteExpiredLimits: () => rateLimitCounter.deleteExpired(),
    deleteOldNotifications: () => deleteOldNotifications({ db, now }),
    estimatePrices: (signal?: AbortSignal) => estimatePrices({ db, now, signal }),
    sendAlerts: async (signal?: AbortSignal) => {
      await sendAlerts({ ...dependencies, matchSavedSearch, log, signal })
      countJob('news')
    },
  }
}

/** Registers what is neither API nor page: pictures, link previews, sitemaps, API documentation, unsubscribe links. */
const serveExtraRoutes = (
  app: FastifyInstance,
  { db, now, pictures, pages, publicUrl, secret, log }: AppDependencies,
  { replicaReads, ogImageRenderer, rateLimiter, paymentsDeps, privatePictures, isAdmin }: Services,
  authenticator: Authenticator<Member>,
): void => {
  const rateLimit = createRateLimitCheck(rateLimiter, 'reading')
  serveBankFile(app, { db, secret, authenticator, rateLimit })
  serveEvidence(app, { ...paymentsDeps, privatePictures, isAdmin, authenticator, rateLimit })
  servePictures(app, pictures.store)
  serveSharing(app, {
    replicaReads,
    ogImageRenderer,
    readUploadedPicture: (name) => pictures.store.get(name),
    picturesDir: pages?.picturesDir ?? null,
    logoFile: join(import.meta.dirname, '../web/assets/brand/logo-on-green.svg'),
    checkRateLimit: createRateLimitCheck(rateLimiter, 'drawing'),
  })
  serveSitemaps(app, { replicaReads, publicUrl, now, checkRateLimit: createRateLimitCheck(rateLimiter, 'sitemap') })
  serveDocs(app, contract, publicUrl)
  serveUnsubscribe(app, { db, now, rateLimit: createRateLimitCheck(rateLimiter, 'writing') })
  serveCspReports(app, {
    checkRateLimit: createRateLimitCheck(rateLimiter, 'cspReport'),
    log: (line) => log.warn(line),
    now: () => performance.now(),
  })
  serveSecurityTxt(app, { publicUrl, now })
}

/** Creates the HTTP server with all routes, and the jobs. The order matters: each step sees requests before the next. */
export const createApp = async (dependencies: AppDependencies): Promise<App> => {
  const { db, replica = null, createRequestId, log, publicUrl } = dependencies
  const isProxy = createTrustProxy(dependencies.trustedProxies)
  const fastify = createHttpServer({ log, createRequestId, publicUrl, isProxy })
  const monitoring = monitorApp(fastify, dependencies)
  const responseCache = createResponseCache(fastify, {
    paths: new Set([...cacheablePaths, ...cacheablePages]),
    nonInvalidatingPaths: new Set([...nonInvalidatingPaths, ...unsubscribePaths, cspReportPath]),
    onClear: () => replica?.handleChange(),
    now: () => performance.now(),
  })
  const countJob = registerAppMetrics(dependencies, responseCache)
  applyLoadLimits(fastify, dependencies, monitoring.getMemberId)
  const services = createServices(dependencies)
  const { auth, paymentsDeps, rateLimiter, imageWorker, ogImageRenderer } = services
  const authenticator: Authenticator<Member> = {
    ...createAuthenticator(auth),
    onAuthenticated: monitoring.onAuthenticated,
  }
  registerRoutes(fastify, contract, createHandlers(dependencies, services), authenticator, rateLimiter)
  serveExtraRoutes(fastify, dependencies, services, authenticator)
  const streams = serveNotificationStream(fastify, {
    authenticator,
    rateLimit: createRateLimitCheck(rateLimiter, 'reading'),
  })
  const unsubscribe = subscribeToNotifications(db.$client, {
    // The replica first: a cleared cache must not fill again from a replica that lags behind this change.
    public_data_changed: () => {
      replica?.handleChange()
      responseCache.clear()
    },
    [memberNotified]: streams.tell,
  })
  // Pages last: they call the API in process.
  if (dependencies.pages)
    await servePages(fastify, {
      ...dependencies.pages,
      publicUrl,
      transport: cachedTransport(responseCache, injectTransport(fastify, {}, inProcessAddress)),
      checkRateLimit: createRateLimitCheck(rateLimiter, 'page'),
    })
  return {
    fastify,
    paymentsDeps,
    ...createJobs(dependencies, services, countJob),
    shutDown: (noticeMs) => {
      streams.close()
      return monitoring.shutDown(noticeMs)
    },
    close: async () => {
      streams.close()
      await fastify.close()
      imageWorker.close()
      ogImageRenderer.close()
      await unsubscribe()
    },
  }
}
