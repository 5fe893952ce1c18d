import { expect, test } from 'vitest'
import { parseUnsent } from './unsent-messages.ts'

test('unsent messages are read back, with nothing but their id and text', () => {
  const one = { clientId: '019a0000-0000-7000-8000-000000000001', text: 'দাম কত?' }
  expect(parseUnsent(JSON.stringify([{ ...one, state: 'waiting' }]))).toEqual([one])
})

test.each([null, '', '{', '{}', '7', '[7, null]', '[{"clientId":1,"text":"a"}]', '[{"clientId":"a"}]'])(
  'what cannot be read is left out: %s',
  (text) => {
    expect(parseUnsent(text)).toEqual([])
  },
)
