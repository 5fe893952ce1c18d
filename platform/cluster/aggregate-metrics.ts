// The books of several processes read as one.
import { AggregatorRegistry } from 'prom-client'
import type { Metrics } from '#platform/observability/metrics.ts'
import type { MetricsSource } from '#platform/observability/metrics-server.ts'
import type { Workers } from './workers.ts'

/** This process' own books with those of the processes that serve for it, added up; its own alone when there are none. */
export const aggregateMetrics = (metrics: Metrics, getWorkers: () => Workers | null): MetricsSource => ({
  contentType: metrics.contentType,
  metrics: async () => {
    const others = await getWorkers()?.collectMetrics()
    if (!others) return metrics.metrics()
    const all = [await metrics.getMetricsAsJSON(), ...others]
    return AggregatorRegistry.aggregate(all).metrics()
  },
})
