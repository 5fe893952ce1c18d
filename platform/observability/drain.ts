// Graceful shutdown of the HTTP server: announce it, stop listening, finish the requests in progress.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export type Drain = {
  isDraining: () => boolean
  /**
   * Reports "draining" and serves for `noticeMs` more, at least a second while connections are open, then stops listening and finishes all requests in progress,
   * uploads too. Resolves when the last connection is closed.
   */
  shutDown: (noticeMs: number) => Promise<void>
}

// A keep-alive connection that is closed at the moment of its next request would fail that request. Until this time a
// connection is closed after its next response instead, in milliseconds.
const minKeepAliveMs = 1_000
const checkConnectionsMs = 25

// How soon a keep-alive connection is closed after its last response.
const closeIdleEveryMs = 25

/** Call it before routes are registered, so that its hook sees every response. */
export const createDrain = (app: FastifyInstance): Drain => {
  let isDraining = false
  // For requests that were in progress when the shutdown began.
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) void reply.header('connection', 'close')
  })

  const countConnections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))

  const waitForConnections = async (timeoutMs: number): Promise<void> => {
    const endsAt = performance.now() + timeoutMs
    while (performance.now() < endsAt && (await countConnections()) > 0) await pause(checkConnectionsMs)
  }

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
    await waitForConnections(minKeepAliveMs - noticeMs)
    await closeServer()
  }
  return { isDraining: () => isDraining, shutDown }
}
