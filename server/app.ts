// Assembles the app: HTTP server, API, pages and background jobs. It does not listen yet.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { deleteOldCounts } from '#market/mail/unproven-addresses.ts'
import { contract } from '#contract/api.ts'
import { nonInvalidatingPaths, cacheablePaths } from '#contract/paths.ts'
import { findFileForEmail } from '#market/deals/meeting-file/calendar-file.ts'
import { findSimilarBikes } from '#market/bikes/similar-bikes.ts'
import { bikePageRoutes } from '#market/bikes/bike-page/routes.ts'
import { numberRoutes } from '#market/bikes/numbers/routes.ts'
import { bikeRoutes } from '#market/bikes/routes.ts'
import { bookingRoutes } from '#market/bookings/routes.ts'
import { cacheKeys } from '#market/schema/cache-keys.ts'
import { catalogueRoutes } from '#market/catalogue/routes.ts'
import { countEdits } from '#market/search/spelling.ts'
import { endBadges } from '#market/badges/jobs.ts'
import { badgeRoutes } from '#market/badges/routes.ts'
import { endSuspensions } from '#market/cases/jobs.ts'
import { caseRoutes, reportStrange } from '#market/cases/routes.ts'
import { categoryRoutes } from '#market/categories/routes.ts'
import { chatRoutes } from '#market/chats/routes.ts'
import { contactRoutes } from '#market/contact/routes.ts'
import { adminBikeRoutes } from '#market/admin/bikes.ts'
import { adminMoneyRoutes } from '#market/admin/money.ts'
import { adminDealRoutes } from '#market/admin/deals.ts'
import { adminRoutes } from '#market/admin/routes.ts'
import { auditRoutes } from '#market/admin/audit.ts'
import { addUpDailyCounts, deleteRareSearches } from '#market/overview/jobs.ts'
import { overviewRoutes } from '#market/overview/routes.ts'
import { countBikePages } from '#market/overview/visits/routes.ts'
import { createAuthenticator, getRequestSource } from '#market/auth/authenticator.ts'
import { assertSameSite } from '#market/auth/request-checks.ts'
import { sendPasswordResetEmails } from '#market/auth/recovery/jobs.ts'
import { sendMails } from '#market/mail/jobs.ts'
import { memberRoutes } from '#market/members/routes.ts'
import type { Member } from '#market/schema/people/members.ts'
import { sendAlerts } from '#market/alerts/jobs.ts'
import { alertRoutes } from '#market/alerts/routes.ts'
import { unsubscribePaths } from '#market/alerts/unsubscribe.ts'
import { paymentAttentionRoutes } from '#market/payments/attention.ts'
import { isBeingPaid } from '#market/payments/holds.ts'
import { sweep } from '#market/payments/jobs.ts'
import { releaseHoldOfBike, releaseHoldOfDeal } from '#market/payments/holds.ts'
import { dealRoutes } from '#market/deals/routes.ts'
import { handleDueDeals } from '#market/deals/jobs.ts'
import { revealRatings } from '#market/ratings/jobs.ts'
import { expirePapers, sweepPapers } from '#market/papers/jobs.ts'
import { paperRoutes } from '#market/papers/routes.ts'
import { ratingRoutes } from '#market/ratings/routes.ts'
import { feeRoutes } from '#market/transfers/fees/routes.ts'
import { deleteReceiptDetails, remindOfTransfers } from '#market/transfers/jobs.ts'
import { transferRoutes } from '#market/transfers/routes.ts'
import { inspectionRoutes } from '#market/inspections/routes.ts'
import { deleteOldDrafts } from '#market/inspections/jobs.ts'
import { offerRoutes } from '#market/chats/offers/routes.ts'
import { handleDueOffers } from '#market/chats/offers/jobs.ts'
import { deleteOldNotifications, emailNotifications } from '#market/notifications/jobs.ts'
import { notificationRoutes } from '#market/notifications/routes.ts'
import { memberNotified } from '#market/notifications/notify.ts'
import { refundRoutes } from '#market/payments/refunds/routes.ts'
import { destinationRoutes } from '#market/payouts/destinations.ts'
import { payoutRoutes } from '#market/payouts/routes.ts'
import { sweepPayouts } from '#market/payouts/sending.ts'
import { receiptRoutes } from '#market/deals/receipts.ts'
import { disputeRoutes } from '#market/deals/disputes/routes.ts'
import { createIdentityProof } from '#market/auth/identity-proof.ts'
import { createLedgerCheck } from '#market/ledger/jobs.ts'
import { paymentRoutes } from '#market/payments/routes.ts'
import type { PaymentsDeps } from '#market/payments/settle.ts'
import { sweepPictures } from '#market/pictures/jobs.ts'
import { pictureRoutes } from '#market/pictures/routes.ts'
import { profilePhotoRoutes } from '#market/pictures/profile-photos.ts'
import { searchRoutes } from '#market/search/routes.ts'
import { deleteOldNumbers } from '#market/vehicle-numbers/stored-numbers.ts'
import { numberCheckRoutes } from '#market/vehicle-numbers/checks.ts'
import { dealNumberRoutes } from '#market/vehicle-numbers/deals.ts'
import { vehicleNumberRoutes } from '#market/vehicle-numbers/routes.ts'
import { wishlistRoutes } from '#market/wishlist/routes.ts'
import { estimatePrices } from '#market/price-estimates/jobs.ts'
import { priceEstimateRoutes } from '#market/price-estimates/routes.ts'
import { cspReportPath } from '#platform/http/csp-reports.ts'
import { createTrustProxy, inProcessAddress } from '#platform/http/client-address.ts'
import { type Authenticator, registerRoutes } from '#platform/http/router.ts'
import { injectTransport, cachedTransport } from '#platform/ssr/inject-transport.ts'
import { createRateLimitCheck } from '#platform/http/rate-limiter.ts'
import { subscribeToNotifications } from '#platform/database/notifications.ts'
import { servePages, cacheablePages } from '#platform/ssr/pages.ts'
import { createResponseCache } from '#platform/ssr/response-cache.ts'
import { createHttpServer } from '#platform/http/http-server.ts'
import { applyLoadLimits } from './load-limits.ts'
import { createOwnAccountRoutes } from './auth.ts'
import { createBikeEvents } from './bike-events.ts'
import type { AppDependencies } from './dependencies.ts'
import { type JobMetrics, registerAppMetrics, monitorApp } from './monitoring.ts'
import { serveExtraRoutes } from './extra-routes.ts'
import { createFileHandlers } from './file-handlers.ts'
import { createServices, type Services } from './handler-dependencies.ts'
import { mapPaymentInProgress } from './payment-in-progress.ts'

