import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toBangla } from './bangla.ts'
import { ApiError } from './api-errors.ts'
import { type Reason, toReason } from './reasons.ts'

/** The sentences in a file of the contract: quoted texts that begin with a capital and end with a full stop. */
const listMessages = (file: string): string[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\*|\/\*)|summary|description|throw new Error/.test(line))
    .flatMap((line) => Array.from(line.matchAll(/['"`]([A-Z][^'"`]*\.)['"`]/g), ([, message = '']) => message))

// The other files hold sentences for programmers only.
const contractFiles = ['..', '../admin', '../auth'].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, folder))
    .filter((name) => name.endsWith('.ts') && !/test|openapi|call|client|limits|api/.test(name))
    .map((name) => join(folder, name)),
)

describe('in Bangla', () => {
  test.each(contractFiles)('%s has reasons with a key and no English sentence', (file) => {
    expect(listMessages(file)).toEqual([])
  })

  test.each<[Reason, string, string]>([
    [toReason('missing', { field: 'product_name' }), 'Enter a product name.', 'বাইকের নাম লিখুন।'],
    [
      toReason('too_long', { field: 'location', max: 120 }),
      'Use at most 120 characters for a location.',
      'এলাকা বড়জোর ১২০ অক্ষরে লিখুন।',
    ],
    [
      toReason('used_longer_than_owned', { year: 2020, max: 6 }),
      'A bike bought in 2020 was used for at most 6 years.',
      '২০২০ সালে কেনা বাইক বড়জোর ৬ বছর চলেছে।',
    ],
    [toReason('unknown_field', { name: 'a=1&{x}?' }), 'Unknown field: a=1&{x}?.', 'অজানা ঘর: a=1&{x}?।'],
    ['not_handled', 'A message can only be marked as handled.', 'বার্তাকে শুধু ‘দেখা হয়েছে’ করা যায়।'],
  ])('%s is written in both languages', (reason, english, bangla) => {
    const apiError = new ApiError('bad_request', { reason })
    expect([apiError.message, toBangla(apiError)]).toEqual([english, bangla])
  })

  test('an error without a reason has the sentence of its code', () => {
    expect(toBangla(new ApiError('bad_signature'))).toBe('সইটি এই বার্তার সঙ্গে মেলে না।')
  })
})
