// Ctrl-C under `npm start`: the terminal signals the whole process group, and npm forwards the signal once more.
// @module-tag processes
// @module-tag long
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, expect, onTestFinished, test, vi } from 'vitest'
import { findFreePort } from '#tests/support/ports/free-port.ts'

const root = join(import.meta.dirname, '../..')
const noticeMs = 1_500

test('Ctrl-C under npm start keeps serving for its notice, closes everything and exits with 0', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'motohaat-interrupt-'))
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()]
  // `--ignore-scripts` leaves out prestart, which installs packages. `detached` makes a process group, as a shell does.
  const settings = { PORT: port, SANDBOX_PORT: sandboxPort, DATA_DIR: dataDir, DEMO: 'off', DRAIN_NOTICE_MS: noticeMs }
  const assignments = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const options = { cwd: root, detached: true, stdio: 'pipe' } as const
  const shop = spawn('env', [...assignments, 'npm', 'start', '--ignore-scripts'], options)
  const { pid } = shop
  assert(pid, 'npm must start')
  let output = ''
  for (const stream of [shop.stdout, shop.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const exited = once(shop, 'exit')
  onTestFinished(async () => {
    if (shop.exitCode === null && shop.signalCode === null) process.kill(-pid, 'SIGKILL')
    await exited
    rmSync(dataDir, { recursive: true, force: true })
  })
  await vi.waitFor(() => expect(output).toContain('Motohaat is open'), { timeout: 240_000, interval: 100 })
  const startedAt = performance.now()
  process.kill(-pid, 'SIGINT')
  const [code]: unknown[] = await exited
  expect({ code, output }).toMatchObject({ code: 0 })
  expect(performance.now() - startedAt).toBeGreaterThan(noticeMs)
})
