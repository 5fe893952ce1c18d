// A rolling deployment under load: two processes on one database are replaced one after the other.
// @module-tag processes
// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fixtures, demoPassword } from '#seed/fixtures.ts'
import { createRoundRobinProxy } from '#tests/support/round-robin-proxy.ts'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { cloneDatabase } from '#tests/support/test-app.ts'
import { createTcpProxy } from '#tests/support/tcp-proxy.ts'
import { findFreePort } from '#tests/support/ports/free-port.ts'

/** The settings that both processes share: one database, one secret, one card sandbox, one folder of pictures. */
const createSharedSettings = async () => {
  const database = await cloneDatabase()
  // A database that is reached over TCP, as a remote one is.
  const databaseProxy = await createTcpProxy({ path: `${database.socketDir}/.s.PGSQL.5432` })
  const dataDir = mkdtempSync(join(tmpdir(), 'motohaat-rolling-'))
  onTestFinished(async () => {
    await databaseProxy.close()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    DATABASE_URL: `postgres://postgres@127.0.0.1:${databaseProxy.port}/${database.database}`,
    DATA_DIR: dataDir,
    SECRET: 'one secret of both processes, for this test',
    PUBLIC_URL: 'http://localhost:3000',
    DEMO: 'off',
    DRAIN_NOTICE_MS: '1500',
    LIMITS_FACTOR: '1000',
  }
}

const startOne = async (sharedSettings: Record<string, string>): Promise<ServerProcess> => {
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()]
  const server = await startServer({ ...sharedSettings, PORT: String(port), SANDBOX_PORT: String(sandboxPort) })
  onTestFinished(() => void server.process.kill('SIGKILL'))
  return { ...server, url: `http://127.0.0.1:${port}` }
}

type RequestCounts = { sent: number; failed: string[] }

/** One person who reads, logs in and writes, one thing after the other, until told to stop. */
const simulateUser = async (url: string, counts: RequestCounts, signal: AbortSignal): Promise<void> => {
  const jsonHeaders = { 'content-type': 'application/json', origin: 'http://localhost:3000' }
  const login = JSON.stringify({ email: fixtures.karim.email, password: demoPassword })
  const actions: [string, RequestInit][] = [
    ['/', {}],
    ['/api/allbikes', {}],
    ['/api/category', {}],
    [`/api/allbikes?limit=${1 + (counts.sent % 90)}`, {}],
    ['/api/auth/sign-in/email', { method: 'POST', headers: jsonHeaders, body: login }],
    ['/api/contact', { method: 'POST', headers: jsonHeaders, body: JSON.stringify({ email: 'reader@example.com' }) }],
  ]
  for (let step = 0; !signal.aborted; step += 1) {
    const [path, init] = actions[step % actions.length] ?? ['/', {}]
    counts.sent += 1
    try {
      const first = await fetch(`${url}${path}`, init)
      // A machine that is busy with other tests may ask to come again: that is an answer, and it is followed once.
      if (first.headers.has('retry-after')) await pause(1_000)
      const answer = first.headers.has('retry-after') ? await fetch(`${url}${path}`, init) : first
      const text = await answer.text()
      if (answer.status >= 400) counts.failed.push(`${path} ${answer.status} ${text.slice(0, 200)}`)
    } catch (error) {
      counts.failed.push(`${path} ${String(error)}`)
    }
    await pause(20)
  }
}

/** A big body that is sent in small pieces for longer than the notice; it is refused in the end, as every stranger's is. */
const slowUpload = (url: string): Promise<number> => {
  const body = new ReadableStream({
    async start(controller) {
      for (let chunkIndex = 0; chunkIndex < 10; chunkIndex += 1) {
        controller.enqueue(Buffer.from(chunkIndex === 0 ? '{"email":"slow@example.com","message":"' : 'slowly '))
        await pause(200)
      }
      controller.enqueue(Buffer.from('"}'))
      controller.close()
    },
  })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' as const }
  return fetch(`${url}/api/contact`, init).then(({ status }) => status)
}

test('two processes are replaced one after the other under load, and nobody notices', async () => {
  const sharedSettings = await createSharedSettings()
  const proxy = await createRoundRobinProxy(100)
  onTestFinished(() => proxy.close())
  const oldServers = await Promise.all([startOne(sharedSettings), startOne(sharedSettings)])
  for (const { url } of oldServers) proxy.add(url)
  await vi.waitFor(() => expect(proxy.countReady()).toBe(2), { timeout: 60_000 })

  const counts: RequestCounts = { sent: 0, failed: [] }
  const abortController = new AbortController()
  const people = [1, 2, 3].map(() => simulateUser(proxy.url, counts, abortController.signal))
  for (const oldServer of oldServers) {
    const newServer = await startOne(sharedSettings)
    proxy.add(newServer.url)
    await vi.waitFor(() => expect(proxy.countReady()).toBe(2 + 1), { timeout: 60_000 })
    // Running when the process gets SIGTERM, and after it stops accepting connections.
    const upload = slowUpload(oldServer.url)
    await pause(100)
    oldServer.process.kill('SIGTERM')
    expect(await upload).toBe(200)
    expect(await oldServer.exited, oldServer.getOutput()).toBe(0)
    await vi.waitFor(() => expect(proxy.countReady()).toBe(2), { timeout: 60_000 })
  }
  abortController.abort()
  await Promise.all(people)
  expect(counts.failed).toEqual([])
  expect(counts.sent).toBeGreaterThan(50)
})
