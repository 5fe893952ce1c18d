// Counts the visits of bike pages, whether the server sends the page or the browser asks for the bike alone.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inProcessAddress } from '#platform/http/client-address.ts'
import type { VisitCounter } from './visit-counter.ts'

const bikePage = /^\/(?:bn\/|api\/)?bikes\/(?!(?:brands|suggest)(?:\?|$))[^/?]+(?:\?|$)/
// Programs that name themselves: crawlers, link previews, monitors.
const program = /bot|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|curl|wget|python|monitor/i

const isByPerson = ({ headers, socket }: FastifyRequest): boolean => {
  const agent = headers['user-agent']
  // A page that the server renders asks for the bike in this process.
  return agent !== undefined && !program.test(agent) && socket.remoteAddress !== inProcessAddress
}

/** Counts each answered request for the page of one bike. */
export const countBikePages = (app: FastifyInstance, { countSeen }: Pick<VisitCounter, 'countSeen'>): void => {
  app.addHook('onResponse', async (request, reply) => {
    const isAnswered = reply.statusCode === 200 || reply.statusCode === 304
    if (request.method === 'GET' && isAnswered && bikePage.test(request.url) && isByPerson(request)) countSeen()
  })
}
