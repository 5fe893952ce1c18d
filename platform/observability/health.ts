// Two questions for whoever watches over the process: does it live, and may people be sent to it?
import type { FastifyInstance } from 'fastify'

/** What keeps the shop from serving, in one word: no secret, no version, no address. */
export type NotReadyReason = 'draining' | 'database' | 'migrations'

// The one who asks comes again by itself within seconds.
const retrySeconds = 2

/**
 * Serves `GET /health` (200 as long as the process can answer at all) and `GET /ready` (200, or 503 with the reason).
 * Neither is ever kept by a cache, and neither says more than that.
 */
export const serveHealth = (app: FastifyInstance, getNotReadyReason: () => Promise<NotReadyReason | null>): void => {
  app.get('/health', async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
    return { status: 'alive' }
  })
  app.get('/ready', async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
    const why = await getNotReadyReason()
    if (why === null) return { status: 'ready' }
    return reply.status(503).header('retry-after', retrySeconds).send({ status: 'not ready', why })
  })
}
