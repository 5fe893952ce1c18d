// The moderators' page of papers that wait for a check.
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { paperFaults } from '#contract/papers/paper-kinds.ts'
import { findReason } from '#web/components/evidence-queue/decide-evidence.tsx'
import { listMainButtons, loadBangla, readHtml, readTranslatable, toText } from '#tests/support/deals/read-page.ts'
import { paperMessages } from '#web/i18n/en/papers.ts'
import CheckPapers from './check-papers-page.tsx'
import { OpenPaper, type OpenedPaper } from './open-paper.tsx'

const bangla = await loadBangla()
const waiting = {
  _id: 'one',
  kind: 'registration',
  productName: 'Suzuki Gixxer 155',
  sellerName: 'Rahim Uddin',
  shownAt: '2026-11-03T04:00:00.000Z',
  openedBy: null as string | null,
  openUntil: null,
}
const readQueue = (items: (typeof waiting)[], language?: typeof bangla) =>
  readHtml(CheckPapers, { ok: true, value: { items, next: null } }, language)

const opened: OpenedPaper = {
  _id: 'one',
  kind: 'tax_token',
  said: 'valid',
  validUntil: '2027-03-31',
  fileId: 'file',
  shownAt: waiting.shownAt,
  openUntil: '2026-11-03T04:15:00.000Z',
  productId: 'gixxer',
  productName: 'Suzuki Gixxer 155',
  slug: 'suzuki-gixxer-155',
  brand: 'Suzuki',
  model: 'Gixxer',
  engineCc: 155,
  registrationYear: 2021,
  registrationDistrict: 'dhaka',
  sellerId: 'rahim',
  accountName: 'Rahim Uddin',
  sellerName: 'Rahim Motors',
  numbers: [{ kind: 'registration', number: 'Dhaka Metro-La 45-6789' }],
  isPhotoOfOther: false,
}
const act = async () => {}
const readOpen = (paper: OpenedPaper, language?: typeof bangla) => {
  const props = { paper, isBusy: false, onDecide: act, onClose: act }
  return readHtml(() => createElement(OpenPaper, props), null, language)
}

test('the queue says which paper of whom waits since when, and whether a colleague reads it', () => {
  const text = toText(readQueue([{ ...waiting, openedBy: 'Imran Khan' }]))
  expect(text).toContain('Registration Suzuki Gixxer 155 · Rahim Uddin · waits since')
  expect(text).toContain('Imran Khan reads it now')
  expect(text).toContain('The photo is there for 15 minutes, with your name on it.')
  const inBangla = toText(readQueue([waiting], bangla))
  expect(inBangla).toContain('রেজিস্ট্রেশন Suzuki Gixxer 155 · Rahim Uddin')
  expect(inBangla).toContain('ছবি ১৫ মিনিট থাকে')
  expect(readTranslatable(readQueue([waiting]))).not.toMatch(/Gixxer 155 ·|Rahim/)
})

test('the main button opens the paper that waits longest and that no colleague reads', () => {
  const html = readQueue([{ ...waiting, _id: 'read', openedBy: 'Imran Khan' }, waiting, { ...waiting, _id: 'later' }])
  expect(listMainButtons(html)).toEqual(['Open the photo'])
  const classes = [...html.matchAll(/<button class="btn (btn--\w+)"[^>]*aria-label="Open/g)].map(([, name]) => name)
  expect(classes).toEqual(['btn--line', 'btn--primary', 'btn--line'])
})

test('a queue without papers says so', () => {
  expect(toText(readQueue([]))).toContain('No paper waits')
  expect(toText(readQueue([], bangla))).toContain('কোনো কাগজ অপেক্ষায় নেই')
})

test('beside the photo stands what was said, the names, and until when the photo is open', () => {
  const text = toText(readOpen(opened))
  for (const part of [
    'Open until',
    'The seller says Tax token',
    'Valid until 31 March 2027',
    'Registration number Dhaka Metro-La 45-6789',
    'Name of the account Rahim Uddin',
    'Name in the advertisement Rahim Motors',
    'Model Suzuki Gixxer Engine (cc) 155',
    'Registered 2021, Dhaka',
  ])
    expect(text).toContain(part)
  expect(toText(readOpen(opened, bangla))).toContain('৩১ মার্চ ২০২৭')
  expect(readTranslatable(readOpen(opened))).not.toMatch(/Rahim|Suzuki/)
})

test('a photo that another member has sent too is named in red', () => {
  expect(toText(readOpen(opened))).not.toContain('very same photo')
  expect(readOpen({ ...opened, isPhotoOfOther: true })).toMatch(
    /note--stop.*Another member has sent the very same photo/,
  )
})

test('the reasons have the numbers of their keys, 1 to 5, in both languages', () => {
  expect(['1', '2', '3', '4', '5'].map((key) => findReason(paperFaults, key))).toEqual([...paperFaults])
  for (const key of ['0', '6', '11', 'a', '']) expect(findReason(paperFaults, key)).toBeUndefined()
  expect(toText(readOpen(opened))).toMatch(
    /1\. Cannot be read 2\. Another name 3\. Another number 4\. A part is covered 5\. Looks changed/,
  )
  expect(toText(readOpen(opened, bangla))).toMatch(/১\. পড়া যায় না .*৫\. বদলানো মনে হয়/)
})

test('the switch for the keys stands where something waits', () => {
  expect(toText(readQueue([waiting]))).toContain(paperMessages.en.check.keys)
  expect(toText(readQueue([]))).not.toContain(paperMessages.en.check.keys)
})
