// Measures load: event-loop delay, heap use, and requests that wait for a database connection.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

export type Pressure = {
  /** Mean event-loop delay since the last measurement, in ms. */
  delayMs: number
  /** Event-loop utilization since the last measurement, from 0 to 1. */
  utilization: number
  /** Used heap divided by the heap size limit, from 0 to 1. */
  heapShare: number
  /** Queries that wait for a database connection. */
  waitingForDatabase: number
}

/** Overload starts at `high` and ends below `low`; the distance avoids flapping. */
export type Thresholds = { [K in keyof Omit<Pressure, 'utilization'>]: { high: number; low: number } }

/**
 * Garbage collection runs at the latest when a tenth of the heap is left. 12 connections serve a queue of 60 within tens
 * of milliseconds; with queries that take seconds, longer queues would only time out.
 */
export const defaultThresholds: Thresholds = {
  delayMs: { high: 200, low: 80 },
  heapShare: { high: 0.9, low: 0.8 },
  waitingForDatabase: { high: 60, low: 20 },
}

// A delayed loop with low utilization had no CPU core: rejecting requests would not help.
const busyUtilization = 0.8
const resolutionMs = 20

const pressureKeys = ['delayMs', 'heapShare', 'waitingForDatabase'] as const

/** Whether the process is overloaded; `wasOverloaded` selects the threshold. */
export const isOverloaded = (pressure: Pressure, thresholds: Thresholds, wasOverloaded: boolean): boolean =>
  pressureKeys.some((name) => {
    if (name === 'delayMs' && pressure.utilization < busyUtilization) return false
    const { high, low } = thresholds[name]
    return pressure[name] >= (wasOverloaded ? low : high)
  })

/** Creates a gauge of this process. Its timer runs until `close`. */
export const createPressureGauge = (pool: { waitingCount: number }) => {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  let before = performance.eventLoopUtilization()
  let ticksBefore = { number: 0, totalMs: 0, at: performance.now() }
  /** Mean tick since the last measurement. The histogram is not reset: that would lose the first tick. */
  const getMeanTickMs = (): number => {
    const number = delays.count
    const ticks = { number, totalMs: number === 0 ? 0 : (delays.mean * number) / 1e6, at: performance.now() }
    const [more, span] = [ticks.number - ticksBefore.number, ticks.at - ticksBefore.at]
    const mean = more === 0 ? span : (ticks.totalMs - ticksBefore.totalMs) / more
    ticksBefore = ticks
    return mean
  }
  return {
    measure: (): Pressure => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
      return {
        delayMs: Math.max(0, getMeanTickMs() - resolutionMs),
        utilization,
        heapShare: used / limit,
        waitingForDatabase: pool.waitingCount,
      }
    },
    close: (): void => {
      delays.disable()
    },
  }
}

export type PressureGauge = ReturnType<typeof createPressureGauge>
