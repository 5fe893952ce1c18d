// What a moderator reads of a text that a buyer sent to many sellers.
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { loadBangla, readText } from '#tests/support/deals/read-page.ts'
import { RepeatedTexts } from './repeated-texts.tsx'

const sent = { text: 'Call 01712-345678', sellers: 5, at: '2026-11-20T04:00:00.000Z' }
const Page = () => createElement(RepeatedTexts, { texts: [sent] })

test('the moderator reads to how many sellers a text went, until when, and the text as it was written', async () => {
  expect(readText(Page, null)).toBe('The same text to 5 sellers Fri 20 Nov, 10:00 AM Call 01712-345678')
  expect(readText(Page, null, await loadBangla())).toContain('একই লেখা ৫ জন বিক্রেতাকে')
})
