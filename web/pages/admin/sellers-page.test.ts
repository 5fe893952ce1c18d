// The admin's list of sellers: what stands beside a name, and the way to the bikes.
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { loadBangla, readHtml, readText } from '#tests/support/deals/read-page.ts'
import type { Seller } from './fetch-people.ts'
import { AskDialog, TakeBadgeBackDialog, VerifyDialog } from './sellers/badge-dialogs.tsx'
import { VerifyFields } from './sellers/verify-fields.tsx'
import Sellers from './sellers-page.tsx'

const seller: Seller = {
  _id: 'shila',
  name: 'Shila Begum',
  email: 'shila@motohaat.test',
  role: 'Seller',
  status: true,
  photoURL: null,
  badgeUntil: '2027-08-21',
  badgeEvidence: 'shop_visited',
  badgeNote: null,
  phone: '01700-000308',
  isPhoneProven: false,
  isEmailProven: true,
  place: 'Mirpur 10, Dhaka',
  registeredOn: '2026-06-06',
  bikesOnSale: 12,
  bikesSold: 0,
  reports: 0,
  question: null,
}
const toPage = (one: Seller) => ({
  position: { search: '', cursor: undefined, first: 1 },
  page: { items: [one], total: 1, next: null },
  total: 1,
  view: 'all',
  counts: { ready: 0, asked: 0, empty: 0 },
  today: '2026-11-29',
})

test('the badge stands beside the name, and the count leads to the seller’s bikes', () => {
  const text = readText(Sellers, toPage(seller))
  expect(text).toMatch(/Shila Begum Verified 01700-000308 · Mirpur 10, Dhaka Since [^@]* · 12 on sale, 0 sold/)
  expect(text.match(/\bVerified\b(?! by)/g)).toHaveLength(1)
  expect(readHtml(Sellers, toPage(seller))).toMatch(/<a[^>]* href="\/sellers\/shila"[^>]*>12 on sale, 0 sold<\/a>/)
})

test('an address that nobody has confirmed says so', async () => {
  expect(readText(Sellers, toPage(seller))).not.toContain('Not confirmed')
  const unproven = toPage({ ...seller, isEmailProven: false })
  expect(readText(Sellers, unproven)).toContain('shila@motohaat.test · Not confirmed')
  expect(readText(Sellers, unproven, await loadBangla())).toContain('ই-মেইল নিশ্চিত হয়নি')
})

test('what a badge rests on and its last day are one sentence', async () => {
  expect(readHtml(Sellers, toPage(seller))).toContain('>Verified by a visit, until 21\u00a0August\u00a02027<')
  const old = { ...seller, badgeEvidence: 'before_record' as const }
  expect(readText(Sellers, toPage(old))).toContain('Verified, until 21 August 2027 Check again Unverify Delete')
  const bangla = await loadBangla()
  expect(readText(Sellers, toPage(seller), bangla)).toContain('দোকান দেখে যাচাই করা, মেয়াদ ২১ আগস্ট ২০২৭ পর্যন্ত')
})

test('who has no badge has the button that gives one', () => {
  const text = readText(Sellers, toPage({ ...seller, status: false, badgeUntil: null, isPhoneProven: true }))
  expect(text).toMatch(
    /Shila Begum 01700-000308 · number confirmed · Mirpur 10, Dhaka Waiting .* Verify Ask for something Delete/,
  )
  expect(text).not.toMatch(/\bVerified\b|Unverify/)
})

test('who has no badge waits for it, and the days are counted', async () => {
  const bangla = await loadBangla()
  const read = (registeredOn: string, language?: typeof bangla) =>
    readText(Sellers, toPage({ ...seller, status: false, badgeUntil: null, registeredOn }), language)
  expect(read('2026-06-22')).toContain('Waiting 160 days')
  expect(read('2026-11-28')).toMatch(/Waiting 1 day\b/)
  expect(read('2026-11-29')).toContain('New today')
  expect(read('2026-06-22', bangla)).toContain('১৬০ দিন অপেক্ষায়')
  expect(readText(Sellers, toPage(seller))).not.toContain('Waiting')
})

const unverified: Seller = { ...seller, status: false, badgeUntil: null }
const nobody: Seller = { ...unverified, phone: null, place: null, isEmailProven: false, bikesOnSale: 0, bikesSold: 0 }

