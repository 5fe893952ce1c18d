import { expect, test } from 'vitest'
import { auditCalls } from './audit.ts'
import { toCsv } from './csv.ts'
import { adminDealCalls } from './deals.ts'
import { adminMoneyCalls } from './money.ts'

test('a CSV has quoted texts, plain numbers, and a byte order mark for Bangla', () => {
  expect(toCsv(['words', 'times'], [['হিরো "হাঙ্ক"', 3]])).toBe('\uFEFF"words","times"\r\n"হিরো ""হাঙ্ক""",3\r\n')
})

test.each([
  '=1+1',
  '+8801',
  '-2',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  // In full width, as East Asian keyboards type them, in small form, and behind spaces and marks that nobody sees.
  '＝1+1',
  '＋8801',
  '－2',
  '＠SUM(A1)',
  '﹦1',
  '﹣2',
  ' =1',
  '\u00A0@A1',
  '\u200B=1',
  '\uFEFF+1',
  '\u2060 ＝1',
])('a spreadsheet does not run %j as a formula', (text) => {
  expect(toCsv(['words'], [[text]])).toContain(`"'${text}"`)
})

test.each(['Rahim-Uddin', 'a=b', '৳-', 'ক+খ', '৩'])('%j stays as it is', (text) => {
  expect(toCsv(['words'], [[text]])).toContain(`\r\n"${text}"\r\n`)
})

test.each([
  '0178123456',
  '00',
  '007.50',
  '123456789012',
  '1234567890123456789',
  '8E12',
  '12e-5',
  '1.10',
  ' 0178',
  '0178\u200B',
  '\uFEFF0178',
  '０１７８',
])('a spreadsheet shows the reference %j as it is', (text) => {
  expect(toCsv(['reference'], [[text]])).toBe(`\uFEFF"reference"\r\n"'${text}"\r\n`)
})

test.each(['0', '2026', '12345678901', '0.5', 'BKA178', 'pi_012345678901', 'E12', '8E', '2026-11-22', '01900000-0000'])(
  '%j needs no mark in a spreadsheet',
  (text) => {
    expect(toCsv(['reference'], [[text]])).toContain(`\r\n"${text}"\r\n`)
  },
)

test('a program reads the number of an account as it is, and a text that could be a formula is marked there too', () => {
  const file = toCsv(['number', 'name'], [['00123456789012345', '=1+1']], { readBy: 'program' })
  expect(file).toContain(`\r\n"00123456789012345","'=1+1"\r\n`)
})

test('an amount below zero stays a number', () => {
  expect(toCsv(['taka'], [[-500]])).toContain('\r\n-500\r\n')
})

test('no list that the admin downloads as CSV has a number of an account or a telephone, which a spreadsheet changes', () => {
  const lists = [
    adminDealCalls['GET /alldeals'],
    adminMoneyCalls['GET /allpayments'],
    adminMoneyCalls['GET /allrefunds'],
    adminMoneyCalls['GET /ledger'],
    auditCalls['GET /audit'],
  ]
  const columns = lists.flatMap(({ response }) => Object.keys(response.element.shape))
  expect(columns).toContain('buyerName')
  expect(columns.filter((name) => /number|phone|contact|account/i.test(name))).toEqual([])
})
