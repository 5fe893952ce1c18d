// Faults that the whole shop must say out loud: what people and load balancers are told while they last, and after.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from './random.ts'
import { connectionsExhausted, passwordChanged } from './kinds/f41-database-refuses-connections.ts'
import { fileLimit } from './kinds/f49-file-limit.ts'
import { pageCorrupted } from './kinds/f57-page-corruption.ts'
import { createHarness, type Harness } from './harness.ts'
import type { FaultKind } from './fault-round.ts'

const random = createRandom('shut')
const healTimeoutMs = 60_000

let harness: Harness
beforeAll(async () => {
  harness = await createHarness({ steady: false })
}, 300_000)
afterAll(() => harness?.close(), 60_000)

const fetchStatus = async (path: string): Promise<number> => {
  const answer = await fetch(harness.url + path).catch(() => null)
  await answer?.body?.cancel()
  return answer?.status ?? 0
}

// Each question has other words, so that no ready answer is sent for it.
const fetchListStatus = () => fetchStatus(`/api/allbikes?limit=${1 + random.below(99)}`)

const expectReady = () =>
  expect
    .poll(async () => [await fetchStatus('/ready'), await fetchListStatus()], { timeout: healTimeoutMs })
    .toEqual([200, 200])

const runFault = (kind: FaultKind, ms: number) => kind.run({ harness, random, ms, log: () => {} })

test.each([connectionsExhausted, passwordChanged])(
  'while $what ($id), people are told to come again, the shop says that it is not ready, and is when it is over',
  { timeout: 120_000 },
  async (kind) => {
    await expectReady()
    const pid = harness.server.pid()
    const finished = new AbortController()
    const running = runFault(kind, 6_000).finally(() => finished.abort())
    const statuses = new Set<string>()
    while (!finished.signal.aborted) {
      statuses.add(`ready ${await fetchStatus('/ready')}`)
      statuses.add(`list ${await fetchListStatus()}`)
      await pause(100)
    }
    expect(await running).toEqual([])
    expect([...statuses]).toEqual(expect.arrayContaining(['ready 503', 'list 503']))
    // Nothing else was ever said, and the process is the same one.
    expect([...statuses].filter((one) => !/ (?:200|503)$/.test(one))).toEqual([])
    await expectReady()
    expect(harness.server.pid()).toBe(pid)
  },
)

test.each([pageCorrupted, fileLimit])(
  'while $what ($id), nothing wrong is told, and all is well when it is over',
  { timeout: 120_000 },
  async (kind) => {
    await expectReady()
    expect(await runFault(kind, 1_000)).toEqual([])
    await expectReady()
  },
)
