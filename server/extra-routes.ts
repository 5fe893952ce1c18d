// What is neither a call of the API, nor of a module, nor a page.
import type { FastifyInstance } from 'fastify'
import { serveCspReports } from '#platform/http/csp-reports.ts'
import { createRateLimitCheck } from '#platform/http/rate-limiter.ts'
import { serveChangePassword, serveSecurityTxt } from '#platform/http/well-known.ts'
import type { AppDependencies } from './dependencies.ts'
import type { Services } from './shared-services.ts'

/** Registers reports of browsers, and what programs look for at fixed paths. */
export const serveExtraRoutes = (
  app: FastifyInstance,
  { now, publicUrl, log }: AppDependencies,
  { rateLimiter }: Services,
): void => {
  serveCspReports(app, {
    checkRateLimit: createRateLimitCheck(rateLimiter, 'cspReport'),
    log: (line) => log.warn(line),
    now: () => performance.now(),
  })
  serveSecurityTxt(app, { publicUrl, now })
  serveChangePassword(app, '/dashboard/account#password')
}
