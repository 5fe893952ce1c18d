import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/test-app.ts'
import { findNationalIds, hasNationalId, searchedColumns } from './national-ids.ts'

test.each(['NID 1234567890', '৫৫১২৩৪৫৬৭৮৯০১', 'এনআইডি ১৯৮৫২৬৯১২৩৪৫৬৭৮৯০।', '{"note":"19852691234567890"}'])(
  '%s has a number of a national id',
  (text) => {
    expect(hasNationalId(text)).toBe(true)
  },
)

test.each([
  '01712345678',
  '+8801712345678',
  '8801712345678',
  '{"time":1794900000000}',
  '018f6c2a-7b1c-7cc0-8000-1234567890ab',
  '12345678901234',
  '0.1234567890',
  'ME1RG44201234567890',
])('%s has none', (text) => {
  expect(hasNationalId(text)).toBe(false)
})

test('one in a text about papers, transfers or inspections is found', async () => {
  const testApp = await createTestApp()
  expect(await findNationalIds(testApp.db.$client)).toEqual([])
  const reading: string[] = []
  const db = {
    query: (sql: string) => {
      reading.push(sql)
      return Promise.resolve({ rows: sql.includes('"mails"') ? [{ text: 'NID ১২৩৪৫৬৭৮৯০' }] : [] })
    },
  }
  expect(await findNationalIds(db)).toEqual(['mails.subject', 'mails.text'])
  expect(reading).toHaveLength(1 + searchedColumns.length)
})
