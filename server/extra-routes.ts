// What is neither API nor page.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/api.ts'
import { serveUnsubscribe } from '#market/alerts/unsubscribe.ts'
import { serveEvidence } from '#market/deals/disputes/routes.ts'
import { serveMeetingFile } from '#market/deals/meeting-file/routes.ts'
import type { Member } from '#market/schema/people/members.ts'
import { serveBankFile } from '#market/payouts/bank-file/routes.ts'
import { servePaperFiles } from '#market/papers/files/routes.ts'
import { servePictures } from '#market/pictures/routes.ts'
import { serveSharing } from '#market/sharing/routes.ts'
import { serveSitemaps } from '#market/sharing/sitemaps.ts'
import { serveApiReference } from '#platform/api-reference/api-reference.ts'
import { serveCspReports } from '#platform/http/csp-reports.ts'
import { createRateLimitCheck } from '#platform/http/rate-limiter.ts'
import type { Authenticator } from '#platform/http/router.ts'
import { serveChangePassword, serveSecurityTxt } from '#platform/http/well-known.ts'
import type { AppDependencies } from './dependencies.ts'
import type { Services } from './handler-dependencies.ts'

/** Registers pictures, link previews, sitemaps, API documentation, unsubscribe links, and files of the staff and of deals. */
export const serveExtraRoutes = (
  app: FastifyInstance,
  { db, now, pictures, pages, publicUrl, secret, mailFrom, log }: AppDependencies,
  { replicaReads, ogImageRenderer, rateLimiter, paymentsDeps, privatePictures, paperDeps, stamp, isAdmin }: Services,
  authenticator: Authenticator<Member>,
): void => {
  const rateLimit = createRateLimitCheck(rateLimiter, 'reading')
  serveBankFile(app, { db, now, secret, authenticator, rateLimit })
  serveMeetingFile(app, { db, now, publicUrl, secret, mailFrom, authenticator, rateLimit })
  serveEvidence(app, { ...paymentsDeps, privatePictures, isAdmin, authenticator, rateLimit })
  servePaperFiles(app, { ...paperDeps, stamp, authenticator, rateLimit })
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
  serveApiReference(app, contract, publicUrl)
  serveUnsubscribe(app, { db, now, rateLimit: createRateLimitCheck(rateLimiter, 'writing') })
  serveCspReports(app, {
    checkRateLimit: createRateLimitCheck(rateLimiter, 'cspReport'),
    log: (line) => log.warn(line),
    now: () => performance.now(),
  })
  serveSecurityTxt(app, { publicUrl, now })
  serveChangePassword(app, '/dashboard/account#password')
}