test('a seller with nothing to check has a sentence about what is missing, and the button stands behind “More”', async () => {
  const readMenu = (one: Seller) =>
    /<details[^>]*><summary[^>]*aria-label="More for Shila Begum".*?<\/details>/.exec(
      readHtml(Sellers, toPage(one)),
    )?.[0]
  expect(readMenu(nobody)).toContain('aria-label="Verify Shila Begum"')
  expect(readText(Sellers, toPage(nobody))).toMatch(/Shila Begum No number\. No bike yet\. Waiting 176 days shila@/)
  expect(readText(Sellers, toPage(nobody), await loadBangla())).toContain('নম্বর নেই। এখনো বাইক নেই।')
  for (const one of [
    { ...nobody, phone: seller.phone },
    { ...nobody, bikesSold: 1 },
  ]) {
    expect(readMenu(one)).not.toContain('aria-label="Verify Shila Begum"')
    expect(readHtml(Sellers, toPage(one))).toMatch(/<button class="btn btn--line"[^>]*aria-label="Verify Shila Begum"/)
  }
  expect(readText(Sellers, toPage({ ...nobody, bikesSold: 1 }))).toContain('No telephone number')
})

test('what can be done about a badge stands behind “More”, and the card is as low as one with nothing to check', () => {
  const html = readHtml(Sellers, toPage(seller))
  expect(html).toMatch(
    /<details[^>]*class="moreacts".*aria-label="Check again: Shila Begum".*aria-label="Unverify Shila Begum".*<\/details>/,
  )
  const readRow = (one: Seller) => /<tbody><tr([^>]*)>/.exec(readHtml(Sellers, toPage(one)))?.[1]
  expect([seller, nobody].map((one) => readRow(one))).toEqual([' class="quiet"', ' class="quiet"'])
  expect(readRow(unverified)).toBe('')
})

test('a seller without a bike has no page to open', () => {
  const html = readHtml(Sellers, toPage({ ...unverified, bikesOnSale: 0, bikesSold: 0 }))
  expect(html).toContain('0 on sale, 0 sold')
  expect(html).not.toContain('href="/sellers/shila"')
})

const readSheet = (person: Seller) => createElement(VerifyFields, { person, problems: {} })

test('the form that gives a badge has a button that calls the seller', async () => {
  const html = readHtml(() => readSheet(unverified), null)
  expect(html).toMatch(
    /<a class="btn btn--line" href="tel:01700000308" aria-label="Call 01700-000308: Shila Begum">.*Call 01700-000308<\/span><\/a>/,
  )
  expect(readText(() => readSheet(unverified), null, await loadBangla())).toContain('০১৭০০-০০০৩০৮ নম্বরে ফোন করুন')
  expect(readHtml(() => readSheet(nobody), null)).not.toContain('tel:')
  expect(readText(() => readSheet(nobody), null)).toContain('No telephone number')
})

test('the form that gives a badge says what the list says: since when, where, bikes, reports and the e-mail address', async () => {
  const bangla = await loadBangla()
  const read = (changes: Partial<Seller>, language?: typeof bangla) =>
    readText(() => readSheet({ ...unverified, ...changes }), null, language)
  expect(read({})).toContain(
    'Since 6 June 2026 · Mirpur 10, Dhaka · number not confirmed 12 on sale, 0 sold · No reports shila@motohaat.test · confirmed What did you check?',
  )
  expect(read({ isPhoneProven: true })).toContain('Mirpur 10, Dhaka · number confirmed 12 on sale')
  expect(read({ reports: 2, isEmailProven: false })).toContain('2 reports shila@motohaat.test · Not confirmed What')
  expect(read({ isEmailProven: false }, bangla)).toContain('কোনো অভিযোগ নেই shila@motohaat.test · ই-মেইল নিশ্চিত হয়নি')
})

test('the single button of a form in a dialog is as wide as its fields', () => {
  const props = { person: unverified, onClose: () => undefined }
  const verify = readHtml(() => createElement(VerifyDialog, { ...props, isAgain: false }), null)
  expect(verify).toContain('class="modal__foot modal__foot--column"')
  expect(readHtml(() => createElement(TakeBadgeBackDialog, props), null)).toContain('class="modal__foot"')
})

test('what the admin saw stands beside what the badge rests on, and the form asks for it', async () => {
  const badgeNote = 'Two workshops, one at <b>Mirpur</b>.'
  const html = readHtml(Sellers, toPage({ ...seller, badgeNote }))
  expect(html).toMatch(
    /until 21\u00a0August\u00a02027<\/small><p [^>]*dir="auto">Two workshops, one at &lt;b&gt;Mirpur/,
  )
  expect(readHtml(Sellers, toPage(seller))).not.toContain('</small><p')
  const sheet = readHtml(() => readSheet(unverified), null)
  expect(sheet).toMatch(/<textarea[^>]*maxLength="300"/i)
  expect(sheet.match(/<textarea[^>]*>/)?.[0]).not.toContain('required')
  expect(readText(() => readSheet(unverified), null)).toContain(
    'What did you see? ( optional ) Admins read this, and the seller in a copy of their own data; buyers do not.',
  )
  expect(readText(() => readSheet(unverified), null, await loadBangla())).toContain('কী কী দেখলেন? ( না লিখলেও চলে )')
})

