import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WorkerLostError, WorkerPoolBusyError, createWorkerPool } from './worker-pool.ts'

// Echoes each message after `ms`, or kills itself with the signal `die`.
const program = `import { env } from 'node:process'
process.on('message', (message) => {
  if (message.die) process.kill(process.pid, message.die)
  else setTimeout(() => process.send({ ...message, pid: process.pid, env }), message.ms ?? 0)
})
process.on('disconnect', () => process.exit())`

const createPool = async (
  options: { concurrency?: number; maxQueued?: number; timeoutMs?: number; idleTimeoutMs?: number } = {},
) => {
  const folder = await mkdtemp(join(tmpdir(), 'motohaat-helper-'))
  const file = join(folder, 'helper.mjs')
  await writeFile(file, program)
  const pool = createWorkerPool({
    file,
    concurrency: 1,
    maxQueued: 2,
    timeoutMs: 5_000,
    idleTimeoutMs: 5_000,
    ...options,
  })
  onTestFinished(async () => {
    pool.close()
    await rm(folder, { recursive: true })
  })
  const run = async (message: object) => {
    const answer = await pool.run(message)
    // The program above replies in this shape.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return answer as { pid: number; env: Record<string, string>; n?: number }
  }
  return { pool, run }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a helper process', () => {
  test('replies to one message after another and receives none of the server’s settings', async () => {
    const { run } = await createPool()
    const answers = [await run({ n: 1 }), await run({ n: 2 })]
    expect(answers.map(({ n }) => n)).toEqual([1, 2])
    expect(answers[0]?.pid).toBe(answers[1]?.pid)
    expect(
      Object.keys(answers[0]?.env ?? {}).filter((name) => !/^(?:MALLOC_ARENA_MAX|NODE_CHANNEL_\w+)$/.test(name)),
    ).toEqual([])
  })

  test.each(['SIGSEGV', 'SIGKILL', 'SIGABRT'])(
    'killed by %s fails only its current task and is replaced',
    async (signal) => {
      const { run } = await createPool()
      const { pid } = await run({})
      const [lost, next] = await Promise.allSettled([run({ die: signal }), run({ n: 2 })])
      expect(lost).toMatchObject({ status: 'rejected', reason: expect.any(WorkerLostError) })
      expect(next).toMatchObject({ status: 'fulfilled', value: { n: 2 } })
      expect(next.status === 'fulfilled' && next.value.pid).not.toBe(pid)
    },
  )

  test('killed while idle is replaced', async () => {
    const { run } = await createPool()
    const { pid } = await run({})
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
    await pause(50)
    expect((await run({ n: 3 })).n).toBe(3)
  })

  test('that exceeds the timeout is killed', { tags: 'long' }, async () => {
    // The first task waits for the helper to start, which takes seconds on a busy machine.
    const { run } = await createPool({ timeoutMs: 8_000 })
    const { pid } = await run({})
    await expect(run({ ms: 60_000 })).rejects.toThrow(WorkerLostError)
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect((await run({ n: 4 })).n).toBe(4)
  })

  test('that is idle is stopped', async () => {
    const { run } = await createPool({ idleTimeoutMs: 100 })
    const { pid } = await run({})
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect((await run({ n: 5 })).n).toBe(5)
  })
})

test('concurrency and queue length are bounded; one task more is rejected at once', async () => {
  const { run } = await createPool({ concurrency: 2, maxQueued: 2 })
  const startedAt = performance.now()
  const pending = Array.from({ length: 5 }, (_, n) => run({ n, ms: 300 }))
  const answers = await Promise.allSettled(pending)
  expect(answers.map(({ status }) => status)).toEqual([...Array<string>(4).fill('fulfilled'), 'rejected'])
  expect(answers[4]).toMatchObject({ reason: expect.any(WorkerPoolBusyError) })
  expect(performance.now() - startedAt).toBeGreaterThan(600)
  const pids = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value.pid] : []))
  expect(new Set(pids).size).toBe(2)
})

test('closing the pool kills all helpers', async () => {
  const { pool, run } = await createPool()
  const { pid } = await run({})
  pool.close()
  await expect.poll(() => isAlive(pid)).toBe(false)
})
