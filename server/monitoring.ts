// Monitoring of the app: health checks, request log, and the metrics of the marketplace.
import { join } from 'node:path'
import { eq, isNull } from 'drizzle-orm'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { mails } from '#market/schema/people/mails.ts'
import { payments } from '#market/schema/money/payments.ts'
import type { Database } from '#platform/database/database.ts'
import { type Metrics, createCounter, registerCounter, registerGauge } from '#platform/observability/metrics.ts'
import { countOpenedPages } from '#platform/observability/opened-pages.ts'
import type { ResponseCache } from '#platform/ssr/response-cache.ts'
import { type ExternalServices, measureExternalServices } from './external-services.ts'
import { monitorServer } from '#platform/observability/monitoring.ts'

type MonitoringDeps = {
  db: Database
  log: FastifyBaseLogger
  metrics?: Metrics | null
}

/** Adds monitoring to the server. Call `onAuthenticated` with each authenticated member, for the request log. */
export const monitorApp = (app: FastifyInstance, { db, log, metrics = null }: MonitoringDeps) => {
  const memberIds = new WeakMap<FastifyRequest, string>()
  const drain = monitorServer(app, {
    pool: db.$client,
    migrationsDir: join(import.meta.dirname, '../migrations'),
    getMemberId: (request) => memberIds.get(request),
    metrics,
    now: () => performance.now(),
    log: (line) => log.error(line),
  })
  return {
    ...drain,
    getMemberId: (request: FastifyRequest) => memberIds.get(request),
    onAuthenticated: (request: FastifyRequest, { id }: { id: string }) => void memberIds.set(request, id),
  }
}

/** What jobs report: a completed run, and how many violations of the ledger the last check found. */
export type JobMetrics = { countRun: (job: string) => void; setLedgerViolations: (count: number) => void }

/** Registers the metrics of the marketplace. */
export const registerAppMetrics = (
  { server }: Pick<FastifyInstance, 'server'>,
  { db, metrics, externalServices }: MonitoringDeps & { externalServices: ExternalServices },
  { counts }: ResponseCache,
): JobMetrics => {
  if (!metrics) return { countRun: () => {}, setLedgerViolations: () => {} }
  measureExternalServices(metrics, externalServices)
  countOpenedPages(server, metrics)
  // Every process reads the same value from the database.
  const addSharedGauge = (name: string, help: string, read: () => Promise<number>) =>
    registerGauge(metrics, { name, help, aggregator: 'max' }, read)
  const countInState = (state: 'open' | 'refund_due') => () => db.$count(payments, eq(payments.state, state))
  const addCounter = (name: string, help: string, read: () => number) => registerCounter(metrics, { name, help }, read)
  addCounter('response_cache_hits_total', 'Responses sent from the response cache', () => counts.hits)
  addCounter('response_cache_misses_total', 'Responses added to the response cache', () => counts.misses)
  addSharedGauge('mails_waiting', 'E-mails that wait for the mail server', () => db.$count(mails, isNull(mails.sentAt)))
  addSharedGauge('payments_open', 'Payments that have not ended', countInState('open'))
  addSharedGauge('payments_refund_due', 'Payments with a refund due', countInState('refund_due'))
  // Only the process that runs the jobs finds violations.
  let ledgerViolations = 0
  registerGauge(
    metrics,
    { name: 'ledger_violations', help: 'Violations of the ledger that the last check found', aggregator: 'max' },
    () => ledgerViolations,
  )
  return {
    countRun: createCounter(metrics, {
      name: 'jobs_done_total',
      help: 'Completed runs of background jobs',
      label: 'job_name',
    }),
    setLedgerViolations: (count) => {
      ledgerViolations = count
    },
  }
}
