import { expect, test } from 'vitest'
import { parseBookingDraft } from './booking-draft.ts'

test('a saved draft is read back', () => {
  const draft = { contactNumber: '০১৭১২', meetingLocation: 'Mirpur 10' }
  expect(parseBookingDraft(JSON.stringify(draft))).toEqual(draft)
})

test.each([null, '', '{', '[]', '7', '{"contactNumber":7}'])('an unreadable draft is empty: %s', (text) => {
  expect(parseBookingDraft(text)).toMatchObject({ contactNumber: '', meetingLocation: '' })
})
