// The page of notifications: what is still to be done stands first, with a button.
import { expect, test } from 'vitest'
import { loadBangla, readHtml, readText, toText } from '#tests/support/deals/read-page.ts'
import { shownAt, shownDeal } from '#tests/support/deals/shown-deals.ts'
import type { DealSummary } from '#web/components/deals/describe-deal.ts'
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
  suspendedUntil: null as string | null,
  createdAt: shownAt,
  seen,
  isOpen,
})
type Notice = ReturnType<typeof notice>
const toPage = (items: Notice[], tasks: Notice[] = [], dealTasks: DealSummary[] = [], newDealIds: string[] = []) => ({
  ok: true,
  value: { tasks, dealTasks, newDealIds, first: { items, next: null }, nowMs: new Date(shownAt).getTime() },
})

test('what is still to be done stands first with a button, also when it is read', () => {
  const tasks = [notice('requested', { isOpen: true, seen: true }), notice('transfer_notice', { isOpen: true })]
  const text = readText(Notifications, toPage([notice('paid'), ...tasks], tasks))
  expect(text).toMatch(/To do .*Answer.*Tell BRTA.* What happened .*paid/)
  expect(text.match(/Answer/g)).toHaveLength(1)
})

test('what was done is news, without a button and without such a heading', async () => {
  const page = toPage([notice('requested'), notice('paid')])
  expect(readText(Notifications, page)).not.toMatch(/To do|Answer/)
  expect(readText(Notifications, page, await loadBangla())).not.toContain('আপনার কাজ বাকি')
})

test('an account that was asked for and given is no request any more', () => {
  const read = (isOpen: boolean) => {
    const asked = { ...notice('payout_destination_missing', { isOpen }), side: 'seller' as const }
    return readText(Notifications, toPage([asked], isOpen ? [asked] : []))
  }
  expect(read(true)).toContain('Add where we pay you')
  expect(read(false)).toContain('You told us where to pay you.')
  expect(read(false)).not.toContain('Add where we pay you')
})

test('a notice of an own bike that waits leads to the own bikes, where it says why; one of a decision to the decisions', () => {
  const readPath = (kind: string) =>
    /<li[^>]*><a href="([^"]*)"/.exec(readHtml(Notifications, toPage([notice(kind)])))?.[1]
  for (const kind of ['ad_waits', 'ad_published', 'bike_waits', 'bike_shown'])
    expect(readPath(kind), kind).toBe('/dashboard/myproducts')
  for (const kind of ['case_hidden', 'case_suspended', 'appeal_answered', 'report_answered'])
    expect(readPath(kind), kind).toBe('/dashboard/standing')
})

test('a suspended member reads until when', async () => {
  const page = toPage([{ ...notice('case_suspended'), suspendedUntil: '2026-11-27T04:00:00.000Z' }])
  expect(readText(Notifications, page)).toContain('Your account is suspended until Fri 27 Nov, 10:00 AM')
  expect(readText(Notifications, page, await loadBangla())).toMatch(/আপনার অ্যাকাউন্ট .*২৭ নভেম্বর.* পর্যন্ত বন্ধ/)
  // It was taken back.
  expect(readText(Notifications, toPage([notice('case_suspended')]))).toMatch(/Your account is suspended\b(?! until)/)
})

test('only who has something new can mark it as read', () => {
  expect(readText(Notifications, toPage([notice('paid')]))).toContain('Mark all as read')
  expect(readText(Notifications, toPage([notice('paid', { seen: true })]))).not.toContain('Mark all as read')
})

test('what is to be done in a deal without such a notification stands there too, with its button', () => {
  const held: DealSummary = { ...shownDeal, state: 'held', heldAt: shownAt, nextAct: 'propose_meeting' }
  const handedOver: DealSummary = {
    ...shownDeal,
    state: 'handed_over',
    handedOverAt: shownAt,
    nextAct: 'everything_fine',
  }
  const sold: DealSummary = { ...shownDeal, state: 'closed', closeReason: 'released', transferDueOn: '2027-01-19' }
  const dealTasks = [held, handedOver, sold].map((deal, index) => ({ ...deal, _id: String(index) }))
  const text = readText(Notifications, toPage([notice('paid')], [], dealTasks))
  expect(text).toMatch(
    /To do Paid and protected. Agree on a time.* Propose a time The bike is yours.* Check and confirm .*put the bike in your name.* Put it in your name What happened/,
  )
  // A deal with a notification that was not read is new, as that is.
  const html = readHtml(Notifications, toPage([], [], dealTasks, ['1']))
  expect([...html.matchAll(/<li class="new">/g)]).toHaveLength(1)
  expect(toText(html)).toMatch(/The bike is yours\S* \(new\)/)
})
