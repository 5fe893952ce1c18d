// Calls a server of somebody else with a bound of its own, a timeout and a circuit breaker.
//
// A provider that hangs must not close the shop. Its calls have places of their own, the waiting request gives its place
// in load shedding back, and after repeated failures the provider is not called for a while.
import {
  type FailureReason,
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel'
import { getWaitedMs, waitExternally } from './external-wait.ts'

/** Why a call was not made or not awaited. */
export class ExternalServiceError extends Error {
  readonly kind: 'too_many_calls' | 'circuit_open' | 'timeout'

  constructor(name: string, kind: ExternalServiceError['kind']) {
    super(`${name}: ${kind}`)
    this.kind = kind
  }
}

// Errors of an outage that stands in the log.
const loggedOutages = new WeakSet<Error>()

/** Says that an error comes from an outage that its caller has logged. */
export const markAsLogged = <Logged extends Error>(error: Logged): Logged => {
  loggedOutages.add(error)
  return error
}

/** Whether an error comes from an outage of an external service that stands in the log already. */
export const isLoggedOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  // Stripe's client keeps the error of its transport as `detail`.
  return loggedOutages.has(error) || isLoggedOutage(error.cause) || ('detail' in error && isLoggedOutage(error.detail))
}

/**
 * Logs that a step of a job failed and is tried again. While an external service is out, its outage is one line and each
 * failure that comes from it is none: the gauge `external_<name>_open` tells how long it lasts.
 */
export const logRetry = (log: (line: string) => void, step: string, error: unknown): void => {
  if (!isLoggedOutage(error)) log(`${step}: ${String(error)}`)
}

export type ExternalService = {
  readonly name: string
  /**
   * Makes a call. Throws its error, or ExternalServiceError when too many calls wait, when the circuit is open, or when
   * the timeout is over. `signal` aborts at the timeout.
   */
  call<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result>
  /** Whether the provider is not called because it failed repeatedly. */
  isOpen(): boolean
  /** How many calls wait now. */
  countCalls(): number
}

export type ExternalServiceOptions = {
  /** For the log and the metrics: `cards`, `mail`. */
  name: string
  log: (line: string) => void
  /** How many calls may wait at once in this process. */
  maxCalls: number
  /** For one call, and for all calls of one request together, in milliseconds. */
  timeoutMs: number
  /** How many failures in a row open the circuit; 5 by default. */
  maxFailures?: number
  /** How long the provider is not called before one call tries again, in milliseconds; 10,000 by default. */
  pauseMs?: number
  /** Whether an error means that the provider failed, rather than that it refused this call; by default each does. */
  isFailure?: (error: unknown) => boolean
  /** Whether a result means that the provider failed; by default none does. */
  isFailedResult?: (result: unknown) => boolean
}

// Retries of one call alone do not open the circuit: Stripe's client tries three times.
const defaultMaxFailures = 5
const defaultPauseMs = 10_000

/** The last failure in the words of the provider's client; a result that counts as one has its status. */
const describeFailure = (reason: FailureReason<unknown> | { isolated: true }): string => {
  if ('error' in reason) return String(reason.error)
  const result = 'value' in reason ? reason.value : null
  return typeof result === 'object' && result !== null && 'status' in result
    ? `status ${String(result.status)}`
    : 'a failed answer'
}

const createBreaker = (options: ExternalServiceOptions) => {
  const { name, log, isFailure = () => true, isFailedResult = () => false, pauseMs = defaultPauseMs } = options
  const breaker = circuitBreaker(handleWhen(isFailure).orWhenResult(isFailedResult), {
    halfOpenAfter: pauseMs,
    breaker: new ConsecutiveBreaker(options.maxFailures ?? defaultMaxFailures),
  })
  let isReported = false
  breaker.onBreak((reason) => {
    // A failed trial opens the circuit again; only the first time is news.
    if (!isReported)
      log(
        `External service ${name} failed repeatedly, last with ${describeFailure(reason)}: it is not called for ${pauseMs / 1000} s at a time.`,
      )
    isReported = true
  })
  breaker.onReset(() => {
    isReported = false
    log(`External service ${name} works again.`)
  })
  return breaker
}

/** Creates the guard of an external service. Create one for each process and service. */
export const createExternalService = (options: ExternalServiceOptions): ExternalService => {
  const { name, maxCalls, timeoutMs, isFailedResult = () => false } = options
  const breaker = createBreaker(options)
  const places = bulkhead(maxCalls)
  const toServiceError = (error: unknown): unknown => {
    if (error instanceof BulkheadRejectedError) return new ExternalServiceError(name, 'too_many_calls')
    if (error instanceof BrokenCircuitError) return new ExternalServiceError(name, 'circuit_open')
    return error instanceof TaskCancelledError ? new ExternalServiceError(name, 'timeout') : error
  }
  const markOutage = (error: unknown): unknown => {
    if (breaker.state !== CircuitState.Closed && error instanceof Error) loggedOutages.add(error)
    return error
  }
  const call = async <Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
    const leftMs = timeoutMs - getWaitedMs()
    // Timers may end a fraction of a millisecond early.
    if (leftMs < 1) throw new ExternalServiceError(name, 'timeout')
    // One call tries whether the provider works again. The others do not wait for it.
    if (breaker.state === CircuitState.HalfOpen) throw markOutage(new ExternalServiceError(name, 'circuit_open'))
    const policy = wrap(places, breaker, timeout(leftMs, TimeoutStrategy.Aggressive))
    const isTrial = breaker.state !== CircuitState.Closed
    try {
      const result = await waitExternally(() => policy.execute(({ signal }) => work(signal)))
      if (isTrial && isFailedResult(result)) throw new ExternalServiceError(name, 'circuit_open')
      return result
    } catch (error) {
      throw markOutage(toServiceError(error))
    }
  }
  return {
    name,
    call,
    isOpen: () => breaker.state !== CircuitState.Closed,
    countCalls: () => maxCalls - places.executionSlots,
  }
}
