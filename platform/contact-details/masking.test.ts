import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { assert, describe, expect, test } from 'vitest'
import { findContactDetails, maskContactDetails } from './masking.ts'

const readLines = (name: string): string[] =>
  readFileSync(join(import.meta.dirname, `../../tests/support/chats/${name}.txt`), 'utf8')
    .trim()
    .split('\n')

/** A contact detail may leave a fifth of its characters: a prefix that many numbers share says nothing. */
const minHidden = 0.8

const parseSecret = (line: string): { text: string; start: number; end: number } => {
  const [start, end] = [line.indexOf('⟦'), line.indexOf('⟧') - 1]
  assert(start >= 0 && end > start, `marks no contact detail: ${line}`)
  return { text: line.replace(/[⟦⟧]/g, ''), start, end }
}

const isHidden = (line: string): boolean => {
  const { text, start, end } = parseSecret(line)
  const hidden = findContactDetails(text).reduce(
    (sum, range) => sum + Math.max(0, Math.min(range.end, end) - Math.max(range.start, start)),
    0,
  )
  return hidden >= minHidden * (end - start)
}
const isLeft = (line: string): boolean => maskContactDetails(line) === line

describe('contact details are hidden from the other side', () => {
  // The second file of each pair was not used to write the rules.
  test.each([
    ['contact-details', 660, 'honest-lines', 2_000],
    ['contact-details-held-back', 450, 'honest-lines-held-back', 1_500],
  ])('at least 97 of 100 in %s (%i), and at most 1 of 100 of %s (%i)', (secrets, secretCount, honest, honestCount) => {
    const [secretLines, honestLines] = [readLines(secrets), readLines(honest)]
    expect([secretLines.length, honestLines.length]).toEqual([secretCount, honestCount])
    const missed = secretLines.filter((line) => !isHidden(line))
    const wronglyHidden = honestLines.filter((line) => !isLeft(line))
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(0.03 * secretLines.length)
    expect(wronglyHidden.length, wronglyHidden.join('\n')).toBeLessThanOrEqual(0.01 * honestLines.length)
  })

  test('all of the lines that write a detail in an unusual way, and none that only look like them', () => {
    expect(readLines('disguised-details').filter((line) => !isHidden(line))).toEqual([])
    expect(readLines('details-look-alikes').filter((line) => !isLeft(line))).toEqual([])
    // The word after a number is no digit of it.
    expect(maskContactDetails('Call 01712-345678 I am free')).toBe('Call •••••• I am free')
    expect(maskContactDetails('My email is nur alam 55 @ gmail.com')).toBe('My email is ••••••')
  })

  test('what is masked has nothing left to mask', () => {
    const files = [
      'contact-details',
      'honest-lines',
      'contact-details-held-back',
      'honest-lines-held-back',
      'disguised-details',
    ]
    const texts = files.flatMap(readLines).map((line) => line.replace(/[⟦⟧]/g, ''))
    const masked = texts.map(maskContactDetails)
    expect(masked.filter((text) => !isLeft(text))).toEqual([])
    // Also where several stand beside each other.
    const several = fc.subarray(texts, { minLength: 2, maxLength: 4 })
    fc.assert(fc.property(several, (lines) => isLeft(maskContactDetails(lines.join(' ')))))
    expect(
      maskContactDetails('zero-one-three-four-eight-three-nine-six-zero-three-zero 0.1.7.1.2.3.4.5.6.7.8'),
    ).not.toMatch(/[0-9]/)
  })

  const mobile = fc
    .tuple(fc.constantFrom('3', '4', '5', '6', '7', '8', '9'), fc.stringMatching(/^\d{8}$/))
    .map(([operator, rest]) => `01${operator}${rest}`)
  const englishDigits = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
  const banglaDigits = ['শূন্য', 'এক', 'দুই', 'তিন', 'চার', 'পাঁচ', 'ছয়', 'সাত', 'আট', 'নয়']
  const toBanglaDigit = (digit: string) => String.fromCharCode(0x09e6 + Number(digit))

  test('every mobile number, however each of its digits is written and whatever stands between them', () => {
    const style = fc.constantFrom<(digit: string) => string>(
      (digit) => digit,
      toBanglaDigit,
      (digit) => ` ${englishDigits[Number(digit)]} `,
      (digit) => ` ${banglaDigits[Number(digit)]} `,
    )
    const separator = fc.constantFrom('', ' ', '-', '.', ' - ', '_', '/')
    const writtenNumber = fc
      .tuple(mobile, fc.array(fc.tuple(style, separator), { minLength: 11, maxLength: 11 }))
      .map(([digits, parts]) =>
        parts.map(([write, between], index) => write(digits[index] ?? '') + (index < 10 ? between : '')).join(''),
      )
    fc.assert(
      fc.property(writtenNumber, (written) => {
        expect(maskContactDetails(`Call ${written} today`).replace(/\s+/g, ' ')).toBe('Call •••••• today')
      }),
    )
  })

  test('any text is left as it is where nothing is hidden, and hidden text is not hidden again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const shown = maskContactDetails(text)
        if (findContactDetails(text).length === 0) expect(shown).toBe(text)
        expect(maskContactDetails(shown)).toBe(shown)
      }),
    )
  })

  test('prices, kilometres, years and dates stay', () => {
    const taka = fc.integer({ min: 1_000, max: 9_999_999 }).map((price) => price.toLocaleString('en-IN'))
    const year = fc.integer({ min: 1990, max: 2030 })
    const line = fc
      .tuple(taka, taka, year, fc.integer({ min: 0, max: 200_000 }))
      .map(([from, until, of, km]) => `${of} model, ${km} km, ৳${from} to ${until} on 12/11/${of}`)
    fc.assert(
      fc.property(line, (text) => {
        expect(maskContactDetails(text)).toBe(text)
      }),
    )
  })
})
