// What is neither a call of the API nor a page.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { serveUnsubscribe } from '#market/alerts/unsubscribe.ts'
import { servePictures } from '#market/pictures/routes.ts'
import { serveSharing } from '#market/sharing/routes.ts'
import { serveSitemaps } from '#market/sharing/sitemaps.ts'
import { serveCspReports } from '#platform/http/csp-reports.ts'
import { createRateLimitCheck } from '#platform/http/rate-limiter.ts'
import { serveChangePassword, serveSecurityTxt } from '#platform/http/well-known.ts'
import type { AppDependencies } from './dependencies.ts'
import type { Services } from './handler-dependencies.ts'

/** Registers pictures, link previews, sitemaps, unsubscribe links, reports of browsers, and what programs look for at fixed paths. */
export const serveExtraRoutes = (
  app: FastifyInstance,
  { db, now, pictures, pages, publicUrl, log }: AppDependencies,
  { replicaReads, ogImageRenderer, rateLimiter }: Services,
): void => {
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
  serveUnsubscribe(app, { db, now, rateLimit: createRateLimitCheck(rateLimiter, 'writing') })
  serveCspReports(app, {
    checkRateLimit: createRateLimitCheck(rateLimiter, 'cspReport'),
    log: (line) => log.warn(line),
    now: () => performance.now(),
  })
  serveSecurityTxt(app, { publicUrl, now })
  serveChangePassword(app, '/dashboard/account#password')
}