export type App = {
  fastify: FastifyInstance
  paymentsDeps: PaymentsDeps
  // A job whose signal is aborted ends after the step in which it is.
  /** Completes or cancels unfinished payments, once. */
  sweep: (signal?: AbortSignal) => Promise<void>
  /** Checks what was entered in the ledger since the last check, and logs what is wrong. */
  checkLedger: () => Promise<void>
  /** Does what is due in deals, offers, ratings and transfers by now, once: reminders, turns, endings, releases. */
  handleDueDeals: (signal?: AbortSignal) => Promise<void>
  /** Ends tax tokens on their day, and tells sellers before, once. */
  expirePapers: (signal?: AbortSignal) => Promise<void>
  /** Deletes the pictures that no bike and no paper uses, and expired rate limit counters, once. */
  sweepPictures: (signal?: AbortSignal) => Promise<void>
  deleteExpiredLimits: () => Promise<void>
  /** Ends suspensions and badges whose time has passed, once. */
  endSuspensions: (signal?: AbortSignal) => Promise<void>
  endBadges: (signal?: AbortSignal) => Promise<void>
  /** Deletes the numbers of bikes that were sold or withdrawn a year ago, once. */
  deleteOldNumbers: () => Promise<void>
  /** Deletes notifications older than 90 days, and names and addresses of old receipts, once. */
  deleteOldNotifications: (signal?: AbortSignal) => Promise<void>
  /** Deletes inspections that nobody signed within 90 days, once; returns how many. */
  deleteOldDrafts: () => Promise<number>
  /** Writes what this process counted of visits. Every process that serves runs it. */
  flushVisits: () => Promise<void>
  /** Adds up the counters of the overview, and forgets rare searches of past days, once. */
  addUpDailyCounts: () => Promise<void>
  deleteRareSearches: () => Promise<void>
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

/** The handlers of the calls, but for those of files. */
const createHandlers = (dependencies: AppDependencies, services: Services) => {
  const { db, now, createId, limits, pictures, publicUrl } = dependencies
  const { auth, paymentsDeps, replicaReads, imageWorker, privatePictures, isAdmin, visits, rateLimitCounter } = services
  const refuseForeignSite = (request: FastifyRequest) => assertSameSite(getRequestSource(request), publicUrl)
  return {
    ...createOwnAccountRoutes(auth, { ...dependencies, rateLimitCounter }),
    ...memberRoutes({ db, now }),
    ...categoryRoutes({ replicaReads }),
    ...catalogueRoutes({ db, replicaReads, now, createId, countEdits }),
    ...bikeRoutes({
      db,
      replicaReads,
      now,
      createId,
      isBeingPaid,
      ...createBikeEvents(dependencies),
      releaseHoldOfBike: (bikeId) => releaseHoldOfBike(paymentsDeps, bikeId),
    }),
    ...bikePageRoutes({ replicaReads, now }),
    ...numberRoutes({ db, now }),
    ...numberCheckRoutes({ ...dependencies, rateLimitCounter }),
    ...dealNumberRoutes(dependencies),
    ...vehicleNumberRoutes({ ...dependencies, ...createBikeEvents(dependencies) }),
    ...searchRoutes({ replicaReads, now, countEmptySearch: visits.countEmptySearch }),
    ...pictureRoutes({ ...pictures, db, imageWorker, now }),
    ...profilePhotoRoutes({ ...pictures, db, imageWorker, now, refuseForeignSite }),
    ...bookingRoutes({ db, now, createId, limits }),
    ...wishlistRoutes({ db, now, createId }),
    ...alertRoutes(dependencies),
    ...paymentRoutes(paymentsDeps),
    ...dealRoutes({
      ...paymentsDeps,
      secret: dependencies.secret,
      releaseHold: (hold) => releaseHoldOfDeal(paymentsDeps, hold),
      reportStrange: (report) => reportStrange(dependencies, report),
    }),
    ...paperRoutes(services.paperDeps),
    ...ratingRoutes({ db, now, createId, replicaReads }),
    ...transferRoutes({ db, now, createId, isAdmin, secret: dependencies.secret }),
    ...feeRoutes({ db, now }),
    ...inspectionRoutes({
      ...dependencies,
      ...createBikeEvents(dependencies).reviews,
      isAdmin,
      findKnownDevice: auth.devices.find,
    }),
    ...notificationRoutes({ db, now, streams: services.streams }),
    ...chatRoutes({ db, now, createId }),
    ...offerRoutes(dependencies),
    ...payoutRoutes({ ...paymentsDeps, secret: dependencies.secret }),
    ...destinationRoutes({ ...dependencies, proveIdentity: createIdentityProof(auth) }),
    ...refundRoutes(paymentsDeps),
    ...receiptRoutes({ db, now, isAdmin }),
    ...disputeRoutes({ ...paymentsDeps, privatePictures, isAdmin }),
    ...contactRoutes({ db, now, createId, publicUrl }),
    ...adminRoutes(dependencies),
    ...badgeRoutes({ db, now, createId }),
    ...auditRoutes({ db }),
    ...overviewRoutes({ db, now }),
    ...adminDealRoutes({ db }),
    ...adminMoneyRoutes({ db }),
    ...adminBikeRoutes({ db }),
    ...caseRoutes(dependencies),
    ...paymentAttentionRoutes(paymentsDeps),
    ...priceEstimateRoutes({ db, now }),
  }
}

/** One round of each background job. */
const createJobs = (
  dependencies: AppDependencies,
  { paymentsDeps, auth, rateLimitCounter, matchSavedSearch, visits }: Services,
  { countRun, setLedgerViolations }: JobMetrics,
) => {
  const { db, now, mailer, pictures, createToken } = dependencies
  const { log } = paymentsDeps
  const checkLedger = createLedgerCheck({ db, log })
  return {
    sweep: async (signal?: AbortSignal) => {
      await sweep({ ...paymentsDeps, signal })
      await sweepPayouts({ ...paymentsDeps, secret: dependencies.secret, signal })
      countRun('payments')
    },
    checkLedger: async () => {
      setLedgerViolations((await checkLedger()).length)
      countRun('ledger')
    },
    handleDueDeals: async (signal?: AbortSignal) => {
      await handleDueDeals({ ...paymentsDeps, signal })
      await handleDueOffers({ ...paymentsDeps, signal })
      await revealRatings({ ...paymentsDeps, signal })
      await remindOfTransfers({ ...paymentsDeps, signal })
      countRun('deals')
    },
    sendMails: async (signal?: AbortSignal) => {
      await sendPasswordResetEmails({ ...auth, createToken, signal })
      // A failure here must not hold up a password reset, for which somebody waits.
      await emailNotifications({
        ...dependencies,
        log,
        findBikesLike: findSimilarBikes,
        findCalendarFile: findFileForEmail,
        signal,
      }).catch((error: unknown) => log(`Could not create the e-mails of notifications; will retry: ${String(error)}`))
      await sendMails({ db, mailer, now, log, signal })
      countRun('mails')
    },
    sweepPictures: async (signal?: AbortSignal) => {
      await sweepPictures({ ...pictures, db, now, log, signal })
      await sweepPapers({ ...dependencies, store: pictures.store, signal })
      countRun('pictures')
    },
    deleteExpiredLimits: () => rateLimitCounter.deleteExpired(),
    flushVisits: visits.flush,
    addUpDailyCounts: () => addUpDailyCounts(db),
    deleteRareSearches: () => deleteRareSearches({ db, now }),
    endSuspensions: (signal?: AbortSignal) => endSuspensions({ ...dependencies, signal }),
    endBadges: (signal?: AbortSignal) => endBadges({ ...dependencies, signal }),
    expirePapers: (signal?: AbortSignal) => expirePapers({ ...dependencies, signal }),
    deleteOldNumbers: () => deleteOldNumbers({ db, now }),
    deleteOldNotifications: async (signal?: AbortSignal) => {
      await deleteOldNotifications({ db, now, signal })
      await deleteReceiptDetails({ db, now })
      await deleteOldCounts({ db, now })
    },
    deleteOldDrafts: () => deleteOldDrafts({ db, now }),
    estimatePrices: (signal?: AbortSignal) => estimatePrices({ db, now, signal }),
    sendAlerts: async (signal?: AbortSignal) => {
      await sendAlerts({ ...dependencies, matchSavedSearch, log, signal })
      countRun('news')
    },
  }
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
    keys: cacheKeys,
    onWrite: () => replica?.handleChange(),
    receiveChanges: () => subscription.receiveAll(),
    now: () => performance.now(),
  })
  const jobMetrics = registerAppMetrics(fastify, dependencies, responseCache)
  applyLoadLimits(fastify, dependencies, monitoring.getMemberId)
  const services = createServices(dependencies)
  const { auth, paymentsDeps, rateLimiter, imageWorker, watermarkWorker, ogImageRenderer, visits, streams } = services
  countBikePages(fastify, visits)
  const authenticator: Authenticator<Member> = {
    ...createAuthenticator(auth),
    onAuthenticated: monitoring.onAuthenticated,
  }
  registerRoutes(
    fastify,
    contract,
    mapPaymentInProgress({
      ...createHandlers(dependencies, services),
      ...createFileHandlers(dependencies, authenticator),
    }),
    authenticator,
    rateLimiter,
  )
  serveExtraRoutes(fastify, dependencies, services)
  const subscription = subscribeToNotifications(db.$client, {
    // The replica first: the cache must not fill again from a replica that lags behind this change.
    public_data_changed: (notification) => {
      replica?.handleChange()
      responseCache.remove(notification)
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
    ...createJobs(dependencies, services, jobMetrics),
    shutDown: (noticeMs) => {
      streams.close()
      return monitoring.shutDown(noticeMs)
    },
    close: async () => {
      streams.close()
      await fastify.close()
      await visits.flush().catch((error: unknown) => log.error(`The last visits were not counted: ${String(error)}`))
      imageWorker.close()
      ogImageRenderer.close()
      watermarkWorker.close()
      await subscription.close()
    },
  }
}
