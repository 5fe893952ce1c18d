import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { HelperLost, HelpersBusy, openHelpers } from './worker-pool.ts'

// Answers what it was asked, after the time it was asked for, unless it is told to die.
const program = `import { env } from 'node:process'
process.on('message', (question) => {
  if (question.die) process.kill(process.pid, question.die)
  else setTimeout(() => process.send({ ...question, pid: process.pid, env }), question.ms ?? 0)
})
process.on('disconnect', () => process.exit())`

const open = async (options: { atOnce?: number; waitingMost?: number; answerMs?: number; idleMs?: number } = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'motohaat-helper-'))
  const file = join(folder, 'helper.mjs')
  await writeFile(file, program)
  const helpers = openHelpers({ file, atOnce: 1, waitingMost: 2, answerMs: 5_000, idleMs: 5_000, ...options })
  onTestFinished(async () => {
    helpers.close()
    await rm(folder, { recursive: true })
  })
  const ask = async (question: object) => {
    const answer = await helpers.ask(question)
    // The program above answers so.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return answer as { pid: number; env: Record<string, string>; n?: number }
  }
  return { helpers, ask }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a helper process', () => {
  test('answers one question after another, with nothing of the server’s settings', async () => {
    const { ask } = await open()
    const answers = [await ask({ n: 1 }), await ask({ n: 2 })]
    expect(answers.map(({ n }) => n)).toEqual([1, 2])
    expect(answers[0]?.pid).toBe(answers[1]?.pid)
    expect(
      Object.keys(answers[0]?.env ?? {}).filter((name) => !/^(?:MALLOC_ARENA_MAX|NODE_CHANNEL_\w+)$/.test(name)),
    ).toEqual([])
  })

  test.each(['SIGSEGV', 'SIGKILL', 'SIGABRT'])(
    'that dies of %s loses its question only, and is replaced',
    async (signal) => {
      const { ask } = await open()
      const { pid } = await ask({})
      const [lost, next] = await Promise.allSettled([ask({ die: signal }), ask({ n: 2 })])
      expect(lost).toMatchObject({ status: 'rejected', reason: expect.any(HelperLost) })
      expect(next).toMatchObject({ status: 'fulfilled', value: { n: 2 } })
      expect(next.status === 'fulfilled' && next.value.pid).not.toBe(pid)
    },
  )

  test('that died while it rested is replaced', async () => {
    const { ask } = await open()
    const { pid } = await ask({})
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
    await pause(50)
    expect((await ask({ n: 3 })).n).toBe(3)
  })

  test('that takes too long is ended', async () => {
    const { ask } = await open({ answerMs: 2_000 })
    const { pid } = await ask({})
    await expect(ask({ ms: 60_000 })).rejects.toThrow(HelperLost)
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect((await ask({ n: 4 })).n).toBe(4)
  })

  test('without work is let go', async () => {
    const { ask } = await open({ idleMs: 100 })
    const { pid } = await ask({})
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect((await ask({ n: 5 })).n).toBe(5)
  })
})

test('only so many work at once and only so many wait; one more is refused at once', async () => {
  const { ask } = await open({ atOnce: 2, waitingMost: 2 })
  const beganAt = performance.now()
  const asked = Array.from({ length: 5 }, (_, n) => ask({ n, ms: 300 }))
  const answers = await Promise.allSettled(asked)
  expect(answers.map(({ status }) => status)).toEqual([...Array<string>(4).fill('fulfilled'), 'rejected'])
  expect(answers[4]).toMatchObject({ reason: expect.any(HelpersBusy) })
  expect(performance.now() - beganAt).toBeGreaterThan(600)
  const pids = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value.pid] : []))
  expect(new Set(pids).size).toBe(2)
})

test('closing ends all of them', async () => {
  const { helpers, ask } = await open()
  const { pid } = await ask({})
  helpers.close()
  await expect.poll(() => isAlive(pid)).toBe(false)
})
