import { expect, test } from 'vitest'
import { parseBookingDraft } from './booking-draft.ts'

test('what was typed comes back', () => {
  const draft = { contactNumber: '০১৭১২', meetingLocation: 'Mirpur 10' }
  expect(parseBookingDraft(JSON.stringify(draft))).toEqual(draft)
})

test.each([null, '', '{', '[]', '7', '{"contactNumber":7}'])('a draft that cannot be read is empty: %s', (text) => {
  expect(parseBookingDraft(text)).toMatchObject({ contactNumber: '', meetingLocation: '' })
})
