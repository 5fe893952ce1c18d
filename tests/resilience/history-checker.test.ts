// Tests of the history checker: it reports each contradiction and accepts valid histories.
import { describe, expect, test } from 'vitest'
import { findContradictions } from './history-checker.ts'
import type { HistoryEntry, Seen } from './history.ts'

const bikeId = 'bike'

/** An action that took a millisecond. */
const createEntry = (beganMs: number, entry: Partial<HistoryEntry> & Pick<HistoryEntry, 'action'>): HistoryEntry => ({
  who: 'karim',
  serverName: 'main',
  beganMs,
  endedMs: beganMs + 1,
  outcome: 'ok',
  bikeId,
  ...entry,
})

const read = (beganMs: number, seen: Seen, who = 'karim', serverName = 'main'): HistoryEntry =>
  createEntry(beganMs, { action: 'read', seen: [seen], who, serverName })
const onSale: Seen = { kind: 'window', bikeIds: [bikeId] }
const order = (status: 'available' | 'reserved' | 'sold' | 'withdrawn', paid = false): Seen => ({
  kind: 'order',
  bookingId: 'order',
  bikeId,
  paid,
  status,
})

/** An act on the deal of Karim. */
const act = (beganMs: number, action: HistoryEntry['action'], entry: Partial<HistoryEntry> = {}): HistoryEntry =>
  createEntry(beganMs, { action, dealId: 'deal', buyer: 'karim', isChanged: true, ...entry })
const pay = (beganMs: number, entry: Partial<HistoryEntry> = {}) => createEntry(beganMs, { action: 'pay', ...entry })

describe('a contradiction is', () => {
  test.each<[string, HistoryEntry[]]>([
    [
      'two buyers told that they have paid',
      [createEntry(1, { action: 'pay' }), createEntry(5, { action: 'pay', who: 'sadia' })],
    ],
    ['a paid order that is read unpaid', [pay(1), read(5, order('reserved'))]],
    ['a paid bike that is on sale', [createEntry(1, { action: 'pay' }), read(5, onSale, 'sadia')]],
    ['a deleted bike that is on sale', [createEntry(1, { action: 'delete', who: 'rahim' }), read(5, onSale)]],
    [
      'a deleted bike that is read available',
      [createEntry(1, { action: 'delete', who: 'rahim' }), read(5, order('available'))],
    ],
    [
      'a deleted bike that is paid afterwards',
      [createEntry(1, { action: 'delete', who: 'rahim' }), createEntry(5, { action: 'pay' })],
    ],
    ['an order that was seen paid and then unpaid', [read(1, order('reserved', true)), read(5, order('reserved'))]],
    ['a bike that was seen reserved and then available', [read(1, order('reserved')), read(5, order('available'))]],
    ['a bike that was seen sold and then reserved', [read(1, order('sold')), read(5, order('reserved'))]],
    [
      'a payment of another buyer, although nobody cancelled this deal',
      [pay(1), act(3, 'cancel', { buyer: 'puja', dealId: 'other' }), pay(5, { who: 'sadia' })],
    ],
    ['a deal that is cancelled and handed over', [pay(1), act(3, 'hand_over', { who: 'rahim' }), act(5, 'cancel')]],
    ['a deal that is paid after it was cancelled', [act(1, 'cancel'), pay(5, { dealId: 'deal' })]],
    [
      'a bike that is handed over to two buyers',
      [act(1, 'hand_over'), act(5, 'hand_over', { dealId: 'other', buyer: 'sadia' })],
    ],
    ['a bike that was handed over and is reserved', [act(1, 'hand_over'), read(5, order('reserved', true))]],
    ['a bike that was handed over and is on sale', [act(1, 'hand_over'), read(5, onSale, 'sadia')]],
    [
      'a paid order that is read unpaid after a cancellation that changed nothing',
      [pay(1), act(3, 'cancel', { isChanged: false }), read(5, order('reserved'))],
    ],
    [
      'a paid order that is read unpaid before the cancellation was begun',
      [pay(1), read(5, order('available')), act(9, 'cancel')],
    ],
    ['a bike that was seen sold and then available', [read(1, order('sold')), read(5, order('available'))]],
    ['a bike that was seen withdrawn and seconds later on sale', [read(1, order('withdrawn')), read(60_000, onSale)]],
    [
      'a bike that is seen reserved for seconds and then on sale',
      [read(1, order('reserved')), read(59_000, order('reserved')), read(60_000, onSale)],
    ],
    ['a paid order of a bike that is not sold', [read(1, order('available', true))]],
    [
      'a paid bike in the list of another process, seconds later',
      [createEntry(1, { action: 'pay' }), read(60_000, onSale, 'sadia', 'steady')],
    ],
  ])('%s', (_, entries) => {
    expect(findContradictions(entries)).not.toEqual([])
  })
})

