// How hard this process has it: whether its event loop stands still, its memory runs out or its database is waited for.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

export type Pressure = {
  /** By how much the event loop came late, on average since the last look, in milliseconds. */
  delayMs: number
  /** How much of the time since the last look the loop was at work, from 0 to 1. */
  utilization: number
  /** How much of the memory that Node may take is taken, from 0 to 1. */
  heapShare: number
  /** How many works wait for a connection to the database. */
  waitingForDatabase: number
}

/** From where on it is too much, and below what it is well again: far enough apart that it does not flutter. */
export type Thresholds = { [K in keyof Omit<Pressure, 'utilization'>]: { high: number; low: number } }

/**
 * Garbage is collected at the latest where a tenth of the memory is left. Of 12 connections a queue of 60 is served in
 * tens of milliseconds when all is well; behind a database that takes seconds it would wait for nothing.
 */
export const defaultThresholds: Thresholds = {
  delayMs: { high: 200, low: 80 },
  heapShare: { high: 0.9, low: 0.8 },
  waitingForDatabase: { high: 60, low: 20 },
}

// A loop that comes late and was idle meanwhile had no core to run on: turning people away would not give it one.
const busyUtilization = 0.8
const resolutionMs = 20

const pressureKeys = ['delayMs', 'heapShare', 'waitingForDatabase'] as const

/** Whether it is too much, seeing whether it was until now. */
export const isOverloaded = (pressure: Pressure, thresholds: Thresholds, wasOverloaded: boolean): boolean =>
  pressureKeys.some((name) => {
    if (name === 'delayMs' && pressure.utilization < busyUtilization) return false
    const { high, low } = thresholds[name]
    return pressure[name] >= (wasOverloaded ? low : high)
  })

/** Opens the look at this process. Close it, or the process does not come to rest. */
export const createPressureGauge = (pool: { waitingCount: number }) => {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  let before = performance.eventLoopUtilization()
  let ticksBefore = { number: 0, totalMs: 0, at: performance.now() }
  /** The average of the ticks since the last look. The counts go on: after a reset the first tick would be lost. */
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