test('of several things that were checked the strongest is chosen, and each field says who reads it', async () => {
  const html = readHtml(() => readSheet(unverified), null)
  expect(html).toMatch(/<fieldset[^>]* aria-describedby="evidence-hint"/)
  const [beforeChoices = '', afterChoices = ''] = html.split('<div class="choices">')
  expect(beforeChoices).toContain(
    'id="evidence-hint">Choose the strongest, and write the rest below. Buyers read your choice. The badge runs for 12 months.</p>',
  )
  expect(afterChoices).not.toContain('Buyers read')
  expect(afterChoices).toContain('Admins read this, and the seller in a copy of their own data; buyers do not.')
  const bangla = readText(() => readSheet(unverified), null, await loadBangla())
  expect(bangla).toContain(
    'কী দেখে যাচাই করলেন? সবচেয়ে জোরালোটি বেছে নিন, চাইলে বাকিটা নিচে লিখুন। কোনটি বেছেছেন, ক্রেতারা দেখবেন। ব্যাজ ১২ মাস থাকে।',
  )
  expect(bangla).toContain('বিক্রেতা নিজের তথ্যের কপিতে পাবেন; ক্রেতারা দেখবেন না।')
})

test('a seller without a badge can be asked for something behind “More”, whether there is something to check or not', async () => {
  const bangla = await loadBangla()
  const readMenu = (one: Seller, language?: typeof bangla) =>
    /<details.*<\/details>/s.exec(readHtml(Sellers, toPage(one), language))?.[0] ?? ''
  for (const one of [unverified, nobody, { ...unverified, question: asked }])
    expect(readMenu(one)).toContain('aria-label="Ask for something: Shila Begum"')
  expect(readMenu(unverified, bangla)).toMatch(/aria-label="কিছু চেয়ে নিন: Shila Begum"[^>]*>কিছু চেয়ে নিন</)
  expect(readMenu(seller)).not.toContain('Ask for something')
  // Who was asked can be verified all the same.
  expect(readHtml(Sellers, toPage({ ...unverified, question: asked }))).toMatch(
    /<button class="btn btn--line"[^>]*aria-label="Verify Shila Begum"/,
  )
})

const asked = { wanted: 'papers', askedOn: '2026-11-03', answeredOn: null } as const

test('the row says what the seller was asked for, and since when they say that it is done', async () => {
  const bangla = await loadBangla()
  const read = (question: Seller['question'], language?: typeof bangla) =>
    readText(Sellers, toPage({ ...unverified, question }), language)
  expect(read(asked)).toContain('Asked for the papers on 3 November 2026 shila@')
  expect(read({ ...asked, answeredOn: '2026-11-04' })).toContain(
    'Asked for the papers on 3 November 2026 · says it is done, 4 November 2026',
  )
  expect(read({ ...asked, wanted: 'call' })).toContain('Asked on 3 November 2026 when we may call')
  expect(read({ ...asked, answeredOn: '2026-11-04' }, bangla)).toContain(
    '৩ নভেম্বর ২০২৬ কাগজ চাওয়া হয়েছে · বলছেন হয়ে গেছে, ৪ নভেম্বর ২০২৬',
  )
  expect(read(null)).not.toContain('Asked for')
})

test('the form that asks offers papers of a bike or a bike, says who reads it, and its button names the seller', async () => {
  const props = { person: unverified, onClose: () => undefined }
  const dialog = () => createElement(AskDialog, props)
  const html = readHtml(dialog, null)
  const radios = html.match(/<input[^>]*type="radio"[^>]*>/g) ?? []
  const listWants = (shown: string) => [...shown.matchAll(/<input[^>]* value="(\w+)"/g)].map(([, wanted]) => wanted)
  expect(listWants(html)).toEqual(['papers', 'phone', 'call'])
  const withoutBike = () => createElement(AskDialog, { ...props, person: { ...unverified, bikesOnSale: 0 } })
  expect(listWants(readHtml(withoutBike, null))).toEqual(['phone', 'call', 'bike'])
  for (const radio of radios) expect(radio).toMatch(/ required="".* name="wanted"/)
  const text = readText(dialog, null)
  expect(text).toContain('Ask Shila Begum for something')
  expect(text).toContain('Nobody answered the phone: say when we may call')
  expect(text).toContain('Buyers do not read it.')
  expect(text).toMatch(/Ask Shila Begum$/)
  expect(readText(dialog, null, await loadBangla())).toMatch(
    /Shila Begum-\u2060কে অনুরোধ .*ফোন ধরেননি: কখন ফোন করব জানান.* Shila Begum-\u2060কে অনুরোধ পাঠান$/,
  )
})
