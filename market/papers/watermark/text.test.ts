import { expect, test } from 'vitest'
import { toWatermark } from './text.ts'

test('the text over a photo has the name of the reader, as they write it, and the time in Dhaka', () => {
  const at = new Date('2026-11-03T18:05:00Z')
  expect(toWatermark('ইমরান হোসেন', at)).toBe('ইমরান হোসেন · 2026-11-04 00:05')
  expect(toWatermark('Rokeya Begum', at)).not.toBe(toWatermark('ইমরান হোসেন', at))
})
