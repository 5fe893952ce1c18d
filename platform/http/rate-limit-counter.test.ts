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
/** How many of so many uses were free. */
const countFree = async (use: () => Promise<number>, tries: number): Promise<number> => {
  const waits = await Promise.all(Array.from({ length: tries }, use))
  return waits.filter((seconds) => seconds === 0).length
}

test('so many are free at once, and then one more each time that its share of the span has passed', async () => {
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

test('two processes count together, and each key for itself', async () => {
  const [here, there] = [createCounter(), createCounter()]
  const use = (counter: Counter, at: number) => counter.consume(`pair ${at % 2}`, rate)
  const waits = await Promise.all(Array.from({ length: 60 }, (_, at) => use(at % 4 < 2 ? here : there, at)))
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(20)
})

test('packets are counted whole, and never give more than there is', async () => {
  const [here, there] = [createCounter(), createCounter()]
  // Seven at once, of packets of four: what the one took in vain the others use.
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

test('what is given back is free again, for every process', async () => {
  const [here, there] = [createCounter(), createCounter()]
  expect(await countFree(() => here.consume('back', rate), 12)).toBe(10)
  expect(await there.consume('back', rate)).toBeGreaterThan(0)
  await here.giveBack('back', rate)
  expect(await countFree(() => here.consume('back', rate), 3)).toBe(1)
})

test('a key that is used up asks the database no more until it opens again', async () => {
  const counter = createCounter()
  await countFree(() => counter.consume('shut', rate), 11)
  await testApp.db.$client.query(`delete from limits where key = 'shut'`)
  expect(await counter.consume('shut', rate)).toBe(10)
  advanceClock(10)
  expect(await counter.consume('shut', rate)).toBe(0)
})

test('a clock that was set back by hours keeps nobody out for hours', async () => {
  const counter = createCounter()
  await countFree(() => counter.consume('clock', rate), 10)
  advanceClock(-7_200)
  expect(await counter.consume('clock', rate)).toBe(0)
  advanceClock(7_200)
})

test('rows that say nothing any more are forgotten, and no others', async () => {
  const counter = createCounter()
  await counter.consume('old', rate)
  advanceClock(11)
  await counter.consume('new', rate)
  await counter.deleteExpired()
  const { rows } = await testApp.db.$client.query<{ key: string }>(`select key from limits where key in ('old', 'new')`)
  expect(rows).toEqual([{ key: 'new' }])
})
