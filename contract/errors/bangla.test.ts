import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasBangla, inBangla } from './bangla.ts'
import { type RefusalCode, refusals } from './api-errors.ts'

const banglaLetter = /[\u0985-\u09B9]/
const codes = Object.keys(refusals).filter((code): code is RefusalCode => code in refusals)

/** The sentences of a contract's file: quoted texts that begin with a capital and end with a full stop. */
const sentencesOf = (file: string): string[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\*|\/\*)|summary|description|throw new Error/.test(line))
    .flatMap((line) => Array.from(line.matchAll(/['"]([A-Z][^'"]*\.)['"]/g), ([, sentence = '']) => sentence))

// The files that hold sentences of their own for people, and not words for programmers.
const asked = ['..', '../auth'].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, folder))
    .filter((name) => name.endsWith('.ts') && !/test|openapi|call|client|limits|api/.test(name))
    .map((name) => join(folder, name)),
)

describe('in Bangla', () => {
  test.each(codes)('%s is said in Bangla', (code) => {
    expect(inBangla(code, refusals[code].message)).toMatch(banglaLetter)
  })

  test.each(asked.flatMap((file) => sentencesOf(file)))('“%s” has its Bangla', (sentence) => {
    expect(hasBangla(sentence)).toBe(true)
    expect(inBangla('bad_request', sentence)).toMatch(banglaLetter)
  })

  test.each([
    ['Enter a product name.', 'বাইকের নাম লিখুন।'],
    ['Use at most 120 characters for a location.', 'এলাকা বড়জোর ১২০ অক্ষরে লিখুন।'],
    ['A bike bought in 2020 was used for at most 6 years.', '২০২০ সালে কেনা বাইক বড়জোর ৬ বছর চলেছে।'],
  ])('%s → %s', (english, bangla) => expect(inBangla('bad_request', english)).toBe(bangla))

  test('a sentence that nobody has written in Bangla is said by its code, never half in English', () => {
    expect(inBangla('already_booked', 'Something quite new.')).toBe(
      inBangla('already_booked', refusals.already_booked.message),
    )
  })
})
