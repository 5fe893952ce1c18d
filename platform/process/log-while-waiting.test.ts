import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { logWhileWaiting } from './log-while-waiting.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('work that takes long says so every ten seconds, and nothing after it', async () => {
  const lines: string[] = []
  const { promise, resolve } = Promise.withResolvers<string>()
  const waiting = logWhileWaiting((line) => lines.push(line), 'building the pages', promise)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(lines).toEqual([])
  await vi.advanceTimersByTimeAsync(20_001)
  const said = [10, 20, 30].map((seconds) => `Still building the pages (${seconds} s)…`)
  expect(lines).toEqual(said)
  resolve('built')
  expect(await waiting).toBe('built')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines).toEqual(said)
})

test('work that fails throws its error, and nothing is said any more', async () => {
  const lines: string[] = []
  const { promise, reject } = Promise.withResolvers<never>()
  const waiting = logWhileWaiting((line) => lines.push(line), 'building the pages', promise)
  reject(new Error('no disk'))
  await expect(waiting).rejects.toThrow('no disk')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines).toEqual([])
})
