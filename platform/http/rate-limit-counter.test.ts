import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { openCounter } from './rate-limit-counter.ts'

let shop: TestShop
const clock = { now: new Date('2026-11-20T10:00:00Z') }
beforeAll(async () => {
  shop = await openTestShop({ keep: true })
})
afterAll(() => shop.close())

const open = () => openCounter({ pool: shop.db.$client, now: () => clock.now })
const pass = (seconds: number) => (clock.now = new Date(clock.now.getTime() + seconds * 1000))
const rate = { most: 10, seconds: 100 }
type Counter = ReturnType<typeof open>
/** How many of so many uses were free. */
const free = async (use: () => Promise<number>, tries: number): Promise<number> => {
  const waits = await Promise.all(Array.from({ length: tries }, use))
  return waits.filter((seconds) => seconds === 0).length
}

test('so many are free at once, and then one more each time that its share of the span has passed', async () => {
  const counter = open()
  expect(await free(() => counter.use('steady', rate), 30)).toBe(10)
  expect(await counter.use('steady', rate)).toBe(10)
  pass(4)
  expect(await counter.use('steady', rate)).toBe(6)
  pass(6)
  expect(await free(() => counter.use('steady', rate), 5)).toBe(1)
  pass(1_000)
  expect(await free(() => counter.use('steady', rate), 30)).toBe(10)
})

test('two processes count together, and each key for itself', async () => {
  const [here, there] = [open(), open()]
  const use = (counter: Counter, at: number) => counter.use(`pair ${at % 2}`, rate)
  const waits = await Promise.all(Array.from({ length: 60 }, (_, at) => use(at % 4 < 2 ? here : there, at)))
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(20)
})

test('packets are counted whole, and never give more than there is', async () => {
  const [here, there] = [open(), open()]
  // Seven at once, of packets of four: what the one took in vain the others use.
  expect(await free(() => here.use('packets', rate, 4), 7)).toBeGreaterThanOrEqual(4)
  const both =
    (await free(() => here.use('packets', rate, 4), 30)) + (await free(() => there.use('packets', rate, 4), 30))
  expect(both).toBeLessThanOrEqual(6)
  const alone = open()
  let got = 0
  while ((await alone.use('in turn', rate, 4)) === 0) got += 1
  expect(got).toBe(10)
})

test('what is given back is free again, for every process', async () => {
  const [here, there] = [open(), open()]
  expect(await free(() => here.use('back', rate), 12)).toBe(10)
  expect(await there.use('back', rate)).toBeGreaterThan(0)
  await here.giveBack('back', rate)
  expect(await free(() => here.use('back', rate), 3)).toBe(1)
})

test('a key that is used up asks the database no more until it opens again', async () => {
  const counter = open()
  await free(() => counter.use('shut', rate), 11)
  await shop.db.$client.query(`delete from limits where key = 'shut'`)
  expect(await counter.use('shut', rate)).toBe(10)
  pass(10)
  expect(await counter.use('shut', rate)).toBe(0)
})

test('a clock that was set back by hours keeps nobody out for hours', async () => {
  const counter = open()
  await free(() => counter.use('clock', rate), 10)
  pass(-7_200)
  expect(await counter.use('clock', rate)).toBe(0)
  pass(7_200)
})

test('rows that say nothing any more are forgotten, and no others', async () => {
  const counter = open()
  await counter.use('old', rate)
  pass(11)
  await counter.use('new', rate)
  await counter.forget()
  const { rows } = await shop.db.$client.query<{ key: string }>(`select key from limits where key in ('old', 'new')`)
  expect(rows).toEqual([{ key: 'new' }])
})
