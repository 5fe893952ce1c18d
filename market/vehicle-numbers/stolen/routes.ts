// The endpoints of the register of stolen bikes.
import type { FastifyRequest } from 'fastify'
import type { stolenCalls } from '#contract/vehicle-numbers/stolen-calls.ts'
import { getIdempotencyKey } from '#platform/http/idempotency-key.ts'
import type { Handlers } from '#platform/http/router.ts'
import type { Member } from '#market/schema/people/members.ts'
import { decideReport, listWaitingReports, openReport } from './deciding.ts'
import { listOwnReports, reportStolenBike, type StolenDeps, withdrawReport } from './reporting.ts'

export type StolenRouteDeps = StolenDeps & {
  /** Receives the photo of a form and stores it encrypted, as those of papers. */
  receiveFile: (request: FastifyRequest, ownerId: string) => Promise<{ fileId: string }>
}

/** The handlers of the register. */
export const stolenRoutes = (deps: StolenRouteDeps): Handlers<typeof stolenCalls, Member> => ({
  'POST /stolen': async ({ me, body, request }) => ({
    insertedId: await reportStolenBike(deps, { body, me, idempotencyKey: getIdempotencyKey(request) }),
  }),
  'POST /stolen/files': ({ me, request }) => deps.receiveFile(request, me.id),
  'GET /stolen': ({ me, query }) => listOwnReports(deps, me, query),
  'POST /stolen/:id/withdrawal': async ({ me, params }) => ({
    modifiedCount: await withdrawReport(deps, params.id, me),
  }),
  'GET /stolen/queue': ({ me, query }) => listWaitingReports(deps, me.id, query),
  'POST /stolen/:id/openings': ({ me, params }) => openReport(deps, { reportId: params.id, moderatorId: me.id }),
  'PUT /stolen/:id': async ({ me, params, body }) => ({
    modifiedCount: await decideReport(deps, { reportId: params.id, moderatorId: me.id, decision: body.decision }),
  }),
})
