// @module-tag processes
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'

const shutdownFile = join(import.meta.dirname, 'shutdown.ts')

/** A process that needs this long to close its only resource. */
const startProcess = async (closingMs: number): Promise<ChildProcess> => {
  const program = `
    const { closeOnSignal } = await import(${JSON.stringify(shutdownFile)})
    closeOnSignal([{ close: () => new Promise((resolve) => setTimeout(resolve, ${closingMs})) }], console.log)
    setInterval(() => {}, 1_000)
    console.log('started')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

/** Sends the signals with a pause before each and returns the exit code. */
const sendSignals = async (child: ChildProcess, signals: [pauseMs: number, signal: NodeJS.Signals][]) => {
  const exited = once(child, 'exit')
  for (const [pauseMs, signal] of signals) {
    await pause(pauseMs)
    child.kill(signal)
  }
  const [code]: unknown[] = await exited
  return code
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s from the terminal and again from npm is one request, so that the process closes and exits with 0',
  async (signal) => {
    expect(
      await sendSignals(await startProcess(1_500), [
        [0, signal],
        [300, signal],
        [300, signal],
      ]),
    ).toBe(0)
  },
)

test('the same signal later than two seconds exits at once', { tags: 'long' }, async () => {
  expect(
    await sendSignals(await startProcess(60_000), [
      [0, 'SIGINT'],
      [2_500, 'SIGINT'],
    ]),
  ).toBe(1)
})

test('another signal exits at once', async () => {
  expect(
    await sendSignals(await startProcess(60_000), [
      [0, 'SIGINT'],
      [100, 'SIGTERM'],
    ]),
  ).toBe(1)
})
