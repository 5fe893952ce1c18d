// The page of notifications: what somebody waits for stands first, with a button.
import { expect, test } from 'vitest'
import { loadBangla, readText } from '#tests/support/deals/read-page.ts'
import { shownAt, shownDeal } from '#tests/support/deals/shown-deals.ts'
import Notifications from './notifications-page.tsx'

const nowMs = new Date(shownAt).getTime()
const notice = (kind: string, side: 'buyer' | 'seller', seen = false) => ({
  _id: `${kind} ${side} ${seen}`,
  dealId: shownDeal._id,
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
  const page = toPage([notice('held', 'seller'), notice('requested', 'seller'), notice('transfer_notice', 'seller')])
  const text = readText(Notifications, page)
  expect(text).toMatch(/To do .*wants to see.* What happened .*/)
  expect(text).toContain('Answer')
  expect(text).toContain('What to do at BRTA')
})

test('without a task, or once it is read, the list has no such heading', async () => {
  for (const items of [[notice('held', 'seller')], [notice('requested', 'seller', true)]]) {
    expect(readText(Notifications, toPage(items))).not.toMatch(/To do|Answer/)
    expect(readText(Notifications, toPage(items), await loadBangla())).not.toContain('আপনার কাজ বাকি')
  }
})
