import { expect, test } from 'vitest'
import { addToDescription, readAddition } from './description-addition.ts'

const addition = 'It never had an accident.'

test('the sentence is the last line of the description, once', () => {
  const bike = { description: 'One owner.' }
  const added = addToDescription(bike, addition)
  expect(added).toEqual({ description: 'One owner.\nIt never had an accident.' })
  expect(addToDescription(added, addition)).toBe(added)
  expect(addToDescription({ description: null }, addition)).toEqual({ description: addition })
})

test('without a sentence the bike stays as it is', () => {
  for (const description of [null, 'One owner.']) {
    const bike = { description }
    expect(addToDescription(bike, readAddition(null))).toBe(bike)
  }
})

test('only a text of the state is read', () => {
  expect(readAddition({ addToDescription: addition })).toBe(addition)
  for (const state of [null, undefined, 'text', 7, {}, { addToDescription: 7 }, { addToDescription: null }])
    expect(readAddition(state)).toBe('')
})
