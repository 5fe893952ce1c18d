// Faults that the whole shop must say out loud: what people and load balancers are told while they last, and after.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diceFrom } from './random.ts'
import { noPlaceLeft, passwordChanged } from './kinds/f41-database-refuses-connections.ts'
import { fewFiles } from './kinds/f49-file-limit.ts'
import { pageDamaged } from './kinds/f57-page-corruption.ts'
import { openRig, type Rig } from './harness.ts'
import type { FaultKind } from './fault-round.ts'

const dice = diceFrom('shut')
const healMs = 60_000

let rig: Rig
beforeAll(async () => {
  rig = await openRig({ steady: false })
}, 300_000)
afterAll(() => rig?.close(), 60_000)

const statusOf = async (path: string): Promise<number> => {
  const answer = await fetch(rig.url + path).catch(() => null)
  await answer?.body?.cancel()
  return answer?.status ?? 0
}

// Each question has other words, so that no ready answer is sent for it.
const listStatus = () => statusOf(`/api/allbikes?limit=${1 + dice.below(99)}`)

const isOpenAgain = () =>
  expect.poll(async () => [await statusOf('/ready'), await listStatus()], { timeout: healMs }).toEqual([200, 200])

const strike = (kind: FaultKind, ms: number) => kind.strike({ rig, dice, ms, tell: () => {} })

test.each([noPlaceLeft, passwordChanged])(
  'while $what ($id), people are told to come again, the shop says that it is not ready, and is when it is over',
  { timeout: 120_000 },
  async (kind) => {
    await isOpenAgain()
    const pid = rig.shop.pid()
    const over = new AbortController()
    const striking = strike(kind, 6_000).finally(() => over.abort())
    const told = new Set<string>()
    while (!over.signal.aborted) {
      told.add(`ready ${await statusOf('/ready')}`)
      told.add(`list ${await listStatus()}`)
      await pause(100)
    }
    expect(await striking).toEqual([])
    expect([...told]).toEqual(expect.arrayContaining(['ready 503', 'list 503']))
    // Nothing else was ever said, and the process is the same one.
    expect([...told].filter((one) => !/ (?:200|503)$/.test(one))).toEqual([])
    await isOpenAgain()
    expect(rig.shop.pid()).toBe(pid)
  },
)

test.each([pageDamaged, fewFiles])(
  'while $what ($id), nothing wrong is told, and all is well when it is over',
  { timeout: 120_000 },
  async (kind) => {
    await isOpenAgain()
    expect(await strike(kind, 1_000)).toEqual([])
    await isOpenAgain()
  },
)
