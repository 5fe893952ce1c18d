import { expect, test } from 'vitest'
import { findOffset } from './toast-position.ts'

const box = (top: number, bottom: number, left = 0) => ({ top, bottom, left, right: 360 })
const atBottom = box(676, 724, 16)

test('toasts stay where they cover nothing', () => {
  expect(findOffset(atBottom, [box(400, 448), box(740, 800)], 740)).toBe(0)
  expect(findOffset(atBottom, [{ ...box(672, 740), left: 360, right: 500 }], 740)).toBe(0)
})

test('toasts at the bottom move up, over each bar and button that they would cover', () => {
  expect(findOffset(atBottom, [box(672, 740)], 740)).toBe(672 - 8 - 724)
  expect(findOffset(atBottom, [box(640, 671), box(672, 740)], 740)).toBe(640 - 8 - 724)
})

test('toasts at the top move down', () => {
  expect(findOffset(box(92, 140), [box(120, 168)], 800)).toBe(168 + 8 - 92)
})

test('toasts stay at their edge where the window has no free place', () => {
  expect(findOffset(atBottom, [box(0, 740)], 740)).toBe(0)
})
