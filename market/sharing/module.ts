// What the server takes of link previews and sitemaps: both are read outside of the API.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serveSharing, type SharingDeps } from './routes.ts'
import { serveSitemaps, type SitemapDeps } from './sitemaps.ts'

type Deps = Omit<SharingDeps & SitemapDeps, 'checkRateLimit'> & {
  /** Creates what counts a request, and throws above the limit. */
  createRateLimitCheck: (limit: 'drawing' | 'sitemap') => (request: FastifyRequest) => Promise<void>
}

export const createSharingModule = ({ createRateLimitCheck, ...deps }: Deps) => ({
  serve: (app: FastifyInstance) => {
    serveSharing(app, { ...deps, checkRateLimit: createRateLimitCheck('drawing') })
    serveSitemaps(app, { ...deps, checkRateLimit: createRateLimitCheck('sitemap') })
  },
})
