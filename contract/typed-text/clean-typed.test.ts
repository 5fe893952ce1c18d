// Pasted text, as people paste it: what other programs put into it, and what it means.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Email, multilineTextField, Telephone, textField } from '../fields.ts'
import { cleanTyped, countOddMobileDigits, type TypedKind } from './clean-typed.ts'

type Case = [what: string, typed: string, means: string]

const numbers: Case[] = [
  ['copied from contacts on a phone', '\u202A01712-345678\u202C', '01712-345678'],
  ['zero width space in a chat', '01712\u200B345678', '01712345678'],
  ['dash set by a word processor', '01712\u2013345678', '01712-345678'],
  ['minus sign of a spreadsheet', '01712\u2212345678', '01712-345678'],
  ['digits of a wide keyboard', '\uFF10\uFF11\uFF17\uFF11\uFF12\uFF13\uFF14\uFF15\uFF16\uFF17\uFF18', '01712345678'],
  ['a link', 'tel:+8801712345678', '+8801712345678'],
  ['contacts of another phone', '\u202D+880 1712-345678\u202C', '+880 1712-345678'],
  ['hyphen that does not break', '01712\u2011345678', '01712-345678'],
  ['spaces of a web page', '01712\u00A0345\u202F678', '01712 345 678'],
  ['wide plus, brackets and dash', '\uFF0B880\uFF081712\uFF09\uFF0D345678', '+880(1712)-345678'],
  ['a link with a country code in signs', 'TEL: %2B880%201712345678;ext=1', '+880 1712345678'],
  ['Bangla digits in an isolate', '\u2068০১৭১২-৩৪৫৬৭৮\u2069', '০১৭১২-৩৪৫৬৭৮'],
  ['number plate of a document', 'Dhaka Metro\u2010La 12\u20133456', 'Dhaka Metro-La 12-3456'],
  ['chassis number of a wide keyboard', '\uFF2D\uFF25\uFF11RG4420L0123456\uFEFF', 'ME1RG4420L0123456'],
]

const lines: Case[] = [
  ['byte order mark from a text file', '\uFEFFSuzuki Gixxer', 'Suzuki Gixxer'],
  ['direction mark at the end', 'Suzuki Gixxer\u200E', 'Suzuki Gixxer'],
  ['soft hyphen of a document', 'Suzuki Gix\u00ADxer', 'Suzuki Gixxer'],
  ['two cells of a sheet', 'Suzuki\tGixxer', 'Suzuki Gixxer'],
  [
    'joined emoji stays',
    'Suzuki Gixxer \u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
    'Suzuki Gixxer \u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
  ],
  [
    'joiner of a Bangla cluster stays',
    '\u09B0\u200D\u09CD\u09AF\u09BE\u09AA\u09BF\u09A1',
    '\u09B0\u200D\u09CD\u09AF\u09BE\u09AA\u09BF\u09A1',
  ],
  ['space that does not break', 'Suzuki\u00A0Gixxer', 'Suzuki Gixxer'],
  ['word joiner and grapheme joiner', 'Suzuki\u2060 Gix\u034Fxer', 'Suzuki Gixxer'],
  ['marks of a page from right to left', '\u2067Suzuki\u2069 \u061CGixxer\u200F', 'Suzuki Gixxer'],
  ['soft line end of a word processor', 'Suzuki\vGixxer', 'Suzuki Gixxer'],
  ['joiner between Latin characters', 'Suz\u200Duki Gix\u200Cxer', 'Suzuki Gixxer'],
  ['non-joiner of Bangla stays', 'ফার\u200Cহানা হক্\u200C', 'ফার\u200Cহানা হক্\u200C'],
  ['a dash between words stays', 'Dhaka \u2013 Bogura', 'Dhaka \u2013 Bogura'],
  [
    'skin colour and flag stay',
    '\u{1F469}\u{1F3FD}\u200D\u{1F527} \u{1F3F3}\uFE0F\u200D\u{1F308}',
    '\u{1F469}\u{1F3FD}\u200D\u{1F527} \u{1F3F3}\uFE0F\u200D\u{1F308}',
  ],
]

