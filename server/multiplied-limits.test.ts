import { expect, test } from 'vitest'
import { createLimits } from './multiplied-limits.ts'

test('LIMITS_FACTOR multiplies the limits, and rounds up', () => {
  const more = createLimits(2.5)
  expect(more.calls.login).toMatchObject({ address: { max: 50, seconds: 600 }, email: { max: 25 }, failures: true })
  const one = createLimits()
  expect(more.phoneCodes.member).toEqual({
    max: Math.ceil(one.phoneCodes.member.max * 2.5),
    seconds: one.phoneCodes.member.seconds,
  })
  expect(more.numberChecks.member).toEqual({ max: 25, seconds: 24 * 60 * 60 })
  const { maxLiveBookings, maxUnansweredPerSeller, maxBookingsPerBike, maxHoldsPerBuyer } = more
  expect([maxLiveBookings, maxUnansweredPerSeller, maxBookingsPerBike, maxHoldsPerBuyer]).toEqual([50, 13, 8, 8])
  expect(more.maxConnectionsPerAddress).toBe(640)
})
