// The moderators' queue of cases.
import { expect, test } from 'vitest'
import { readText } from '#tests/support/deals/read-page.ts'
import { caseMessages } from '#web/i18n/en/cases.ts'
import Cases from './cases-page.tsx'

const waiting = {
  _id: 'one',
  productName: 'Suzuki Gixxer 155',
  memberName: null,
  rules: [],
  reasons: ['stolen'],
  sellersOfSameText: 0,
  score: 3,
  isAppeal: false,
  isRemovalProposed: false,
  isHidden: false,
  reporters: 0,
  takenBy: null,
  takenUntil: null,
  isMine: false,
  decision: null,
}
const toPage = (items: object[]) => ({
  state: 'open',
  cursor: undefined,
  result: { ok: true, value: { page: { items, next: null }, found: null } },
})
const { queue } = caseMessages.en

test('the switch for the keys stands where a case waits', () => {
  expect(readText(Cases, toPage([waiting]))).toContain(queue.keys)
  const empty = readText(Cases, toPage([]))
  expect(empty).toContain(queue.empty)
  expect(empty).not.toContain(queue.keys)
})