const paragraphs: Case[] = [
  ['line ends of Windows', 'One owner.\r\nServiced.', 'One owner.\nServiced.'],
  ['list of a word processor', '\u2022\tOne owner\n\u2022\tServiced', '\u2022 One owner\n\u2022 Serviced'],
  ['line ends of old systems', 'One owner.\rServiced.', 'One owner.\nServiced.'],
  ['line separators of a web page', 'One owner.\u2028Serviced.\u2029Sold.', 'One owner.\nServiced.\nSold.'],
  ['soft line ends of a word processor', 'One owner.\vServiced.', 'One owner.\nServiced.'],
  ['byte order mark and empty lines at the end', '\uFEFFOne owner.\r\n\r\n', 'One owner.'],
  ['wide spaces before each line', '\u3000One owner.\n\u3000Serviced.', 'One owner.\n Serviced.'],
]

const emails: Case[] = [
  ['direction mark at the end', 'nila@example.com\u200E', 'nila@example.com'],
  ['a link', 'mailto:nila@example.com', 'nila@example.com'],
  ['a link with a subject', 'mailto:nila@example.com?subject=Bike', 'nila@example.com'],
  ['a link in capitals', 'MAILTO: nila@example.com', 'nila@example.com'],
  ['spaces of a web page', '\u00A0nila@example.com\u00A0', 'nila@example.com'],
  ['zero width space behind the @', 'nila@\u200Bexample.com', 'nila@example.com'],
  ['hyphen that does not break', 'nila\u2011das@example.com', 'nila-das@example.com'],
  ['a new line of a sheet', 'nila@example.com\r\n', 'nila@example.com'],
]

const casesByKind: Record<TypedKind, Case[]> = { number: numbers, line: lines, paragraphs, email: emails }

const kinds = ['number', 'line', 'paragraphs', 'email'] as const

describe.each(kinds)('%s', (kind) => {
  test.each(casesByKind[kind])('%s', (_what, typed, means) => {
    expect(cleanTyped(typed, kind)).toBe(means)
  })
})

test('fields of the contract take them', () => {
  for (const [what, typed] of numbers.filter(([, , means]) => /^\D?[\d০-৯]/.test(means)))
    expect(Telephone.parse(typed), what).toBe('+8801712345678')
  for (const [what, typed, means] of lines) expect(textField('product_name', 120).parse(typed), what).toBe(means)
  for (const [what, typed, means] of paragraphs)
    expect(multilineTextField('description', 4_000).parse(typed), what).toBe(means)
  for (const [what, typed, means] of emails) expect(Email.parse(typed), what).toBe(means)
})

test('text that is shown backwards, and control characters, are left for the fields to refuse', () => {
  for (const text of ['ab\u202Ecd', 'a\0b', 'a\u0007b']) {
    expect(cleanTyped(text, 'line')).toBe(text)
    expect(textField('product_name', 120).safeParse(text).success, JSON.stringify(text)).toBe(false)
  }
})

test('cleaning twice changes nothing, whatever is pasted', () => {
  const pasted = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc
      .array(
        fc.constantFrom(
          'tel:',
          'mailto:',
          '%20',
          '?',
          ';',
          '\u200D',
          '\u200C',
          '\u{1F468}',
          'র',
          'a',
          '\r',
          '\n',
          '\v',
          ' ',
          '\uFF54',
          '\u2013',
          '\u00AD',
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(pasted, fc.constantFrom<TypedKind>('line', 'paragraphs', 'number', 'email'), (text, kind) => {
      const cleaned = cleanTyped(text, kind)
      expect(cleanTyped(cleaned, kind)).toBe(cleaned)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['0171234567', 10],
  ['017123456789', 12],
  ['+880 171-234567', 10],
  ['০১৭১২৩৪৫৬৭', 10],
  ['01712\u2013345\u200B67', 10],
  ['01712345678', null],
  ['+8801712345678', null],
  ['8801712345678', null],
  ['02-9123456', null],
  ['+1 202 555 0123', null],
  ['0171', null],
  ['', null],
])('%j has %j digits where a mobile number has 11', (typed, digits) => {
  expect(countOddMobileDigits(typed)).toBe(digits)
})
