import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  countGroups,
  countMarks,
  countPoints,
  getMeantCondition,
  getConfidence,
  getScore,
  inspectionGroups,
  inspectionMarks,
  inspectionPoints,
  listGroups,
} from './points.ts'

test('an inspection has 45 points in 8 groups, and a seller answers 15 of them, at least one in each group', () => {
  expect(inspectionGroups).toHaveLength(8)
  expect(new Set(inspectionPoints).size).toBe(45)
  expect([countPoints('seller'), countPoints('buyer'), countPoints('mechanic')]).toEqual([15, 45, 45])
  expect(listGroups('seller').every(({ points }) => points.length > 0)).toBe(true)
})

test('Excellent has nothing bad and at most 2 worn, Good at most 6 worn, Fair is the rest', () => {
  expect([0, 2, 3, 6, 7].map((worn) => getMeantCondition({ worn, bad: 0 }))).toEqual([
    'Excellent',
    'Excellent',
    'Good',
    'Good',
    'Fair',
  ])
  expect(getMeantCondition({ worn: 0, bad: 1 })).toBe('Fair')
})

test('what was not looked at lowers the confidence and never the score', () => {
  const marks = fc.array(fc.constantFrom(...inspectionMarks), { minLength: 45, maxLength: 45 })
  fc.assert(
    fc.property(marks, (chosen) => {
      const toMarks = (list: typeof chosen) =>
        Object.fromEntries(inspectionPoints.map((point, at) => [point, list[at]]))
      const counts = countMarks(inspectionPoints, toMarks(chosen))
      const score = getScore(counts)
      expect(counts.good + counts.worn + counts.bad + counts.notLookedAt).toBe(45)
      expect(score === null).toBe(counts.notLookedAt === 45)
      expect(score ?? 0).toBeGreaterThanOrEqual(0)
      expect(score ?? 0).toBeLessThanOrEqual(100)
      // Points that nobody looks at: the score of the rest stays.
      const fewer = { ...counts, notLookedAt: counts.notLookedAt + 5 }
      expect(getScore(fewer)).toBe(score)
      expect(getConfidence(fewer)).toBeLessThanOrEqual(getConfidence(counts))
    }),
  )
  expect(getScore({ good: 1, worn: 1, bad: 0, notLookedAt: 43 })).toBe(75)
})

test('each group has a score of its own, over its points that were looked at', () => {
  const groups = countGroups('buyer', { cold_engine: 'good', starts: 'worn', front_brake: 'bad', front_tyre: 'good' })
  expect(groups).toHaveLength(inspectionGroups.length)
  const scores = Object.fromEntries(groups.map(({ group, score }) => [group, score]))
  expect(scores).toMatchObject({ cold_start: 75, engine: null, brakes: 0, tyres: 100 })
  expect(groups.find(({ group }) => group === 'cold_start')).toMatchObject({
    points: ['cold_engine', 'starts', 'idles'],
    counts: { good: 1, worn: 1, bad: 0, notLookedAt: 1 },
  })
  // A seller looks at the quick points alone.
  const [own] = countGroups('seller', { cold_engine: 'bad', starts: 'good' })
  expect(own).toMatchObject({ points: ['starts', 'idles'], score: 100 })
})
