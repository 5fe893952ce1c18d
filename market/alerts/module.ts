// What the server takes of saved searches: handlers, jobs, and the forms that stop their e-mails.
import type { FastifyInstance } from 'fastify'
import { type AlertJobDeps, sendAlerts } from './jobs.ts'
import { alertRoutes } from './routes.ts'
import { serveUnsubscribe, type UnsubscribeDeps } from './unsubscribe.ts'

export const createAlertsModule = (deps: AlertJobDeps & UnsubscribeDeps) => ({
  routes: [alertRoutes(deps)],
  jobs: {
    sendAlerts: (signal?: AbortSignal) => sendAlerts({ ...deps, signal }),
  },
  serve: (app: FastifyInstance) => serveUnsubscribe(app, deps),
})
