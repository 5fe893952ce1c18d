// What a watcher counts and times, in the words of Prometheus.
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { getRequestName } from './request-log.ts'

export type Metrics = Registry

// A request is meant to take single milliseconds; beyond a second the exact time tells nothing more.
const bucketsSeconds = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 3, 10]

/** Opens the books with what Node tells of itself: memory, event loop delay, garbage collection, file handles. */
export const createMetrics = (): Metrics => {
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  return metrics
}

/** Metrics of this process, added to those of `others` in prom-client's JSON. */
export const aggregateMetrics = (metrics: Metrics, collectOthers: () => Promise<object[][]>) => ({
  contentType: metrics.contentType,
  metrics: async (): Promise<string> => {
    const all = await Promise.all([metrics.getMetricsAsJSON(), collectOthers()])
    return AggregatorRegistry.aggregate([all[0], ...all[1]]).metrics()
  },
})

/** Of several processes the numbers are added, unless each of them tells the same one. */
type MetricOptions = { name: string; help: string; aggregator?: 'sum' | 'max' }

/** Shows a number that is read each time somebody looks. */
export const registerGauge = (
  metrics: Metrics,
  { name, help, aggregator = 'sum' }: MetricOptions,
  read: () => number | Promise<number>,
): void => {
  const gauge: Gauge = new Gauge({
    name: `motohaat_${name}`,
    help,
    aggregator,
    registers: [metrics],
    collect: async () => {
      // A number that cannot be read now is left out; the others are shown all the same.
      const value = await Promise.resolve(read()).catch(() => Number.NaN)
      gauge.set(value)
    },
  })
}

/** Gives a counter by one kind of word; it costs nothing that a request would feel. */
export const createCounter = (
  metrics: Metrics,
  { name, help, label }: MetricOptions & { label: string },
): ((value: string) => void) => {
  const counter = new Counter({ name: `motohaat_${name}`, help, labelNames: [label], registers: [metrics] })
  return (value) => counter.inc({ [label]: value })
}

/** Times every request that reaches the framework, by its call and the class of its status. */
export const measureRequests = (app: FastifyInstance, metrics: Metrics): void => {
  let inFlight = 0
  const seconds = new Histogram({
    name: 'motohaat_request_seconds',
    help: 'How long requests took, by call and class of status',
    labelNames: ['call', 'status'],
    buckets: bucketsSeconds,
    registers: [metrics],
  })
  registerGauge(metrics, { name: 'requests_in_flight', help: 'Requests that are being answered' }, () => inFlight)
  app.addHook('onRequest', (_request, _reply, done) => {
    inFlight += 1
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    inFlight -= 1
    seconds.observe(
      { call: getRequestName(request), status: `${Math.floor(reply.statusCode / 100)}xx` },
      reply.elapsedTime / 1000,
    )
    done()
  })
}

/** Shows the connections to the database and how many requests wait for one. */
export const measurePool = (metrics: Metrics, pool: pg.Pool): void => {
  const addGauge = (name: string, help: string, read: () => number) => registerGauge(metrics, { name, help }, read)
  addGauge('database_connections', 'Connections to the database', () => pool.totalCount)
  addGauge('database_connections_idle', 'Connections that nobody uses', () => pool.idleCount)
  addGauge('database_waiting', 'Requests that wait for a connection', () => pool.waitingCount)
}
