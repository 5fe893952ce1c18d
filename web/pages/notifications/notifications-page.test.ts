// The page of notifications: what is still to be done stands first, with a button.
import { expect, test } from 'vitest'
import { loadBangla, readText } from '#tests/support/deals/read-page.ts'
import { shownAt, shownDeal } from '#tests/support/deals/shown-deals.ts'
import Notifications from './notifications-page.tsx'

const notice = (kind: string, { seen = false, isOpen = false, number = 0 } = {}) => ({
  _id: `${kind} ${number}`,
  dealId: shownDeal._id,
  chatId: null,
  kind,
  side: 'seller' as const,
  productName: 'Yamaha FZS',
  otherName: 'Karim Sheikh',
  number: null,
  createdAt: shownAt,
  seen,
  isOpen,
})
type Notice = ReturnType<typeof notice>
const toPage = (items: Notice[], tasks: Notice[] = []) => ({
  ok: true,
  value: { tasks, first: { items, next: null }, nowMs: new Date(shownAt).getTime() },
})

test('what is still to be done stands first with a button, also when it is read', () => {
  const tasks = [notice('requested', { isOpen: true, seen: true }), notice('transfer_notice', { isOpen: true })]
  const text = readText(Notifications, toPage([notice('paid'), ...tasks], tasks))
  expect(text).toMatch(/To do .*Answer.*What to do at BRTA.* What happened .*paid/)
  expect(text.match(/Answer/g)).toHaveLength(1)
})

test('what was done is news, without a button and without such a heading', async () => {
  const page = toPage([notice('requested'), notice('paid')])
  expect(readText(Notifications, page)).not.toMatch(/To do|Answer/)
  expect(readText(Notifications, page, await loadBangla())).not.toContain('আপনার কাজ বাকি')
})

test('only who has something new can mark it as read', () => {
  expect(readText(Notifications, toPage([notice('paid')]))).toContain('Mark all as read')
  expect(readText(Notifications, toPage([notice('paid', { seen: true })]))).not.toContain('Mark all as read')
})
