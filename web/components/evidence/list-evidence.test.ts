import { expect, test } from 'vitest'
import { listEvidence } from './list-evidence.ts'

const dispute = {
  dealId: 'deal',
  openedBy: 'buyer',
  note: 'The clutch slips',
  openedAt: '2026-11-20T08:00:00.000Z',
  evidence: [{ _id: 'later', by: 'seller', note: 'It was fine', picture: null, addedAt: '2026-11-20T09:00:00.000Z' }],
} as const

test('what the buyer wrote when reporting stands first, under the buyer', () => {
  const list = (changes: { note?: string | null; openedBy?: 'buyer' | 'seller' | 'system' }) =>
    listEvidence({ ...dispute, evidence: [...dispute.evidence], ...changes }).map(({ by, note }) => `${by}: ${note}`)
  expect(list({})).toEqual(['buyer: The clutch slips', 'seller: It was fine'])
  expect(list({ openedBy: 'seller' })).toEqual(['seller: The clutch slips', 'seller: It was fine'])
  expect(list({ note: null })).toEqual(['seller: It was fine'])
  expect(list({ openedBy: 'system' })).toEqual(['seller: It was fine'])
})
