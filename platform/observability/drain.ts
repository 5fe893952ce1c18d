// Graceful shutdown of the HTTP server: announce it, stop listening, finish the requests in progress.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export type Drain = {
  isDraining: () => boolean
  /**
   * Reports "draining" and serves for `noticeMs` more, then stops listening and finishes all requests in progress,
   * uploads too. Resolves when the last connection is closed.
   */
  shutDown: (noticeMs: number) => Promise<void>
}

// How soon a keep-alive connection is closed after its last response.
const closeIdleEveryMs = 25

/** Call it before routes are registered, so that its hook sees every response. */
export const createDrain = (app: FastifyInstance): Drain => {
  let isDraining = false
  // For requests that were in progress when the shutdown began.
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) void reply.header('connection', 'close')
  })

  const closeServer = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => app.server.close(() => resolve()))
    const closeIdle = setInterval(() => app.server.closeIdleConnections(), closeIdleEveryMs)
    await closed
    clearInterval(closeIdle)
  }

  const shutDown = async (noticeMs: number): Promise<void> => {
    isDraining = true
    // First listener, before the response cache: clients then send their next request to another process.
    app.server.prependListener('request', (_request, response) => void response.setHeader('connection', 'close'))
    await pause(noticeMs)
    await closeServer()
  }
  return { isDraining: () => isDraining, shutDown }
}
