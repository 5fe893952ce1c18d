// Leaving without failing anybody: first it is said, then no more are let in, then those inside are finished with.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export type Drain = {
  isDraining: () => boolean
  /**
   * Says that the process is leaving, goes on serving for `noticeMs`, then stops listening and waits for all requests
   * that are under way, uploads too. It ends when the last connection is closed.
   */
  shutDown: (noticeMs: number) => Promise<void>
}

// A connection that fell idle after its answer is closed this soon.
const closeIdleEveryMs = 25

/** Looks after the way out of this server. Open it before the routes, so that every answer passes by. */
export const createDrain = (app: FastifyInstance): Drain => {
  let isDraining = false
  // Answers to requests that were under way when it began.
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
    // In front of all, also of the ready bytes: whoever asks on this connection shall ask another process next time.
    app.server.prependListener('request', (_request, response) => void response.setHeader('connection', 'close'))
    await pause(noticeMs)
    await closeServer()
  }
  return { isDraining: () => isDraining, shutDown }
}
