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
