// Why an advertisement waits: the rules of publishing, or reports.
import { expect, test } from 'vitest'
import type { CallResponse } from '#contract/call.ts'
import type { caseCalls } from '#contract/cases/case-calls.ts'
import { loadBangla, readHtml, readText } from '#tests/support/deals/read-page.ts'
import Waits from './waits-page.tsx'

type WaitingBike = CallResponse<(typeof caseCalls)['GET /waiting/:id']>

const waiting: WaitingBike = {
  _id: 'gixxer',
  productName: 'Suzuki Gixxer 155',
  price: 178_000,
  image: '',
  because: 'rules',
  waitsSince: '2026-11-20T04:00:00.000Z',
  lookBy: '2026-11-21T04:00:00.000Z',
  reasons: [],
}

test('a reported advertisement says so, by when a moderator looks, what follows, and that it can be changed', async () => {
  const reported: WaitingBike = { ...waiting, because: 'reports' }
  const text = readText(Waits, reported)
  expect(text).toContain('Nobody sees it for now. We look at it by Sat 21 Nov, 10:00 AM.')
  expect(text).toContain('Several people have reported it.')
  expect(text).toContain('If not, you read why, and may ask for a second look.')
  expect(text).not.toContain('goes online at once')
  expect(readHtml(Waits, reported)).toContain('href="/dashboard/myproducts/gixxer"')
  const inBangla = readText(Waits, reported, await loadBangla())
  expect(inBangla).toContain('কয়েকজন বিজ্ঞাপনটি নিয়ে অভিযোগ জানিয়েছেন।')
})

test('an advertisement that waits by the rules says nothing of reports', async () => {
  const changed: WaitingBike = { ...waiting, reasons: [{ rule: 'border_words', quote: 'border cross' }] }
  for (const bike of [waiting, changed]) {
    expect(readText(Waits, bike)).not.toMatch(/report/i)
    expect(readText(Waits, bike, await loadBangla())).not.toContain('অভিযোগ')
  }
  expect(readText(Waits, changed)).toContain('Change what is below and it goes online at once')
  expect(readText(Waits, waiting)).toContain('You do not have to do anything.')
})
