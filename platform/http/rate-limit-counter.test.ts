import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createRateLimitCounter } from './rate-limit-counter.ts'

let testApp: TestApp
const clock = { now: new Date('2026-11-20T10:00:00Z') }
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const createCounter = () => createRateLimitCounter({ pool: testApp.db.$client, now: () => clock.now })
const advanceClock = (seconds: number) => (clock.now = new Date(clock.now.getTime() + seconds * 1000))
const rate = { max: 10, seconds: 100 }
type Counter = ReturnType<typeof createCounter>
/** How many of `uses` were accepted. */
const countFree = async (use: () => Promise<number>, tries: number): Promise<number> => {
  const waits = await Promise.all(Array.from({ length: tries }, use))
  return waits.filter((seconds) => seconds === 0).length
}

test('a full allowance is available at once, and then refills use by use', async () => {
  const counter = createCounter()
  expect(await countFree(() => counter.consume('steady', rate), 30)).toBe(10)
  expect(await counter.consume('steady', rate)).toBe(10)
  advanceClock(4)
  expect(await counter.consume('steady', rate)).toBe(6)
  advanceClock(6)
  expect(await countFree(() => counter.consume('steady', rate), 5)).toBe(1)
  advanceClock(1_000)
  expect(await countFree(() => counter.consume('steady', rate), 30)).toBe(10)
})

test('two processes share the count of a key; keys are separate', async () => {
  const [here, there] = [createCounter(), createCounter()]
  const use = (counter: Counter, at: number) => counter.consume(`pair ${at % 2}`, rate)
  const waits = await Promise.all(Array.from({ length: 60 }, (_, at) => use(at % 4 < 2 ? here : there, at)))
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(20)
})

test('batches are counted whole and never exceed the allowance', async () => {
  const [here, there] = [createCounter(), createCounter()]
  // Seven at once, in batches of four: the unused rest of one batch serves the others.
  expect(await countFree(() => here.consume('packets', rate, 4), 7)).toBeGreaterThanOrEqual(4)
  const both =
    (await countFree(() => here.consume('packets', rate, 4), 30)) +
    (await countFree(() => there.consume('packets', rate, 4), 30))
  expect(both).toBeLessThanOrEqual(6)
  const single = createCounter()
  let count = 0
  while ((await single.consume('in turn', rate, 4)) === 0) count += 1
  expect(count).toBe(10)
})

test('a returned use is available again, for every process', async () => {
  const [here, there] = [createCounter(), createCounter()]
  expect(await countFree(() => here.consume('back', rate), 12)).toBe(10)
  expect(await there.consume('back', rate)).toBeGreaterThan(0)
  await here.giveBack('back', rate)
  expect(await countFree(() => here.consume('back', rate), 3)).toBe(1)
})

test('a used-up key causes no query until it is available again', async () => {
  const counter = createCounter()
  await countFree(() => counter.consume('shut', rate), 11)
  await testApp.db.$client.query(`delete from limits where key = 'shut'`)
  expect(await counter.consume('shut', rate)).toBe(10)
  advanceClock(10)
  expect(await counter.consume('shut', rate)).toBe(0)
})

test('a clock that is set back by hours blocks nobody for hours', async () => {
  const counter = createCounter()
  await countFree(() => counter.consume('clock', rate), 10)
  advanceClock(-7_200)
  expect(await counter.consume('clock', rate)).toBe(0)
  advanceClock(7_200)
})

test('in memory each process counts for itself by the same rule, without a query', async () => {
  const [here, there] = [createCounter(), createCounter()]
  const use = (counter: Counter) => async () => counter.consumeInMemory('alone', rate)
  expect([await countFree(use(here), 30), await countFree(use(there), 3)]).toEqual([10, 3])
  expect(here.consumeInMemory('alone', rate)).toBe(10)
  advanceClock(10)
  expect(await countFree(use(here), 5)).toBe(1)
  advanceClock(-36_000)
  expect(await countFree(use(here), 30)).toBe(10)
  const { rows } = await testApp.db.$client.query(`select from limits where key = 'alone'`)
  expect(rows).toEqual([])
})

test('only rows with a full allowance are deleted', async () => {
  const counter = createCounter()
  await counter.consume('old', rate)
  advanceClock(11)
  await counter.consume('new', rate)
  await counter.deleteExpired()
  const { rows } = await testApp.db.$client.query<{ key: string }>(`select key from limits where key in ('old', 'new')`)
  expect(rows).toEqual([{ key: 'new' }])
})
