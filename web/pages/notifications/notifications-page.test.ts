// The page of notifications: what somebody waits for stands first, with a button.
import { expect, test } from 'vitest'
import { loadBangla, readText } from '#tests/support/deals/read-page.ts'
import { shownAt, shownDeal } from '#tests/support/deals/shown-deals.ts'
import Notifications from './notifications-page.tsx'

const nowMs = new Date(shownAt).getTime()
const notice = (kind: string, side: 'buyer' | 'seller', { seen = false, dealId = shownDeal._id } = {}) => ({
  _id: `${kind} ${side} ${seen}`,
  dealId,
  chatId: null,
  kind,
  side,
  productName: 'Yamaha FZS',
  otherName: 'Karim Sheikh',
  number: null,
  createdAt: shownAt,
  seen,
})
const toPage = (items: ReturnType<typeof notice>[]) => ({ ok: true, value: { first: { items, next: null }, nowMs } })

test('tasks that are new stand first, each with what to do', () => {
  const page = toPage([
    notice('held', 'seller', { dealId: 'another deal' }),
    notice('requested', 'seller'),
    notice('transfer_notice', 'seller', { dealId: 'another deal' }),
  ])
  const text = readText(Notifications, page)
  expect(text).toMatch(/To do .*wants to see.* What happened .*/)
  expect(text).toContain('Answer')
  expect(text).toContain('What to do at BRTA')
})

test('without a task, or once it is read, the list has no such heading', async () => {
  for (const items of [[notice('held', 'seller')], [notice('requested', 'seller', { seen: true })]]) {
    expect(readText(Notifications, toPage(items))).not.toMatch(/To do|Answer/)
    expect(readText(Notifications, toPage(items), await loadBangla())).not.toContain('আপনার কাজ বাকি')
  }
})

test('a request that was overtaken is no task, what is left to do at BRTA stays one', () => {
  const held = [notice('held', 'seller'), notice('requested', 'seller')]
  expect(readText(Notifications, toPage(held))).not.toMatch(/To do|Answer/)
  const sold = [notice('released', 'seller'), notice('transfer_notice', 'seller'), notice('requested', 'seller')]
  const text = readText(Notifications, toPage(sold))
  expect(text).toContain('What to do at BRTA')
  expect(text).not.toContain('Answer')
  // The newer of two tasks of one deal is the one that is left.
  const both = readText(Notifications, toPage([notice('meeting_proposed', 'seller'), notice('requested', 'seller')]))
  expect(both.match(/Answer/g)).toHaveLength(1)
})
