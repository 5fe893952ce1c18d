import { expect, test } from 'vitest'
import { createFairQueue, type Requester } from './fair-queue.ts'

/** A queue of one place whose tasks end when `finishNext` is called. */
const startQueue = (maxQueued: number) => {
  const queue = createFairQueue({ concurrency: 1, maxQueued })
  const started: string[] = []
  const rejected: string[] = []
  const finish: (() => void)[] = []
  const add = (name: string, requester: Requester) =>
    queue(requester, () => new Promise<void>((resolve) => void (started.push(name), finish.push(resolve)))).catch(
      (error: { code?: string }) => void rejected.push(`${name} ${error.code}`),
    )
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const finishNext = async () => {
    finish.shift()?.()
    await settle()
  }
  return { add, finishNext, settle, started, rejected }
}

test('whoever comes second with one task does not wait for all the tasks of the first', async () => {
  const { add, finishNext, settle, started } = startQueue(10)
  for (let at = 0; at < 4; at += 1) void add(`many ${at}`, { group: 'a', owner: 'x' })
  void add('neighbour', { group: 'a', owner: 'y' })
  void add('stranger', { group: 'b', owner: 'z' })
  await settle()
  for (let at = 0; at < 6; at += 1) await finishNext()
  expect(started.slice(0, 4).toSorted()).toEqual(['many 0', 'many 1', 'neighbour', 'stranger'])
  expect(started).toHaveLength(6)
})

test('a full queue rejects the newest task of whoever has most, and takes that of another', async () => {
  const { add, finishNext, settle, started, rejected } = startQueue(4)
  for (let at = 0; at < 5; at += 1) void add(`many ${at}`, { group: 'a', owner: 'x' })
  void add('neighbour', { group: 'a', owner: 'y' })
  void add('stranger', { group: 'b', owner: 'z' })
  void add('many 5', { group: 'a', owner: 'x' })
  await settle()
  expect(rejected).toEqual(['many 4 shop_unavailable', 'many 3 shop_unavailable', 'many 5 shop_unavailable'])
  for (let at = 0; at < 8; at += 1) await finishNext()
  expect(started.toSorted()).toEqual(['many 0', 'many 1', 'many 2', 'neighbour', 'stranger'])
})

test('many accounts behind one address leave room for another address', async () => {
  const { add, finishNext, settle, started } = startQueue(4)
  for (let at = 0; at < 20; at += 1) void add(`many ${at}`, { group: 'a', owner: `x${at}` })
  void add('stranger', { group: 'b', owner: 'z' })
  await settle()
  for (let at = 0; at < 6; at += 1) await finishNext()
  expect(started).toContain('stranger')
})

test('a task that fails gives its place to the next one', async () => {
  const queue = createFairQueue({ concurrency: 1, maxQueued: 1 })
  const requester = { group: 'a', owner: 'x' }
  const failing = queue(requester, async () => Promise.reject(new Error('it fails')))
  const next = queue(requester, async () => 'done')
  await expect(failing).rejects.toThrow('it fails')
  expect(await next).toBe('done')
})
