// Health checks: liveness at /health, readiness at /ready.
import type { FastifyInstance } from 'fastify'

/** Why the process is not ready. The response is public, so it contains no version and no address. */
export type NotReadyReason = 'draining' | 'database' | 'migrations'

const retrySeconds = 2

/**
 * Serves `GET /health` (200 as long as the process can answer at all) and `GET /ready` (200, or 503 with the reason).
 * Neither is cached.
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
