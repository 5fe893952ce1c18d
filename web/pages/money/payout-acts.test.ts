import { expect, test } from 'vitest'
import { moneyMessages } from '#web/i18n/en/money.ts'
import {
  asksBkash,
  getDoneText,
  getPromisedMs,
  groupBySeller,
  listPayoutActs as listActs,
  maySendTwice,
  type PayoutSituation,
  sortPayouts,
  summarizePayouts,
  toBody,
} from './payout-acts.ts'

const nowMs = Date.parse('2026-02-01T00:00:00.000Z')
const listPayoutActs = (payout: PayoutSituation, ownId: string) => listActs(payout, ownId, nowMs)

const due: PayoutSituation = {
  state: 'due',
  way: null,
  requestedBy: null,
  requestedById: null,
  reference: null,
  needsReview: false,
  isFrozen: false,
  isUnanswered: false,
  canSendByBkash: true,
  destination: null,
  destinationUsableAt: '2026-01-01T00:00:00.000Z',
}
const prepared = { ...due, requestedBy: 'Mina', requestedById: 'mina' }

test('a due payout is sent by bKash as a rule, and by hand otherwise', () => {
  expect(listPayoutActs(due, 'mina')).toEqual(['prepare', 'prepare_by_hand'])
})

test('whoever prepared a payout by hand saves its reference first', () => {
  expect(listPayoutActs({ ...prepared, way: 'by_hand' }, 'mina')).toEqual(['prepare_by_hand', 'prepare'])
})

test('whoever prepared a payout for bKash keeps that way first', () => {
  expect(listPayoutActs({ ...prepared, way: 'provider' }, 'mina')).toEqual(['prepare', 'prepare_by_hand'])
})

test('somebody else approves first', () => {
  const sent = { ...prepared, way: 'by_hand', reference: 'BKP7Q2' } as const
  expect(listPayoutActs(sent, 'shila')).toEqual(['approve'])
  // Whoever sent it may correct the reference.
  expect(listPayoutActs(sent, 'mina')).toEqual(['prepare_by_hand'])
  expect(listPayoutActs({ ...prepared, way: 'provider' }, 'shila')).toEqual(['approve', 'prepare', 'prepare_by_hand'])
})

test('what was sent by hand is approved only once it has a reference', () => {
  expect(listPayoutActs({ ...prepared, way: 'by_hand' }, 'shila')).toEqual(['prepare_by_hand', 'prepare'])
  expect(listPayoutActs({ ...prepared, canSendByBkash: false }, 'shila')).toEqual(['prepare'])
})

test('what somebody may have sent by hand is asked about before it is sent again', () => {
  const byHand = { ...prepared, way: 'by_hand' } as const
  const asks = (payout: PayoutSituation, ownId: string) =>
    (['prepare', 'prepare_by_hand'] as const).map((act) => maySendTwice(payout, ownId, act))
  expect(asks(byHand, 'shila')).toEqual([true, true])
  // Whoever prepared it saves the reference with the one, and has bKash send it with the other.
  expect(asks(byHand, 'mina')).toEqual([true, false])
  expect(asks({ ...byHand, canSendByBkash: false }, 'mina')).toEqual([false, false])
  expect(asks({ ...prepared, way: 'provider' }, 'shila')).toEqual([false, false])
  expect(asks(due, 'shila')).toEqual([false, false])
})

test('who prepares a payout instead of another says instead of whom', () => {
  const sent = (payout: PayoutSituation, ownId: string) => toBody(payout, 'prepare_by_hand', { text: 'B1', ownId })
  const body = { act: 'prepare', way: 'by_hand', reference: 'B1' }
  expect(sent({ ...prepared, way: 'by_hand' }, 'shila')).toEqual({ ...body, instead: 'mina' })
  expect(sent({ ...prepared, way: 'by_hand' }, 'mina')).toEqual(body)
  expect(sent(due, 'shila')).toEqual(body)
})

test('the day that the seller was promised: three days from when it was due, or from when the account may be used', () => {
  const promise = (changes: Partial<PayoutSituation>, createdAt = '2026-01-30T12:00:00.000Z') => {
    const ms = getPromisedMs({ ...due, ...changes, createdAt }, nowMs)
    return ms === null ? null : new Date(ms).toISOString()
  }
  expect(promise({})).toBe('2026-02-02T12:00:00.000Z')
  expect(promise({ destinationUsableAt: '2026-01-31T12:00:00.000Z' })).toBe('2026-02-03T12:00:00.000Z')
  const nothing = [
    { destinationUsableAt: null },
    { destinationUsableAt: '2026-02-02T00:00:00.000Z' },
    { isFrozen: true },
  ]
  for (const changes of [...nothing, { state: 'sent' as const }, { needsReview: true }])
    expect(promise(changes)).toBeNull()
})

