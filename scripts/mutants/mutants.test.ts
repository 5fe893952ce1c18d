// The parts of `npm run mutants` that need no process: which changes there are, which are chosen, and which tests run.
import { describe, expect, test } from 'vitest'
import { applyMutation, listMutations, sampleMutations } from './mutations.ts'
import { findNearbyTests, isLongFile, toVitestArgs } from './nearby-tests.ts'

const path = 'market/payments/payment-checks.ts'
const listTexts = (text: string) =>
  listMutations({ path, text }).map((mutation) => applyMutation(text, mutation).trim())

describe('the single changes of a text', () => {
  test.each([
    ['a comparison is moved by one or turned', 'f(a < b)', ['f(a <= b)']],
    ['an equality is turned', 'f(a === b)', ['f(a !== b)']],
    ['a sum becomes a difference', 'f(a + b)', ['f(a - b)']],
    ['and becomes or', 'f(a && b)', ['f(a || b)']],
    ['a negation is dropped', 'f(!a)', ['f(a)']],
    ['a number is one more and one less', 'f(0)', ['f(1)', 'f((-1))']],
    ['a truth value is turned', 'f(true)', ['f(false)']],
    ['a condition is negated', 'if (a) f()', ['if (!(a)) f()']],
    ['a choice is negated', 'f(a ? b : c)', ['f(!(a) ? b : c)']],
    ['an error is not thrown', 'throw a', [';']],
    ['a result is not returned', '() => { return a }', ['() => { ; }']],
    ['a lock is not taken', "q.where(a).for('update').limit(b)", ['q.where(a).limit(b)']],
    ['a text is left as it is', "f('a' + b, `${a}` + b)", []],
    ['a type is left as it is', 'type A = 1 | true; f(a as 2)', []],
    ['an operator is found behind brackets', 'f((a - b) * c)', ['f((a + b) * c)', 'f((a - b) / c)']],
  ])('%s', (_what, text, changed) => {
    expect(listTexts(text)).toEqual(changed)
  })

  test('have the line and the texts, and the same id wherever the line stands', () => {
    const [one] = listMutations({ path, text: 'f()\nif (a > 1) f()' }).filter(({ original }) => original === '>')
    const [moved] = listMutations({ path, text: 'f()\n\n\nif (a > 1) f()' }).filter(({ original }) => original === '>')
    expect(one).toMatchObject({ path, line: 2, original: '>', replacement: '>=' })
    expect(moved).toMatchObject({ id: one?.id, line: 4 })
    const [elsewhere] = listMutations({ path: 'market/deals/state.ts', text: 'f()\nif (a > 1) f()' })
    expect(elsewhere?.id).not.toBe(one?.id)
  })
})

describe('a sample', () => {
  const all = listMutations({ path, text: Array.from({ length: 40 }, (_, number) => `f${number}(a < b)`).join('\n') })

  test('is the same for the same seed, another for another one, and a longer one begins with it', () => {
    const ids = (count: number, seed: string) => sampleMutations(all, { count, seed }).map(({ id }) => id)
    expect(ids(10, 'one')).toEqual(ids(10, 'one'))
    expect(ids(10, 'one')).not.toEqual(ids(10, 'two'))
    expect(ids(30, 'one').slice(0, 10)).toEqual(ids(10, 'one'))
  })

  test('has nothing twice, and everything when more is asked for than there is', () => {
    const chosen = sampleMutations(all, { count: 100, seed: 'one' })
    expect(new Set(chosen.map(({ id }) => id)).size).toBe(40)
  })
})

test('the nearest tests run first, and a test that imports the whole app is not near because of it', () => {
  const files = [
    'market/payments/payment-checks.ts',
    'market/payments/payment-checks.test.ts',
    'market/payments/holds.test.ts',
    'market/deals/deals.test.ts',
    'market/search/search.test.ts',
    'market/ledger/chargebacks.test.ts',
    'market/chats/chats.test.ts',
    'tests/security/payments.test.ts',
    'contract/fields.test.ts',
  ]
  const edges = [
    ['market/deals/state.ts', 'market/payments/payment-checks.ts'],
    ['market/deals/deals.test.ts', 'market/deals/state.ts'],
    ['market/chats/offers.ts', 'market/payments/payment-checks.ts'],
    ['server/app.ts', 'market/payments/payment-checks.ts'],
    ['market/search/search.test.ts', 'server/app.ts'],
  ].map(([from = '', to = '']) => ({ from, to, isType: false }))
  expect(findNearbyTests('market/payments/payment-checks.ts', files, edges)).toEqual([
    ['market/payments/payment-checks.test.ts'],
    ['market/payments/holds.test.ts', 'market/deals/deals.test.ts'],
    ['market/ledger/chargebacks.test.ts'],
    ['market/chats/chats.test.ts'],
    ['tests/security/payments.test.ts'],
  ])
})

test('tests of the long run take no part', () => {
  expect(toVitestArgs(['market/deals/deals.test.ts'])).toContain('--tags-filter=!long')
  expect(isLongFile('// What it tests.\n// @module-tag long\nimport')).toBe(true)
  expect(isLongFile("test('one', { tags: 'long' }, () => {})")).toBe(false)
})
