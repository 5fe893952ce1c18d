// One answer to "may this be paid": for what lists and pages offer, for a payment that begins, and for money that has come.
import { afterAll, describe, expect, test } from 'vitest'
import type { PayFacts } from '#market/schema/deals/pay-facts.ts'
import { recordApiErrorSites } from '#tests/support/api-error-sites.ts'
import { assertMayPay, findBikeObstacle, findPayObstacle, toListedObstacle } from './may-pay.ts'

const sites = recordApiErrorSites()
afterAll(() => sites.close())

const free: PayFacts = {
  state: 'accepted',
  isChanged: false,
  isFrozen: false,
  isPromisedToAnother: false,
  isPaidByAnother: false,
}

describe('the price or a deposit', () => {
  test.each<[story: string, facts: Partial<PayFacts>, full: string | null, listed: string | null]>([
    ['a wish begins a deal', { state: null }, null, null],
    ['a requested deal is paid before the seller answers', { state: 'requested' }, null, null],
    ['an accepted deal is paid', { state: 'accepted' }, null, null],
    ['a held deal is paid already', { state: 'held' }, 'already_paid', null],
    ['a bike that was handed over is paid', { state: 'handed_over' }, 'deal_over', null],
    ['a disputed deal takes no money', { state: 'disputed' }, 'dispute_open', null],
    ['a deal that has ended takes no money', { state: 'closed' }, 'deal_closed', 'deal_closed'],
    ['a changed bike is looked at first', { isChanged: true }, 'bike_changed', 'bike_changed'],
    ['another comes first', { isPromisedToAnother: true }, 'promised_to_another', 'promised_to_another'],
    [
      'another comes first, also for a wish',
      { state: null, isPromisedToAnother: true },
      'promised_to_another',
      'promised_to_another',
    ],
    ['another pays at this moment', { isPaidByAnother: true }, 'another_buyer_paying', 'another_buyer_paying'],
    [
      'who comes first is told before who pays',
      { isPromisedToAnother: true, isPaidByAnother: true },
      'promised_to_another',
      'promised_to_another',
    ],
    [
      'what has ended says so, whoever comes next',
      { state: 'closed', isChanged: true, isPromisedToAnother: true },
      'deal_closed',
      'deal_closed',
    ],
    [
      'what is paid is paid, whoever waits',
      { state: 'held', isPromisedToAnother: true, isPaidByAnother: true },
      'already_paid',
      null,
    ],
  ])('%s', (_story, facts, full, listed) => {
    expect(findPayObstacle({ ...free, ...facts }, 'full')).toBe(full)
    expect(findPayObstacle({ ...free, ...facts }, 'deposit')).toBe(full)
    expect(toListedObstacle({ ...free, ...facts })).toBe(listed)
  })
})

describe('the rest', () => {
  test.each<[state: PayFacts['state'], obstacle: string | null]>([
    [null, 'pay_deposit_first'],
    ['requested', 'pay_deposit_first'],
    ['accepted', 'pay_deposit_first'],
    ['held', null],
    ['handed_over', 'deal_over'],
    ['disputed', 'dispute_open'],
    ['closed', 'deal_closed'],
  ])('of a deal that is %s', (state, obstacle) => {
    expect(findPayObstacle({ ...free, state }, 'rest')).toBe(obstacle)
  })

  test('is not taken while the bank disputes the deposit, and waits for nobody else', () => {
    expect(findPayObstacle({ ...free, state: 'held', isFrozen: true }, 'rest')).toBe('deal_frozen')
    const others = { isChanged: true, isPromisedToAnother: true, isPaidByAnother: true }
    expect(findPayObstacle({ ...free, ...others, state: 'held' }, 'rest')).toBeNull()
  })
})

test('nobody pays for a bike that is sold, taken off or hidden', () => {
  const [at, bike] = [new Date(), { soldAt: null, withdrawnAt: null, hiddenAt: null }]
  expect(findBikeObstacle(bike)).toBeNull()
  expect(findBikeObstacle({ ...bike, hiddenAt: at })).toBe('bike_hidden')
  expect(findBikeObstacle({ ...bike, withdrawnAt: at, hiddenAt: at })).toBe('bike_withdrawn')
  expect(findBikeObstacle({ soldAt: at, withdrawnAt: at, hiddenAt: at })).toBe('bike_sold')
})

test('what may not be paid is refused for the reason that lists tell', () => {
  const wish = { deal: undefined, others: [], payingBuyerId: null, now: new Date() }
  const tell = (payingBuyerId: string | null, purpose: 'full' | 'rest') =>
    sites.call(() => assertMayPay({ ...wish, payingBuyerId }, purpose))
  expect(tell(null, 'full')).toBeUndefined()
  expect(tell('another', 'full')).toMatchObject({ code: 'another_buyer_paying' })
  expect(tell(null, 'rest')).toMatchObject({ code: 'pay_deposit_first' })
})

test('every line that refuses something has a case above', () => {
  expect(sites.listMissing(['market/deals/may-pay.ts'])).toEqual([])
})