describe('no contradiction is', () => {
  test.each<[string, HistoryEntry[]]>([
    ['the same buyer told twice', [createEntry(1, { action: 'pay' }), createEntry(5, { action: 'pay' })]],
    [
      'a read that was begun before the payment ended',
      [createEntry(5, { action: 'pay', endedMs: 9 }), read(6, onSale)],
    ],
    [
      'a payment of unknown end, read either way',
      [createEntry(1, { action: 'pay', outcome: 'unknown' }), read(5, order('available'))],
    ],
    ['a refused deletion', [createEntry(1, { action: 'delete', outcome: 'fail' }), read(5, onSale)]],
    [
      'a list of another process that is a moment old',
      [createEntry(1, { action: 'pay' }), read(500, onSale, 'sadia', 'steady')],
    ],
    [
      'a bike seen withdrawn, by whichever process, in a list that is a moment old',
      [read(1, order('withdrawn')), read(500, onSale)],
    ],
    [
      'a purchase from the payment to the handover, seen by all',
      [
        pay(1),
        read(3, order('reserved', true)),
        read(5, order('reserved'), 'sadia'),
        act(7, 'hand_over', { who: 'rahim' }),
        read(9, order('sold', true)),
        read(11, order('sold'), 'sadia'),
      ],
    ],
    [
      'a cancelled deal, after which another buyer has the bike',
      [
        pay(1),
        act(3, 'cancel'),
        read(5, order('available')),
        read(6, onSale, 'sadia'),
        pay(8, { who: 'sadia' }),
        read(10, order('reserved', true), 'sadia'),
      ],
    ],
    [
      'a read that ends before the cancellation that it shows',
      [pay(1), read(5, order('available')), act(4, 'cancel', { endedMs: 9 })],
    ],
    [
      'a cancellation of unknown end, read either way',
      [pay(1), act(3, 'cancel', { outcome: 'unknown' }), read(50_000, order('available'))],
    ],
    [
      'a handed over bike that the admin takes back',
      [
        act(1, 'hand_over', { who: 'rahim' }),
        act(3, 'problem'),
        createEntry(5, { action: 'decide', who: 'ayesha', dealId: 'deal', bikeId: undefined }),
        read(7, order('withdrawn')),
      ],
    ],
    [
      'a reserved bike that is free after its seller was removed',
      [
        createEntry(1, { action: 'add', who: 'passing' }),
        pay(3),
        createEntry(5, { action: 'remove', who: 'ayesha', id: 'passing@motohaat.test', bikeId: undefined }),
        read(7, order('withdrawn')),
      ],
    ],
  ])('%s', (_, entries) => {
    const separate = entries.map((entry) => ({
      ...entry,
      seen: (entry.seen ?? []).map((one) =>
        'bookingId' in one ? { ...one, bookingId: `order of ${entry.who}` } : one,
      ),
    }))
    expect(findContradictions(separate)).toEqual([])
  })
})
