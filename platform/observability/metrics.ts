// Metrics for Prometheus.
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { getRequestName } from './request-log.ts'

export type Metrics = Registry

// Most requests take milliseconds; beyond a second the exact time matters little.
const bucketsSeconds = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 3, 10]

/** Creates a registry with the default metrics of Node.js: memory, event-loop delay, garbage collection, handles. */
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

/** `aggregator` combines the values of several processes: `max` for a value that each of them reports alike. */
type MetricOptions = { name: string; help: string; aggregator?: 'sum' | 'max' }

/** Registers a gauge that is read at each scrape. */
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
      // A failed read must not fail the whole scrape.
      const value = await Promise.resolve(read()).catch(() => Number.NaN)
      gauge.set(value)
    },
  })
}

/** Registers a counter that is read at each scrape. `name` ends in _total. */
export const registerCounter = (metrics: Metrics, { name, help }: MetricOptions, read: () => number): void => {
  const counter: Counter = new Counter({
    name: `motohaat_${name}`,
    help,
    registers: [metrics],
    collect: () => {
      counter.reset()
      counter.inc(read())
    },
  })
}

/** Registers a counter with one label. `name` ends in _total. Returns a function that counts a label value. */
export const createCounter = (
  metrics: Metrics,
  { name, help, label }: MetricOptions & { label: string },
): ((value: string) => void) => {
  const counter = new Counter({ name: `motohaat_${name}`, help, labelNames: [label], registers: [metrics] })
  return (value) => counter.inc({ [label]: value })
}

/** Measures every request that reaches Fastify, by endpoint and status class. */
export const measureRequests = (app: FastifyInstance, metrics: Metrics): void => {
  let inFlight = 0
  const seconds = new Histogram({
    name: 'motohaat_request_seconds',
    help: 'Request duration by endpoint and status class',
    labelNames: ['call', 'status'],
    buckets: bucketsSeconds,
    registers: [metrics],
  })
  registerGauge(metrics, { name: 'requests_in_flight', help: 'Requests in flight' }, () => inFlight)
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

/** Registers gauges for the connection pool of the database. */
export const measurePool = (metrics: Metrics, pool: pg.Pool): void => {
  const addGauge = (name: string, help: string, read: () => number) => registerGauge(metrics, { name, help }, read)
  addGauge('database_connections', 'Connections to the database', () => pool.totalCount)
  addGauge('database_connections_idle', 'Idle connections', () => pool.idleCount)
  addGauge('database_waiting', 'Queries that wait for a connection', () => pool.waitingCount)
}
