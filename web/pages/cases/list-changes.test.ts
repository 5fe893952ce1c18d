import { expect, test } from 'vitest'
import { listChanges } from './list-changes.ts'

const now = { productName: 'Yamaha FZS', price: 150_000, location: 'Mirpur', description: 'Good condition.' }

test('each change names what was said before it, and nothing that stayed', () => {
  const second = { ...now, until: '2026-11-12T09:00:00.000Z', price: 90_000, description: 'Pay half in advance.' }
  const first = { ...second, until: '2026-11-11T09:00:00.000Z', productName: 'Yamaha R15', location: 'Uttara' }
  const stayed = { productName: null, location: null, price: null, description: null }
  expect(listChanges(now, [second, first])).toEqual([
    { ...stayed, until: second.until, price: 90_000, description: 'Pay half in advance.' },
    { ...stayed, until: first.until, productName: 'Yamaha R15', location: 'Uttara' },
  ])
})

test('a description that was added was none before', () => {
  const before = { ...now, until: '2026-11-12T09:00:00.000Z', description: null }
  expect(listChanges(now, [before])).toMatchObject([{ description: '', price: null }])
  expect(listChanges({ ...now, description: null }, [{ ...now, until: before.until }])).toMatchObject([
    { description: 'Good condition.' },
  ])
})

test('an advertisement that nobody changed has no changes', () => expect(listChanges(now, [])).toEqual([]))
