import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runPeriodically } from './run-periodically.ts'

test('a job that is stopped is told so, ends the step in which it is, and begins no other', async () => {
  const steps: string[] = []
  const job = runPeriodically({
    name: 'Counting',
    run: async (signal) => {
      for (let step = 0; step < 1_000 && !signal.aborted; step += 1) {
        steps.push('begun')
        await pause(20)
        steps.push('ended')
      }
    },
    intervalMs: 1,
    log: () => {},
  })
  await expect.poll(() => steps.length).toBeGreaterThan(1)
  await job.stop()
  expect(steps.at(-1)).toBe('ended')
  expect(steps.length).toBeLessThan(2_000)
  const count = steps.length
  await pause(50)
  expect(steps).toHaveLength(count)
})

test('a run that fails is logged, and the next one follows', async () => {
  const lines: string[] = []
  let runs = 0
  const job = runPeriodically({
    name: 'Failing',
    run: async () => {
      runs += 1
      throw new Error('no paper')
    },
    intervalMs: 5,
    log: (line) => void lines.push(line),
  })
  await expect.poll(() => runs).toBeGreaterThan(1)
  await job.stop()
  expect(lines[0]).toBe('Failing failed: Error: no paper')
})
