// A real server with two workers, which are killed and restarted while clients use it.
// @module-tag processes
// @module-tag long
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { createTcpProxy } from '#tests/support/tcp-proxy.ts'
import { cloneDatabase } from '#tests/support/test-app.ts'
import { findFreePort } from '#tests/support/ports/free-port.ts'

// A worker starts in two seconds, and needs many times as long on a busy machine.
const waitOptions = { timeout: 150_000, interval: 100 }

const startAppWithTwoWorkers = async () => {
  const testDatabase = await cloneDatabase()
  const wire = await createTcpProxy({ path: `${testDatabase.socketDir}/.s.PGSQL.5432` })
  const dataDir = mkdtempSync(join(tmpdir(), 'motohaat-workers-'))
  const [port, sandboxPort, metricsPort] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const database = new pg.Client({ host: testDatabase.socketDir, user: 'postgres', database: testDatabase.database })
  await database.connect()
  const shop = await startServer({
    WORKERS: '2',
    DATABASE_URL: `postgres://postgres@127.0.0.1:${wire.port}/${testDatabase.database}`,
    DATA_DIR: dataDir,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    METRICS_PORT: String(metricsPort),
    DEMO: 'off',
  })
  onTestFinished(async () => {
    shop.process.kill('SIGKILL')
    await shop.exited
    await database.end()
    await wire.close()
    await testDatabase.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { shop, database, url: `http://127.0.0.1:${port}`, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` }
}

/** The process ids of the workers. */
const listWorkerPids = ({ process: { pid } }: ServerProcess): number[] =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.endsWith('server/worker.ts'))
    .map((line) => Number.parseInt(line, 10))

type Answer = { status: number; body: string }

const sendRequest = (address: string, agent: Agent | false): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = get(address, { agent, timeout: 20_000 }, (answer) => {
      const status = answer.statusCode ?? 0
      text(answer).then((body) => resolve({ status, body }), reject)
    })
    request.on('timeout', () => request.destroy(new Error('no response')))
    request.on('error', reject)
  })

/** A client with one keep-alive connection, so that the same worker answers until it stops. */
const createClient = (url: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return async (path: string): Promise<Answer> => {
    const answer = await sendRequest(`${url}${path}`, agent)
    // On a busy machine the server may reject a request with Retry-After: retry once.
    if (answer.status !== 503) return answer
    await pause(1_000)
    return sendRequest(`${url}${path}`, agent)
  }
}

/** Requests lists until `signal` aborts. Returns the failures. */
const browse = async (url: string, signal: AbortSignal): Promise<{ requestCount: number; failed: string[] }> => {
  const failed: string[] = []
  let requestCount = 0
  for (; !signal.aborted; requestCount += 1) {
    const path = requestCount % 2 === 0 ? '/api/allbikes' : `/api/allbikes?limit=${1 + (requestCount % 90)}`
    // A new connection each time: the primary process distributes connections.
    const answer = await sendRequest(`${url}${path}`, false).catch((error: unknown) => ({
      status: 0,
      body: String(error),
    }))
    // On a busy machine 503 is a valid response.
    if (answer.status !== 200 && answer.status !== 503)
      failed.push(`${path} ${answer.status} ${answer.body.slice(0, 200)}`)
    await pause(10)
  }
  return { requestCount, failed }
}

test('two workers serve one port; one that is killed or hangs is replaced, and a rolling restart fails no request', async () => {
  const { shop, database, url, metricsUrl } = await startAppWithTwoWorkers()
  const first = listWorkerPids(shop)
  expect(first).toHaveLength(2)

  // The primary distributes connections in turn, so of four clients each worker serves some.
  const clients = [1, 2, 3, 4].map(() => createClient(url))
  const lists = () => Promise.all(clients.map((request) => request('/api/allbikes').then(({ body }) => body)))
  for (const list of await lists()) expect(list).toContain('"_id"')
  const readMetrics = async () => (await fetch(metricsUrl)).text()
  const metrics = await readMetrics()
  const [misses, hits] = ['misses', 'hits'].map((how) =>
    new RegExp(`^motohaat_response_cache_${how}_total (\\d+)$`, 'm').exec(metrics),
  )
  // The metrics of both workers are added. A client that had to retry counts twice.
  expect(Number(misses?.[1]) + Number(hits?.[1])).toBeGreaterThanOrEqual(clients.length)
  // Only the primary process runs jobs. The first run may not have finished yet.
  await vi.waitFor(async () => {
    expect(await readMetrics()).toMatch(/^motohaat_jobs_done_total\{job_name="payments"\} [1-9]/m)
  }, waitOptions)
  await database.query(
    `update bikes set name = 'Known to both' where id = (select id from bikes where sold_at is null and withdrawn_at is null order by advertised_at is not null desc, id desc limit 1)`,
  )
  await vi.waitFor(async () => {
    for (const list of await lists()) expect(list).toContain('Known to both')
  }, waitOptions)

  const [killed = 0] = first
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(() => {
    const now = listWorkerPids(shop)
    expect(now).toHaveLength(2)
    expect(now).not.toContain(killed)
  }, waitOptions)
  await vi.waitFor(
    () => expect(shop.getOutput()).toContain(`Worker ${killed} exited; starting a replacement.`),
    waitOptions,
  )

  const waitForReplacements = (count: number) =>
    vi.waitFor(
      () => expect(shop.getOutput().match(/Worker \d+ listens in its place/g)).toHaveLength(count),
      waitOptions,
    )
  await waitForReplacements(1)

  // Stopped by a signal, it answers nothing and does not exit.
  const [hanging = 0] = listWorkerPids(shop)
  process.kill(hanging, 'SIGSTOP')
  await vi.waitFor(() => {
    const now = listWorkerPids(shop)
    expect(now).toHaveLength(2)
    expect(now).not.toContain(hanging)
  }, waitOptions)
  expect(shop.getOutput()).toContain(`Worker ${hanging} hangs: it is killed.`)
  await vi.waitFor(
    () => expect(shop.getOutput()).toContain(`Worker ${hanging} exited; starting a replacement.`),
    waitOptions,
  )
  await waitForReplacements(2)

  const stopping = new AbortController()
  const browsing = [1, 2].map(() => browse(url, stopping.signal))
  const before = listWorkerPids(shop)
  shop.process.kill('SIGUSR2')
  await vi.waitFor(() => expect(shop.getOutput()).toContain('All workers were restarted.'), waitOptions)
  const after = listWorkerPids(shop)
  stopping.abort()
  for (const { requestCount, failed } of await Promise.all(browsing)) {
    expect(failed).toEqual([])
    expect(requestCount).toBeGreaterThan(5)
  }
  expect(after).toHaveLength(2)
  expect(after.filter((pid) => before.includes(pid))).toEqual([])

  shop.process.kill('SIGTERM')
  expect(await shop.exited, shop.getOutput()).toBe(0)
  await vi.waitFor(() => {
    for (const pid of after) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  }, waitOptions)
}, 600_000)
