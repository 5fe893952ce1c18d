// Two processes that serve one port: a real shop, whose workers are killed and replaced while people use it.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type RunningShop, startShop } from '#tests/support/server-process.ts'
import { openWire } from '#tests/support/tcp-proxy.ts'
import { cloneDatabase, freePort } from '#tests/support/test-app.ts'

// Opening a process takes two seconds, and many times as long on a machine that is busy with other tests.
const patient = { timeout: 150_000, interval: 100 }

const openShopOfTwo = async () => {
  const place = await cloneDatabase()
  const wire = await openWire({ path: `${place.socketDir}/.s.PGSQL.5432` })
  const dataDir = mkdtempSync(join(tmpdir(), 'motohaat-workers-'))
  const [port, sandboxPort, metricsPort] = [await freePort(), await freePort(), await freePort()]
  const database = new pg.Client({ host: place.socketDir, user: 'postgres', database: place.database })
  await database.connect()
  const shop = await startShop({
    WORKERS: '2',
    DATABASE_URL: `postgres://postgres@127.0.0.1:${wire.port}/${place.database}`,
    DATA_DIR: dataDir,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    METRICS_PORT: String(metricsPort),
    DEMO: 'off',
  })
  onTestFinished(async () => {
    shop.process.kill('SIGKILL')
    await shop.ended
    await database.end()
    await wire.close()
    await place.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { shop, database, url: `http://127.0.0.1:${port}`, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` }
}

/** The processes that serve, by their ids. */
const workersOf = ({ process: { pid } }: RunningShop): number[] =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.endsWith('server/worker.ts'))
    .map((line) => Number.parseInt(line, 10))

type Answer = { status: number; body: string }

const ask = (address: string, agent: Agent | false): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asked = get(address, { agent, timeout: 20_000 }, (answer) => {
      const status = answer.statusCode ?? 0
      text(answer).then((body) => resolve({ status, body }), reject)
    })
    asked.on('timeout', () => asked.destroy(new Error('nobody answered')))
    asked.on('error', reject)
  })

/** One person: a connection of their own that is kept, so that the same process answers until it leaves. */
const openPerson = (url: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return async (path: string): Promise<Answer> => {
    const answer = await ask(`${url}${path}`, agent)
    // A shop that is busy with other tests asks to come again, and a person does.
    if (answer.status !== 503) return answer
    await pause(1_000)
    return ask(`${url}${path}`, agent)
  }
}

/** Looks at lists and pages until told to stop; gives what went wrong. */
const browse = async (url: string, signal: AbortSignal): Promise<{ asked: number; failed: string[] }> => {
  const failed: string[] = []
  let asked = 0
  for (; !signal.aborted; asked += 1) {
    const path = asked % 2 === 0 ? '/api/allbikes' : `/api/allbikes?limit=${1 + (asked % 90)}`
    // A new connection each time: the first process hands out each of them.
    const answer = await ask(`${url}${path}`, false).catch((error: unknown) => ({ status: 0, body: String(error) }))
    // Busy with other tests it may ask to come again, which is an answer.
    if (answer.status !== 200 && answer.status !== 503)
      failed.push(`${path} ${answer.status} ${answer.body.slice(0, 200)}`)
    await pause(10)
  }
  return { asked, failed }
}

test('two processes serve one port, and one that is killed or replaced is missed by nobody', async () => {
  const { shop, database, url, metricsUrl } = await openShopOfTwo()
  const first = workersOf(shop)
  expect(first).toHaveLength(2)

  // Connections are handed out in turn, so of four people some are at either process.
  const people = [1, 2, 3, 4].map(() => openPerson(url))
  const lists = () => Promise.all(people.map((ask) => ask('/api/allbikes').then(({ body }) => body)))
  for (const list of await lists()) expect(list).toContain('"_id"')
  const readMetrics = async () => (await fetch(metricsUrl)).text()
  const metrics = await readMetrics()
  const [made, kept] = ['made', 'kept'].map((how) =>
    new RegExp(`^motohaat_ready_bytes_${how} (\\d+)$`, 'm').exec(metrics),
  )
  // The books of both are added up; who was asked to come again is counted twice.
  expect(Number(made?.[1]) + Number(kept?.[1])).toBeGreaterThanOrEqual(people.length)
  // The jobs are done by the first process alone, and told once; the first round may still be on its way.
  await vi.waitFor(async () => {
    expect(await readMetrics()).toMatch(/^motohaat_jobs_done\{job="payments"\} [1-9]/m)
  }, patient)
  await database.query(
    `update bikes set name = 'Known to both' where id = (select id from bikes where sold_at is null and withdrawn_at is null order by advertised_at is not null desc, id desc limit 1)`,
  )
  await vi.waitFor(async () => {
    for (const list of await lists()) expect(list).toContain('Known to both')
  }, patient)

  const [killed = 0] = first
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(() => {
    const now = workersOf(shop)
    expect(now).toHaveLength(2)
    expect(now).not.toContain(killed)
  }, patient)
  await vi.waitFor(() => expect(shop.printed()).toContain('Another one takes its place'), patient)

  const stopping = new AbortController()
  const browsing = [1, 2].map(() => browse(url, stopping.signal))
  const before = workersOf(shop)
  shop.process.kill('SIGUSR2')
  await vi.waitFor(() => expect(shop.printed()).toContain('All processes were replaced.'), patient)
  const after = workersOf(shop)
  stopping.abort()
  for (const { asked, failed } of await Promise.all(browsing)) {
    expect(failed).toEqual([])
    expect(asked).toBeGreaterThan(5)
  }
  expect(after).toHaveLength(2)
  expect(after.filter((pid) => before.includes(pid))).toEqual([])

  shop.process.kill('SIGTERM')
  expect(await shop.ended, shop.printed()).toBe(0)
  await vi.waitFor(() => {
    for (const pid of after) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  }, patient)
}, 600_000)
