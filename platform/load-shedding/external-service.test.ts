// Calls of servers of somebody else that hang or fail.
import { minuteMs } from '#contract/time/durations.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createExternalService, type ExternalServiceOptions, logRetry } from './external-service.ts'
import { runWithExternalWait } from './external-wait.ts'

const createService = (options: Partial<ExternalServiceOptions> = {}) => {
  const logLines: string[] = []
  const log = (line: string) => void logLines.push(line)
  const service = createExternalService({ name: 'cards', log, maxCalls: 2, timeoutMs: minuteMs, ...options })
  return { service, logLines }
}
const hang = () => new Promise<never>(() => {})
const fail = async () => {
  throw new Error('refused')
}
const getKind = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (result) => result,
    (error: unknown) => (error instanceof Error && 'kind' in error ? error.kind : String(error)),
  )

test('calls beyond the bound are refused at once, and accepted again when a place is free', async () => {
  const { service } = createService()
  const first = Promise.withResolvers<string>()
  const calls = [service.call(() => first.promise), getKind(service.call(hang))]
  expect([service.countCalls(), await getKind(service.call(hang))]).toEqual([2, 'too_many_calls'])
  first.resolve('answered')
  expect(await calls[0]).toBe('answered')
  expect(await service.call(async () => 'free')).toBe('free')
})

test('a call that hangs ends at the timeout and is told to abort', async () => {
  const { service } = createService({ timeoutMs: 50 })
  let isAborted = false
  const call = service.call((signal) => {
    signal.addEventListener('abort', () => (isAborted = true))
    return hang()
  })
  expect([await getKind(call), isAborted]).toEqual(['timeout', true])
})

test('all calls of one request share its timeout', async () => {
  const { service } = createService({ timeoutMs: 50 })
  let calls = 0
  const done = Promise.withResolvers<unknown[]>()
  runWithExternalWait({ begin: () => {}, end: () => {}, waiting: 0, spentMs: 0 }, () => {
    const call = () => {
      calls += 1
      return hang()
    }
    const callTwice = async () => [await getKind(service.call(call)), await getKind(service.call(call))]
    void callTwice().then(done.resolve)
  })
  expect([await done.promise, calls]).toEqual([['timeout', 'timeout'], 1])
})

test('after repeated failures nobody is called, until one call finds that the service works again', async () => {
  const { service, logLines } = createService({ maxFailures: 3, pauseMs: 100 })
  for (const _ of [1, 2, 3]) expect(await getKind(service.call(fail))).toBe('Error: refused')
  expect([service.isOpen(), await getKind(service.call(async () => 'called'))]).toEqual([true, 'circuit_open'])
  expect(logLines).toEqual([
    'External service cards failed repeatedly, last with Error: refused: it is not called for 0.1 s at a time.',
  ])
  await pause(150)
  const trial = Promise.withResolvers<string>()
  const trialCall = service.call(() => trial.promise)
  // Nobody else waits for the trial.
  expect(await getKind(service.call(async () => 'called'))).toBe('circuit_open')
  trial.resolve('works')
  expect([await trialCall, service.isOpen(), await service.call(async () => 'called')]).toEqual([
    'works',
    false,
    'called',
  ])
  expect(logLines.slice(1)).toEqual(['External service cards works again.'])
})

test('a trial that fails is no second line in the log', async () => {
  const { service, logLines } = createService({ maxFailures: 1, pauseMs: 50 })
  await getKind(service.call(fail))
  await pause(100)
  expect(await getKind(service.call(fail))).toBe('Error: refused')
  expect([service.isOpen(), logLines.length]).toEqual([true, 1])
})

test('an answer that means failure is told with its status', async () => {
  const { service, logLines } = createService({ maxFailures: 1, isFailedResult: () => true })
  await service.call(async () => ({ status: 503 }))
  expect(logLines).toEqual([
    'External service cards failed repeatedly, last with status 503: it is not called for 10 s at a time.',
  ])
})

test('an error that is an answer does not open the circuit', async () => {
  const { service } = createService({ maxFailures: 1, isFailure: () => false })
  for (const _ of [1, 2, 3]) expect(await getKind(service.call(fail))).toBe('Error: refused')
  expect(service.isOpen()).toBe(false)
})

test('a result that means failure opens the circuit and is returned', async () => {
  const { service } = createService({ maxFailures: 1, isFailedResult: (status) => status === 500 })
  expect(await service.call(async () => 500)).toBe(500)
  expect(service.isOpen()).toBe(true)
})

test('a step of a job that fails in an outage is logged until the outage is, and again after it', async () => {
  const { service, logLines } = createService({
    maxFailures: 2,
    pauseMs: 1,
    isFailedResult: (result) => result === 503,
  })
  /** As Stripe's client does: the error of the transport is in another one. */
  const runStep = (work: () => Promise<unknown>) =>
    service.call(work).then(
      (result) => result === 503 && logRetry((line) => logLines.push(line), 'A step failed', new Error('answered 503')),
      (detail: unknown) =>
        logRetry(
          (line) => logLines.push(line),
          'A step failed',
          Object.assign(new Error('no answer', { cause: Object.assign(new Error('of Stripe'), { detail }) })),
        ),
    )
  for (let times = 0; times < 2; times += 1) await runStep(fail)
  const outage = [
    'A step failed: Error: no answer',
    'External service cards failed repeatedly, last with Error: refused: it is not called for 0.001 s at a time.',
  ]
  expect(logLines).toEqual(outage)
  for (let times = 0; times < 50; times += 1) {
    await pause(3)
    await runStep(times % 2 === 0 ? fail : async () => 503)
  }
  expect(logLines).toEqual(outage)
  await pause(3)
  await runStep(async () => 200)
  await runStep(fail)
  expect(logLines.slice(2)).toEqual(['External service cards works again.', 'A step failed: Error: no answer'])
})
