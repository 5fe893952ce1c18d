import { addMs, hourMs } from '#contract/time/durations.ts'
import { expect, test } from 'vitest'
import { createDeal } from '#tests/support/deals/deal-rows.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import { handleDue } from './timers.ts'
import { getLineChanges, listWaitNotices } from './waiting-list.ts'

const start = new Date('2026-11-20T04:00:00Z')
const at = (hours: number) => addMs(start, hours * hourMs)
const createWaiting = (id: string, hours: number) =>
  createDeal({ id, priceTaka: 149_000, now: at(hours), isWaiting: true })
const change = (live: Deal[], hours: number): Deal[] => {
  const changes = getLineChanges(live, { wasPromised: true, isOnSale: true, now: at(hours) })
  return live.map((deal) => ({ ...deal, ...changes.find((one) => one.deal.id === deal.id)?.changes }))
}

test('the time in line ends with the turn, goes on after it, and ends when nobody is promised the bike', () => {
  const [first, second] = change([createWaiting('a', 0), createWaiting('b', 1)], 10)
  expect(first).toMatchObject({ inLineSince: null, inLineMs: 10 * hourMs, hadTurn: true })
  expect(second).toMatchObject({ inLineSince: at(1), inLineMs: 0, hadTurn: false })

  const ctx = { payingBuyerId: null, paidTaka: 0, hasFailedBefore: false, others: [], now: at(40) }
  const back = { ...first!, ...handleDue({ ...ctx, deal: first! }).changes }
  expect(back).toMatchObject({ turnUntil: null, inLineSince: at(40), inLineMs: 10 * hourMs })
  const [again, next] = change([back, second!], 40)
  expect(again).toMatchObject({ inLineSince: at(40), inLineMs: 10 * hourMs })
  expect(next).toMatchObject({ inLineSince: null, inLineMs: 39 * hourMs, hadTurn: true })

  const free = change([again!, { ...next!, turnUntil: null, inLineSince: at(70) }], 70)
  expect(free).toMatchObject([
    { waitingSince: null, inLineSince: null, inLineMs: 40 * hourMs },
    { waitingSince: null, inLineSince: null, inLineMs: 39 * hourMs },
  ])
})

test('who begins to wait is told the place in the whole line, and who waited already is told nothing', () => {
  const accepted = createDeal({ id: 'first', priceTaka: 149_000, now: at(0), isWaiting: false })
  const live = [
    { ...accepted, acceptedAt: at(3) },
    createWaiting('before', 1),
    createDeal({ id: 'new', priceTaka: 149_000, now: at(2), isWaiting: false }),
  ]
  const changes = getLineChanges(live, { wasPromised: false, isOnSale: true, now: at(3) })
  expect(listWaitNotices(changes, () => 'cause')).toMatchObject([{ dealId: 'new', number: 2 }])
})
