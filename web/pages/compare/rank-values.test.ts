import { describe, expect, test } from 'vitest'
import { doValuesDiffer, findBest, sortByDifference } from './rank-values.ts'

describe('a row of the comparison', () => {
  test('marks the best value, and both of two equal ones', () => {
    expect(findBest([178_000, 152_000])).toEqual([false, true])
    expect(findBest([9_870, 22_150, 9_870])).toEqual([true, false, true])
  })

  test('marks nothing where all are equal or only one is known', () => {
    expect(findBest([2, 2])).toEqual([false, false])
    expect(findBest([null, 1])).toEqual([false, false])
    expect(findBest([null, 1, 2])).toEqual([false, true, false])
    expect(findBest([])).toEqual([])
  })

  test('differs where one value is unknown, and comes before equal rows', () => {
    expect(doValuesDiffer(['Good', 'Good'])).toBe(false)
    expect(doValuesDiffer([null, null])).toBe(false)
    expect(doValuesDiffer(['Good', null])).toBe(true)
    const rows = [
      { name: 'Brand', isSame: true },
      { name: 'Model', isSame: false },
      { name: 'Engine', isSame: true },
      { name: 'Owners', isSame: false },
    ]
    expect(sortByDifference(rows).map(({ name }) => name)).toEqual(['Model', 'Owners', 'Brand', 'Engine'])
  })
})
