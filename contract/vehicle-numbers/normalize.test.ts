import { describe, expect, test } from 'vitest'
import { getLastFour, isWholeNumber, normalizeNumber, type NumberKind, numberKinds, toCharacters } from './normalize.ts'

const numbers: Record<NumberKind, readonly string[]> = {
  chassis: [
    'ME1RG4420L0123456',
    'ME1RG4420L0123457',
    'MB8NG48BAE8101234',
    'MB8NG48BAE8101243',
    'MD2A11CY5KCA00001',
    'MD2A11CY5KCA00010',
    'ME4JC58CKH8000110',
    'ME4JC58CKH8000101',
    'MD634KE45K2A01010',
    'MBLHAR072JHM12345',
    'MBLHAR072JHM12354',
    'PS0MA1100HB000123',
    'LWBPCJ1F0H1A00987',
    'LB420PCK0HC100',
  ],
  engine: [
    'G3E5E0412345',
    'G3E5EO412345',
    'BGA1123456',
    'BGAI123456',
    'DHZWKA00001',
    'DHZWKA00010',
    'JC58E80123456',
    'JC58E80123465',
    'OK4KL2004321',
    '0K4KL2004321',
    'HA07EMJHM12345',
    'QJ157FMI0H100987',
    'OJ157FMI0H100987',
  ],
  registration: [
    'Dhaka Metro-La 12-3456',
    'Dhaka Metro-La 12-3465',
    'Dhaka Metro-Ha 12-3456',
    'Chatta Metro-Ha 11-0010',
    'Chatta Metro-Ha 11-0100',
    'Sylhet-Ha 14-1234',
    'Sylhet-La 14-1234',
    'ঢাকা মেট্রো-ল ১২-৩৪৫৬',
    'ঢাকা মেট্রো-হ ১২-৩৪৫৬',
    'সিলেট-হ ১৪-১২৩৪',
    'চট্ট মেট্রো-ল ১১-০০১০',
    'Bogura-Ha 12-5566',
    'বগুড়া-হ ১২-৫৫৬৬',
  ],
}

const toBangla = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint('০'.charCodeAt(0) + Number(digit)))
const toFullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (character) => String.fromCodePoint(character.charCodeAt(0) + 0xfe_e0))
const group = (text: string, sign: string): string => text.replace(/(.{3})(?=.)/g, `$1${sign}`)
/** As people misread a chassis number, in which no O and no I stand. */
const misread = (text: string): string => text.replaceAll('0', 'O').replaceAll('1', 'I')

const spellings: readonly ((number: string, kind: NumberKind) => string)[] = [
  (number) => number,
  (number) => ` ${number.toLowerCase()}. `,
  (number) => toBangla(number),
  (number) => toFullWidth(number),
  (number, kind) => (kind === 'chassis' ? group(misread(number), '-') : number.replaceAll(/[- ]/g, ' / ')),
]

const all = numberKinds.flatMap((kind) => numbers[kind].map((number) => ({ kind, number })))

describe('40 numbers in 200 spellings', () => {
  test('all five spellings of a number are one, and no other number is the same', () => {
    const owners = new Map<string, string>()
    let count = 0
    for (const { kind, number } of all)
      for (const spell of spellings) {
        const key = `${kind} ${normalizeNumber(kind, spell(number, kind))}`
        expect([spell(number, kind), owners.get(key) ?? number]).toEqual([spell(number, kind), number])
        expect([number, isWholeNumber(kind, spell(number, kind))]).toEqual([number, true])
        owners.set(key, number)
        count += 1
      }
    expect([all.length, owners.size, count]).toEqual([40, 40, 200])
  })

  test.each([
    ['chassis', 'MEIRG442OL0I23456', 'ME1RG4420L0123456'],
    ['chassis', 'MEQRG442QL0I23456', 'ME0RG4420L0123456'],
    ['engine', 'OQI-0412', 'OQI0412'],
    ['registration', 'ঢাকা মেট্রো-হ ১২-৩৪৫৬', 'ঢকমটরহ123456'],
  ] as const)('%s %s is %s', (kind, typed, normalized) => {
    expect(normalizeNumber(kind, typed)).toBe(normalized)
  })
})

test.each([
  ['chassis', 'RG4420L01'],
  ['chassis', 'A'.repeat(17)],
  ['chassis', 'ME1RG4420L0123456ME1RG4420L0123456'],
  ['chassis', 'চেসিস নম্বর ১২৩৪৫৬৭৮৯০'],
  ['engine', '1234'],
  ['registration', 'Dhaka Metro-Ha'],
  ['registration', '123456'],
  ['registration', '-'],
] as const)('%s %j is no whole number', (kind, typed) => {
  expect(isWholeNumber(kind, typed)).toBe(false)
})

test('people compare the last four characters', () => {
  expect(getLastFour('me1 rg4420 l0-৩৪৫৬')).toBe('3456')
  expect(toCharacters('dhaka metro-ha ১২-৩৪৫৬')).toBe('DHAKAMETROHA123456')
})
