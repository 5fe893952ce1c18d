import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasBangla, toBangla } from './bangla.ts'
import { type ApiErrorCode, apiErrors } from './api-errors.ts'

const banglaLetter = /[\u0985-\u09B9]/
const codes = Object.keys(apiErrors).filter((code): code is ApiErrorCode => code in apiErrors)

/** The sentences of a contract's file: quoted texts that begin with a capital and end with a full stop. */
const listMessages = (file: string): string[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\*|\/\*)|summary|description|throw new Error/.test(line))
    .flatMap((line) => Array.from(line.matchAll(/['"]([A-Z][^'"]*\.)['"]/g), ([, message = '']) => message))

// The files that hold sentences of their own for people, and not words for programmers.
const contractFiles = ['..', '../auth'].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, folder))
    .filter((name) => name.endsWith('.ts') && !/test|openapi|call|client|limits|api/.test(name))
    .map((name) => join(folder, name)),
)

describe('in Bangla', () => {
  test.each(codes)('%s is said in Bangla', (code) => {
    expect(toBangla(code, apiErrors[code].message)).toMatch(banglaLetter)
  })

  test.each(contractFiles.flatMap((file) => listMessages(file)))('“%s” has its Bangla', (message) => {
    expect(hasBangla(message)).toBe(true)
    expect(toBangla('bad_request', message)).toMatch(banglaLetter)
  })

  test.each([
    ['Enter a product name.', 'বাইকের নাম লিখুন।'],
    ['Use at most 120 characters for a location.', 'এলাকা বড়জোর ১২০ অক্ষরে লিখুন।'],
    ['A bike bought in 2020 was used for at most 6 years.', '২০২০ সালে কেনা বাইক বড়জোর ৬ বছর চলেছে।'],
  ])('%s → %s', (english, bangla) => expect(toBangla('bad_request', english)).toBe(bangla))

  test('a sentence that nobody has written in Bangla is said by its code, never half in English', () => {
    expect(toBangla('already_booked', 'Something quite new.')).toBe(
      toBangla('already_booked', apiErrors.already_booked.message),
    )
  })
})
