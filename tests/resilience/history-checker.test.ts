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
const order = (status: 'available' | 'sold' | 'withdrawn', paid = false): Seen => ({
  kind: 'order',
  bookingId: 'order',
  bikeId,
  paid,
  status,
})

describe('a contradiction is', () => {
  test.each<[string, HistoryEntry[]]>([
    [
      'two buyers told that they have paid',
      [createEntry(1, { action: 'pay' }), createEntry(5, { action: 'pay', who: 'sadia' })],
    ],
    ['a paid order that is read unpaid', [createEntry(1, { action: 'pay' }), read(5, order('sold'))]],
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
    ['an order that was seen paid and then unpaid', [read(1, order('sold', true)), read(5, order('sold'))]],
    ['a bike that was seen sold and then available', [read(1, order('sold')), read(5, order('available'))]],
    ['a bike that was seen withdrawn and then on sale', [read(1, order('withdrawn')), read(5, onSale)]],
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
      'a sale, seen by all',
      [createEntry(1, { action: 'pay' }), read(5, order('sold', true)), read(7, order('sold'), 'sadia')],
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
