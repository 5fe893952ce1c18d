// Assembles the app: HTTP server, API, pages and background jobs. It does not listen yet.
import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/api.ts'
import { nonInvalidatingPaths, cacheablePaths } from '#contract/paths.ts'
import { cacheKeys } from '#market/schema/cache-keys.ts'
import { countBikePages } from '#market/overview/visits/bike-page-visits.ts'
import type { Member } from '#market/schema/people/members.ts'
import { unsubscribePaths } from '#market/alerts/unsubscribe.ts'
import { memberNotified } from '#market/notifications/notify.ts'
import type { PaymentsDeps } from '#market/payments/settle.ts'
import { cspReportPath } from '#platform/http/csp-reports.ts'
import { createTrustProxy, inProcessAddress } from '#platform/http/client-address.ts'
import { type Authenticator, registerRoutes } from '#platform/http/router.ts'
import { injectTransport, cachedTransport } from '#platform/ssr/inject-transport.ts'
import { createRateLimitCheck } from '#platform/http/rate-limiter.ts'
import { subscribeToNotifications } from '#platform/database/notifications.ts'
import { servePages, cacheablePages } from '#platform/ssr/pages.ts'
import { createResponseCache } from '#platform/ssr/response-cache.ts'
import { createHttpServer } from '#platform/http/http-server.ts'
import { compressAnswers } from '#platform/http/compression.ts'
import { applyLoadLimits } from './load-limits.ts'
import type { AppDependencies } from './dependencies.ts'
import { type JobMetrics, registerAppMetrics, monitorApp } from './monitoring.ts'
import { serveExtraRoutes } from './extra-routes.ts'
import { createServices, type Services } from './shared-services.ts'
import { mergeHandlers, type Module } from './handlers.ts'
import { createModules, type Modules } from './modules.ts'
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
  /** Ends tax tokens on their day and tells sellers before; ends the waiting for reports of stolen bikes, once. */
  expirePapers: (signal?: AbortSignal) => Promise<void>
  /** Deletes the pictures that no bike and no paper uses, and expired rate limit counters, once. */
  sweepPictures: (signal?: AbortSignal) => Promise<void>
  deleteExpiredLimits: () => Promise<void>
  /** Tells the admins who opened papers and read numbers on past days, once. */
  reportReadings: () => Promise<void>
  /** Ends suspensions and badges whose time has passed, once. */
  endSuspensions: (signal?: AbortSignal) => Promise<void>
  endBadges: (signal?: AbortSignal) => Promise<void>
  /** Opens cases about buyers who sent the same text to many sellers, once. */
  openCases: (signal?: AbortSignal) => Promise<void>
  /** Deletes the numbers of bikes that were sold or withdrawn a year ago, and of reports that ended 90 days ago, once. */
  deleteOldNumbers: () => Promise<void>
  /**
   * Deletes notifications and earlier texts of advertisements after 90 days, names and addresses of old receipts, and hashes of
   * messages of past days, once.
   */
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

/** The rounds of background jobs: which jobs of which modules run one after the other. */
const createRounds = (
  modules: Modules,
  { paymentsDeps: { log }, rateLimitCounter, visits }: Services,
  { countRun, setLedgerViolations }: JobMetrics,
) => ({
  sweep: async (signal?: AbortSignal) => {
    await modules.payments.jobs.sweep(signal)
    await modules.payouts.jobs.sweepPayouts(signal)
    countRun('payments')
  },
  checkLedger: async () => {
    setLedgerViolations((await modules.ledger.jobs.checkLedger()).length)
    countRun('ledger')
  },
  handleDueDeals: async (signal?: AbortSignal) => {
    await modules.deals.jobs.handleDueDeals(signal)
    await modules.chats.jobs.handleDueOffers(signal)
    await modules.ratings.jobs.revealRatings(signal)
    await modules.transfers.jobs.remindOfTransfers(signal)
    countRun('deals')
  },
  sendMails: async (signal?: AbortSignal) => {
    await modules.auth.jobs.sendPasswordResetEmails(signal)
    // A failure here must not hold up a password reset, for which somebody waits.
    await modules.notifications.jobs
      .emailNotifications(signal)
      .catch((error: unknown) => log(`Could not create the e-mails of notifications; will retry: ${String(error)}`))
    await modules.mail.jobs.sendMails(signal)
    countRun('mails')
  },
  sweepPictures: async (signal?: AbortSignal) => {
    await modules.pictures.jobs.sweepPictures(signal)
    await modules.papers.jobs.sweepPapers(signal)
    countRun('pictures')
  },
  deleteOldNotifications: async (signal?: AbortSignal) => {
    await modules.notifications.jobs.deleteOldNotifications(signal)
    await modules.transfers.jobs.deleteReceiptDetails()
    await modules.cases.jobs.deleteEarlierAdvertisements()
    await modules.cases.jobs.deleteSentTexts()
    await modules.mail.jobs.deleteOldCounts()
  },
  sendAlerts: async (signal?: AbortSignal) => {
    await modules.alerts.jobs.sendAlerts(signal)
    countRun('news')
  },
  deleteExpiredLimits: () => rateLimitCounter.deleteExpired(),
  flushVisits: visits.flush,
  addUpDailyCounts: modules.overview.jobs.addUpDailyCounts,
  deleteRareSearches: modules.overview.jobs.deleteRareSearches,
  endSuspensions: modules.cases.jobs.endSuspensions,
  openCases: modules.cases.jobs.openCasesOfRepeatedTexts,
  reportReadings: modules.admin.jobs.reportReadings,
  endBadges: modules.badges.jobs.endBadges,
  expirePapers: async (signal?: AbortSignal) => {
    await modules.papers.jobs.expirePapers(signal)
    await modules.vehicleNumbers.jobs.releaseStolenHolds(signal)
  },
  deleteOldNumbers: modules.vehicleNumbers.jobs.deleteOldNumbers,
  deleteOldDrafts: modules.inspections.jobs.deleteOldDrafts,
  estimatePrices: modules.priceEstimates.jobs.estimatePrices,
})

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
  compressAnswers(fastify)
  const jobMetrics = registerAppMetrics(fastify, dependencies, responseCache)
  applyLoadLimits(fastify, dependencies, monitoring.getMemberId)
  const services = createServices(dependencies)
  const modules = createModules(dependencies, services)
  const { paymentsDeps, rateLimiter, imageWorker, watermarkWorker, ogImageRenderer, visits, streams } = services
  countBikePages(fastify, visits)
  const authenticator: Authenticator<Member> = {
    ...services.authenticator,
    onAuthenticated: monitoring.onAuthenticated,
  }
  registerRoutes(fastify, contract, mapPaymentInProgress(mergeHandlers(modules)), authenticator, rateLimiter)
  for (const { serve } of Object.values<Module>(modules)) serve?.(fastify)
  serveExtraRoutes(fastify, dependencies, services)
  const subscription = subscribeToNotifications(db.sessionConfig, {
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
    ...createRounds(modules, services, jobMetrics),
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
