// The shop is brought up to date while people use it: two processes, one database, one of them leaves after the other.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cast, demoPassword } from '#seed/fixtures.ts'
import { openRoundRobin } from '#tests/support/round-robin-proxy.ts'
import { type RunningShop, startShop } from '#tests/support/server-process.ts'
import { cloneDatabase, freePort } from '#tests/support/test-app.ts'
import { openWire } from '#tests/support/tcp-proxy.ts'

/** The settings that both processes share: one database, one secret, one card sandbox, one folder of pictures. */
const openGround = async () => {
  const place = await cloneDatabase()
  // A server that is reached by its address, as one that stands elsewhere is.
  const wire = await openWire({ path: `${place.socketDir}/.s.PGSQL.5432` })
  const dataDir = mkdtempSync(join(tmpdir(), 'motohaat-rolling-'))
  onTestFinished(async () => {
    await wire.close()
    await place.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    DATABASE_URL: `postgres://postgres@127.0.0.1:${wire.port}/${place.database}`,
    DATA_DIR: dataDir,
    SECRET: 'one secret of both processes, for this test',
    PUBLIC_URL: 'http://localhost:3000',
    DEMO: 'off',
    DRAIN_NOTICE_MS: '1500',
    LIMITS_FACTOR: '1000',
  }
}

const openOne = async (ground: Record<string, string>): Promise<RunningShop> => {
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const shop = await startShop({ ...ground, PORT: String(port), SANDBOX_PORT: String(sandboxPort) })
  onTestFinished(() => void shop.process.kill('SIGKILL'))
  return { ...shop, url: `http://127.0.0.1:${port}` }
}

type Tally = { asked: number; failed: string[] }

/** One person who reads, logs in and writes, one thing after the other, until told to stop. */
const useShop = async (url: string, tally: Tally, signal: AbortSignal): Promise<void> => {
  const json = { 'content-type': 'application/json', origin: 'http://localhost:3000' }
  const login = JSON.stringify({ email: cast.karim.email, password: demoPassword })
  const deeds: [string, RequestInit][] = [
    ['/', {}],
    ['/api/allbikes', {}],
    ['/api/category', {}],
    [`/api/allbikes?limit=${1 + (tally.asked % 90)}`, {}],
    ['/api/auth/sign-in/email', { method: 'POST', headers: json, body: login }],
    ['/api/contact', { method: 'POST', headers: json, body: JSON.stringify({ email: 'reader@example.com' }) }],
  ]
  for (let turn = 0; !signal.aborted; turn += 1) {
    const [path, init] = deeds[turn % deeds.length] ?? ['/', {}]
    tally.asked += 1
    try {
      const first = await fetch(`${url}${path}`, init)
      // A machine that is busy with other tests may ask to come again: that is an answer, and it is followed once.
      if (first.headers.has('retry-after')) await pause(1_000)
      const answer = first.headers.has('retry-after') ? await fetch(`${url}${path}`, init) : first
      const text = await answer.text()
      if (answer.status >= 400) tally.failed.push(`${path} ${answer.status} ${text.slice(0, 200)}`)
    } catch (error) {
      tally.failed.push(`${path} ${String(error)}`)
    }
    await pause(20)
  }
}

/** A big body that is sent in small pieces for longer than the notice; it is refused in the end, as every stranger's is. */
const slowUpload = (url: string): Promise<number> => {
  const body = new ReadableStream({
    async start(controller) {
      for (let piece = 0; piece < 10; piece += 1) {
        controller.enqueue(Buffer.from(piece === 0 ? '{"email":"slow@example.com","message":"' : 'slowly '))
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
  const ground = await openGround()
  const proxy = await openRoundRobin(100)
  onTestFinished(() => proxy.close())
  const old = await Promise.all([openOne(ground), openOne(ground)])
  for (const { url } of old) proxy.add(url)
  await vi.waitFor(() => expect(proxy.ready()).toBe(2), { timeout: 20_000 })

  const tally: Tally = { asked: 0, failed: [] }
  const stopping = new AbortController()
  const people = [1, 2, 3].map(() => useShop(proxy.url, tally, stopping.signal))
  for (const leaving of old) {
    const fresh = await openOne(ground)
    proxy.add(fresh.url)
    await vi.waitFor(() => expect(proxy.ready()).toBe(2 + 1), { timeout: 20_000 })
    // Under way when the process is told to leave, and for a while after it lets nobody in any more.
    const upload = slowUpload(leaving.url)
    await pause(100)
    leaving.process.kill('SIGTERM')
    expect(await upload).toBe(200)
    expect(await leaving.ended, leaving.printed()).toBe(0)
    await vi.waitFor(() => expect(proxy.ready()).toBe(2), { timeout: 20_000 })
  }
  stopping.abort()
  await Promise.all(people)
  expect(tally.failed).toEqual([])
  expect(tally.asked).toBeGreaterThan(50)
}, 240_000)