test('what waits for the second person stands first, what waits for the seller last, each part as it was', () => {
  const list = [
    { ...due, name: 'no account', destinationUsableAt: null },
    { ...due, name: 'new account', destinationUsableAt: '2026-02-02T00:00:00.000Z' },
    { ...due, name: 'first' },
    { ...prepared, name: 'prepared' },
    { ...due, name: 'second' },
    { ...due, name: 'sent', state: 'sent' as const },
  ]
  expect(sortPayouts(list, 'rokeya', nowMs).map(({ name }) => name)).toEqual([
    'prepared',
    'sent',
    'first',
    'second',
    'no account',
    'new account',
  ])
})

test('what a person has asked bKash to send keeps its place in that person’s list', () => {
  const asked = { ...prepared, way: 'provider' as const }
  const list = [
    { ...due, name: 'first' },
    { ...asked, name: 'asked' },
    { ...due, name: 'second' },
  ]
  const read = (ownId: string) => sortPayouts(list, ownId, nowMs).map(({ name }) => name)
  expect(read('mina')).toEqual(['first', 'asked', 'second'])
  expect(read('rokeya')).toEqual(['asked', 'first', 'second'])
})

test('asking bKash to send is asked about first, and nothing that a person sends by hand', () => {
  expect(asksBkash({ canSendByBkash: true }, 'prepare')).toBe(true)
  expect(asksBkash({ canSendByBkash: true }, 'prepare_by_hand')).toBe(false)
  expect(asksBkash({ canSendByBkash: false }, 'prepare')).toBe(false)
})

test('a seller stands where the most urgent of their payouts stands', () => {
  const list = [
    { sellerId: 'rahim', name: 'first' },
    { sellerId: 'nusrat', name: 'second' },
    { sellerId: 'rahim', name: 'third' },
  ]
  expect(groupBySeller(list).map((group) => group.map(({ name }) => name))).toEqual([['first', 'third'], ['second']])
})

test('whoever prepares a payout by hand is told to send it, and after its reference that it waits', () => {
  const read = (act: 'prepare' | 'prepare_by_hand', text: string, canSendByBkash = true) =>
    getDoneText({ sellerName: 'Nusrat Jahan', canSendByBkash }, act, text, moneyMessages.en.payouts)
  expect(read('prepare_by_hand', '')).toBe('Send Nusrat Jahan the money now, then save the reference.')
  expect(read('prepare', '', false)).toBe(read('prepare_by_hand', ''))
  expect(read('prepare_by_hand', 'BKP7Q2')).toBe('Saved. Somebody else approves it now.')
  expect(read('prepare', '')).toBe('bKash sends it to Nusrat Jahan once somebody else has approved it.')
})

test('nothing is offered while a new account may not be used, but to say that it was paid already', () => {
  const tooNew = { ...due, destinationUsableAt: '2026-02-02T00:00:00.000Z' }
  expect(listPayoutActs(tooNew, 'mina')).toEqual([])
  expect(listPayoutActs({ ...tooNew, requestedBy: 'Mina', requestedById: 'mina' }, 'shila')).toEqual([])
  expect(listPayoutActs({ ...tooNew, needsReview: true }, 'mina')).toEqual(['paid_already'])
  expect(listActs(tooNew, 'mina', Date.parse('2026-02-02T00:00:00.000Z'))).toEqual(['prepare', 'prepare_by_hand'])
})

test('what somebody can do now is counted apart from what waits, and only that is summed up', () => {
  // Ten days before the time of the test.
  const [amount, createdAt, sellerId] = [100, '2026-01-22T00:00:00.000Z', 'rahim']
  const tooNew = { ...due, amount, createdAt, sellerId, destinationUsableAt: '2026-02-02T00:00:00.000Z' }
  expect(
    summarizePayouts(
      [
        { ...due, amount, createdAt, sellerId },
        { ...prepared, amount, createdAt, sellerId, way: 'provider' },
        { ...prepared, amount, createdAt, sellerId, way: 'by_hand' },
        { ...due, amount, createdAt, sellerId, state: 'sent' },
        { ...due, amount, createdAt, sellerId, destinationUsableAt: null },
        { ...due, amount, createdAt, sellerId, destinationUsableAt: null },
        { ...due, amount, createdAt, destinationUsableAt: null, sellerId: 'mizanur' },
        tooNew,
        { ...due, amount, createdAt, sellerId, isFrozen: true },
        { ...tooNew, needsReview: true, isFrozen: true },
      ],
      nowMs,
    ),
  ).toEqual({
    counts: { due: 2, byHand: 1, prepared: 1, sent: 1, waiting: 3, accountTooNew: 1, frozen: 1 },
    stepTaka: { due: 200, byHand: 100, prepared: 100, sent: 100, waiting: 300, accountTooNew: 100, frozen: 100 },
    readyTaka: 400,
    late: 3,
    waitingSellers: 2,
  })
})
