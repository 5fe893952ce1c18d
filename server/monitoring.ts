// The shop under watch: its door, and the numbers that only it can tell of itself.
import { join } from 'node:path'
import { eq, isNull } from 'drizzle-orm'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { mails } from '#market/mail/table.ts'
import { payments } from '#market/payments/table.ts'
import type { Database } from '#platform/database/database.ts'
import { type Metrics, openCounter, showGauge } from '#platform/observability/metrics.ts'
import type { ReadyBytes } from '#platform/ssr/response-cache.ts'
import { watchOver } from '#platform/observability/monitoring.ts'

type Watched = {
  db: Database
  log: FastifyBaseLogger
  metrics?: Metrics | null
}

/** Watches over the door: health, log, metrics. Whom a request was let in as is told through `noticed`. */
export const watchShop = (app: FastifyInstance, { db, log, metrics = null }: Watched) => {
  const members = new WeakMap<FastifyRequest, string>()
  const drain = watchOver(app, {
    pool: db.$client,
    migrations: join(import.meta.dirname, '../migrations'),
    memberOf: (request) => members.get(request),
    metrics,
    now: () => performance.now(),
    say: (line) => log.error(line),
  })
  return { ...drain, noticed: (request: FastifyRequest, { id }: { id: string }) => void members.set(request, id) }
}

/** What only this shop can tell of itself; gives the way to count a round of the sweeper. */
export const measureShop = ({ db, metrics }: Watched, { counted }: ReadyBytes): ((word: string) => void) => {
  if (!metrics) return () => {}
  const show = (name: string, help: string, read: () => number) => showGauge(metrics, { name, help }, read)
  // What the database knows is told alike by every process.
  const showWhole = (name: string, help: string, read: () => Promise<number>) =>
    showGauge(metrics, { name, help, aggregator: 'max' }, read)
  const inState = (state: 'open' | 'refund_due') => () => db.$count(payments, eq(payments.state, state))
  show('ready_bytes_kept', 'Answers sent as ready bytes since the start', () => counted.kept)
  show('ready_bytes_made', 'Answers made to be kept as ready bytes since the start', () => counted.made)
  showWhole('mails_waiting', 'Letters that wait for the mail server', () => db.$count(mails, isNull(mails.sentAt)))
  showWhole('payments_open', 'Payments that have not ended', inState('open'))
  showWhole('payments_refund_due', 'Payments whose money is due back', inState('refund_due'))
  return openCounter(metrics, { name: 'jobs_done', help: 'Rounds of what the shop does by itself', label: 'job' })
}
