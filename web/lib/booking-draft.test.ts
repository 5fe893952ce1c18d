import { expect, test } from 'vitest'
import { readDraft } from './booking-draft.ts'

test('what was typed comes back', () => {
  const draft = { contactNumber: '০১৭১২', meetingLocation: 'Mirpur 10' }
  expect(readDraft(JSON.stringify(draft))).toEqual(draft)
})

test.each([null, '', '{', '[]', '7', '{"contactNumber":7}'])('a draft that cannot be read is empty: %s', (text) => {
  expect(readDraft(text)).toMatchObject({ contactNumber: '', meetingLocation: '' })
})
