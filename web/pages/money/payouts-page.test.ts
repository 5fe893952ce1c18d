// The page of payouts: of a prepared payout, each person reads who sends the money.
import { expect, test } from 'vitest'
import { moneyMessages as banglaMessages } from '#web/i18n/bn/money.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { listMainButtons, loadBangla, readHtml, readText, toText } from '#tests/support/deals/read-page.ts'
import type { Payout } from './payout-acts.ts'
import Payouts from './payouts-page.tsx'

const createdAt = '2026-11-29T05:17:00.000Z'
const due: Payout = {
  _id: 'payout',
  dealId: 'deal',
  productName: 'TVS Apache RTR 160 4V',
  amount: 182_000,
  setOff: 0,
  isFrozen: false,
  state: 'due',
  needsReview: false,
  way: null,
  destination: { kind: 'bkash', last4: '0101' },
  reference: null,
  failure: null,
  createdAt,
  sentAt: null,
  confirmedAt: null,
  sellerId: 'rahim',
  sellerName: 'Rahim Uddin',
  sellerEmail: 'rahim@motohaat.test',
  destinationUsableAt: createdAt,
  holderName: 'Rahim Uddin',
  bankName: null,
  requestedBy: null,
  requestedById: null,
  approvedBy: null,
  canSendByBkash: true,
  isUnanswered: false,
  repeats: null,
}
const prepared: Payout = { ...due, way: 'by_hand', requestedBy: 'Rokeya Begum', requestedById: 'rokeya' }
const waiting: Payout = { ...due, destination: null, destinationUsableAt: null }

const toPage = (payouts: Payout[], ownId = 'rokeya') => ({
  isAdmin: false,
  ownId,
  view: 'waiting',
  result: { ok: true, value: { view: 'waiting', payouts, refunds: [], nowMs: new Date(createdAt).getTime() + 1 } },
})
const read = (payout: Payout, ownId: string) => readText(Payouts, toPage([payout], ownId))
const listButtons = (payout: Payout, ownId: string) => listMainButtons(readHtml(Payouts, toPage([payout], ownId)))

test('whoever prepared a payout by hand sends it and saves its reference; nobody else reads that', () => {
  const mine = read(prepared, 'rokeya')
  expect(mine).toContain('You send it by hand. Send it now, then save the reference here. Somebody else approves it.')
  expect(mine).toMatch(/Save the reference Ask for approval \(bKash\) instead: ৳1,82,000/)
  expect(listButtons(prepared, 'rokeya')).toEqual(['Save the reference'])
  const other = read(prepared, 'ayesha')
  expect(other).toContain('Rokeya Begum sends it. The reference appears here then; compare it with the statement')
  expect(other).not.toMatch(/Send it now|Save the reference|Somebody else/)
  expect(other).toMatch(
    /Reference missing .*approve it. Other options I send it instead: ৳1,82,000 Ask for approval \(bKash\) instead: ৳1,82,000/,
  )
  expect(other).not.toContain('Reference of the transfer')
  expect(listButtons(prepared, 'ayesha')).toEqual([])
})

test('once its reference is saved, it was sent: the other person compares the reference and approves', () => {
  const sent: Payout = { ...prepared, reference: 'BKP7Q2' }
  expect(read(sent, 'rokeya')).toContain('You sent it, reference BKP7Q2. Somebody else approves it.')
  expect(listButtons(sent, 'rokeya')).toEqual([])
  expect(listButtons(sent, 'ayesha')).toEqual(['Approve, money is sent: ৳1,82,000'])
  expect(read(sent, 'ayesha')).toContain('Rokeya Begum sent it, reference BKP7Q2. Approve it when you see it in the')
})

test('a bank transfer goes by the file below the list', () => {
  const byBank: Payout = {
    ...prepared,
    way: 'bank',
    destination: { kind: 'bank', last4: '6789' },
    canSendByBkash: false,
  }
  expect(read(byBank, 'rokeya')).toContain('Send it by the bank, with the file below, then save the reference here.')
  expect(read(byBank, 'ayesha')).not.toContain('with the file below')
})

test('what bKash sends, nobody sends by hand', () => {
  const byBkash: Payout = { ...prepared, way: 'provider' }
  expect(read(byBkash, 'rokeya')).toContain('You let bKash send it, which it does when somebody else approves it.')
  expect(read(byBkash, 'rokeya')).toMatch(/Ask bKash again: ৳1,82,000 Send by hand instead: ৳1,82,000/)
  expect(listButtons(byBkash, 'rokeya')).toEqual([])
  expect(read(byBkash, 'ayesha')).toContain('Rokeya Begum lets bKash send it, which it does when you approve it.')
  expect(read(byBkash, 'ayesha')).not.toMatch(/Reference of the transfer/)
})

test('the page says first how many wait and for whom, and how much can be paid', async () => {
  const page = toPage([due, due, prepared, { ...prepared, reference: 'BKP7Q2' }, waiting])
  expect(readText(Payouts, page)).toContain(
    '2 to send, 1 without a reference, 1 to approve: ৳7,28,000. 1 seller has not said where to send it: ৳1,82,000.',
  )
  expect(readText(Payouts, page, await loadBangla())).toContain(
    '২টি পাঠানো বাকি, ১টির লেনদেন নম্বর বাকি, ১টির অনুমোদন বাকি: ৳৭,২৮,০০০। ১ জন বিক্রেতা এখনো নম্বর দেননি: ৳১,৮২,০০০।',
  )
  expect(readText(Payouts, toPage([{ ...due, state: 'sent', way: 'by_hand' }]))).toMatch(
    / Paid out 1 sent: ৳1,82,000\. “Ask for approval .* Rahim Uddin rahim@motohaat\.test TVS Apache RTR 160 4V ৳1,82,000 /,
  )
})

test('the day that the seller was promised stands at each payout, and what is late is counted', () => {
  const at = (days: number, payouts: Payout[]) => {
    const page = toPage(payouts)
    const nowMs = new Date(createdAt).getTime() + days * 24 * 60 * 60_000
    return readText(Payouts, { ...page, result: { ok: true, value: { ...page.result.value, nowMs } } })
  }
  expect(at(3, [due])).toContain('To be sent Send by Wed 2 Dec')
  expect(at(3, [due])).not.toMatch(/\blate\b/i)
  const late = at(4, [due, prepared, waiting])
  expect(late).toContain('2 late 1 to send, 1 without a reference')
  expect(late).toContain('To be sent Late: promised by Wed 2 Dec')
  expect(late).toContain('Waits for the seller We asked the seller on Sun 29 Nov')
  const [one, two] = [
    { ...due, _id: '1', productName: 'Bike one' },
    { ...due, _id: '2', productName: 'Bike two' },
  ]
  expect(at(1, [one, two])).toMatch(
    /Bike one ৳1,82,000 To be sent Send by Wed 2 Dec Bike two ৳1,82,000 To be sent Send by Wed 2 Dec/,
  )
})

test('payouts of one seller stand together under their name, with how many there are and their sum', async () => {
  const nusrat = { sellerId: 'nusrat', sellerName: 'Nusrat Jahan', sellerEmail: 'nusrat@motohaat.test' }
  const page = toPage([
    { ...due, _id: '1', productName: 'Bike one' },
    { ...due, ...nusrat, _id: '2', productName: 'Bike two' },
    { ...prepared, _id: '3', productName: 'Bike three' },
  ])
  // What waits for the second person stands first, so its seller does.
  expect(readText(Payouts, page)).toMatch(
    /Rahim Uddin rahim@motohaat\.test 2 payouts, ৳3,64,000 Bike three .* Bike one .* Nusrat Jahan nusrat@motohaat\.test Bike two /,
  )
  expect(readText(Payouts, page, await loadBangla())).toContain('rahim@motohaat.test ২টি পাওনা, মোট ৳৩,৬৪,০০০ Bike three')
  expect(readHtml(Payouts, page)).toMatch(/<p[^>]*translate="no"[^>]*>rahim@motohaat\.test<\/p>/)
})

test('two sellers of one name have parts with names of their own', () => {
  const html = readHtml(
    Payouts,
    toPage([due, { ...due, _id: '2', sellerId: 'other', sellerEmail: 'other@motohaat.test' }]),
  )
  expect([...html.matchAll(/<section[^>]*aria-labelledby="([^"]*)"/g)].map(([, ids]) => ids)).toEqual([
    'seller-rahim mail-rahim',
    'seller-other mail-other',
  ])
  expect(html).toMatch(/<p[^>]*id="mail-other"[^>]*>other@motohaat\.test<\/p>/)
})

test('payouts of one seller that nobody has prepared are prepared together: one account, one pair of buttons with the sum', async () => {
  const [one, two] = [
    { ...due, _id: '1', productName: 'Bike one' },
    { ...due, _id: '2', productName: 'Bike two', amount: 128_000 },
  ]
  const together = toPage([one, two])
  expect(readText(Payouts, together)).toMatch(
    /2 payouts, ৳3,10,000 Bike one ৳1,82,000 To be sent .* Bike two ৳1,28,000 .* bKash number ending in 0101 Account holder: Rahim Uddin Show Ask for approval \(bKash\): ৳3,10,000 I will send it myself: ৳3,10,000/,
  )
  expect(listMainButtons(readHtml(Payouts, together))).toEqual(['Ask for approval (bKash): ৳3,10,000'])
  expect(readText(Payouts, together, await loadBangla())).toContain('অনুমোদনে দিন (বিকাশ): ৳৩,১০,০০০')
  // What goes another way, was prepared, may have been paid already or is stopped, stands by itself.
  for (const other of [
    { ...two, canSendByBkash: false },
    { ...two, ...prepared, _id: '2' },
    { ...two, needsReview: true },
    { ...two, isFrozen: true },
    { ...two, repeats: { reference: 'BKP9', failure: 'Account closed', returnedBy: null, returnReference: null } },
  ])
    expect(readText(Payouts, toPage([one, other]))).toMatch(
      /Ask for approval \(bKash\): ৳1,82,000 I will send it myself: ৳1,82,000/,
    )
})

test('of what was paid out, the e-mail address has a line of its own', () => {
  const items = [{ ...due, state: 'confirmed', confirmedAt: createdAt, reference: 'BKP7Q2' }]
  const page = { ...toPage([]), view: 'paid', result: { ok: true, value: { view: 'paid', items, isWhole: true } } }
  expect(readHtml(Payouts, page)).toMatch(/<p[^>]*>TVS Apache RTR 160 4V<\/p><p[^>]*>rahim@motohaat\.test<\/p>/)
})

test('a seller whose account is missing was asked on the day on which the money became theirs', async () => {
  expect(read(waiting, 'rokeya')).toContain('We asked the seller on Sun 29 Nov where to send it. No answer yet.')
  expect(readText(Payouts, toPage([waiting]), await loadBangla())).toContain('২৯ নভেম্বর জিজ্ঞেস করেছি। এখনো জানাননি।')
})

test('the sellers who have not said where to be paid are counted once each, with all that is theirs', async () => {
  const mizanur = { ...waiting, sellerId: 'mizanur', sellerName: 'Mizanur Rahman' }
  const page = toPage([waiting, { ...waiting, _id: '2' }, mizanur])
  expect(readText(Payouts, page)).toContain('2 sellers have not said where to send it: ৳5,46,000.')
  expect(readText(Payouts, page, await loadBangla())).toContain('২ জন বিক্রেতা এখনো নম্বর দেননি: ৳৫,৪৬,০০০।')
})

test('the day on which the seller was asked stands once in the card', () => {
  for (const payout of [waiting, { ...waiting, requestedBy: 'Rokeya Begum', requestedById: 'rokeya' }])
    expect(read(payout, 'rokeya').match(/29 Nov/g)).toHaveLength(1)
})

test('the files for the bank stand below what can be paid, and above the sellers who have not said where', () => {
  const nusrat = { sellerId: 'nusrat', sellerName: 'Nusrat Jahan', sellerEmail: 'nusrat@motohaat.test' }
  expect(readText(Payouts, toPage([waiting, { ...due, ...nusrat, _id: '2' }]))).toMatch(
    / Nusrat Jahan .* Do not open the CSV .* For the bank \(CSV\) For reading \(Excel\) Sellers who have not said where to send it Rahim Uddin /,
  )
  const paid = { ...toPage([]), view: 'paid', result: { ok: true, value: { view: 'paid', items: [], isWhole: true } } }
  for (const page of [toPage([waiting]), toPage([due]), toPage([]), paid])
    expect(readText(Payouts, page).match(/For the bank/g)).toHaveLength(1)
})

test('that a payout takes two people, and when the money moves, stands once above the list', async () => {
  const bkash = '“Ask for approval (bKash)”: nothing is sent until another person approves; then bKash sends it.'
  const byHand = '“I will send it myself”: send it, then save the reference here; another person checks it.'
  const text = readText(Payouts, toPage([due, { ...due, _id: '2', sellerId: 'another' }]))
  expect(text).toContain(`${bkash} ${byHand} Rahim Uddin`)
  expect(text.split(byHand)).toHaveLength(2)
  const noBkash = readText(Payouts, toPage([{ ...due, canSendByBkash: false }]))
  expect(noBkash).toContain(byHand)
  expect(noBkash).not.toContain('bKash)”')
  expect(readText(Payouts, toPage([due]), await loadBangla())).toContain(
    '“অনুমোদনে দিন (বিকাশ)”: আরেকজন অনুমোদন না দেওয়া পর্যন্ত টাকা যাবে না; দিলে বিকাশ পাঠাবে।',
  )
})

test('the sellers without an account and their bikes stand a level below the heading of their part', () => {
  const html = readHtml(
    Payouts,
    toPage([{ ...due, _id: '2', sellerId: 'nusrat', sellerName: 'Nusrat Jahan' }, waiting]),
  )
  const headings = [...html.matchAll(/<h([2-4])[^>]*>(.*?)<\/h\1>/g)].map(([, level, words = '']) => [level, words])
  expect(headings).toEqual([
    ['2', 'Nusrat Jahan'],
    ['3', due.productName],
    ['2', 'Sellers who have not said where to send it'],
    ['3', 'Rahim Uddin'],
    ['4', due.productName],
  ])
})

test('the e-mail to a seller is written from the card, of several from the last', () => {
  const html = readHtml(Payouts, toPage([waiting, { ...waiting, _id: '2' }]))
  const cards = [...html.matchAll(/<li class="panel case">.*?<\/li>/g)].map(([card]) => toText(card))
  expect(cards.map((text) => text.endsWith('No answer yet. Write an e-mail'))).toEqual([false, true])
  expect(toText(html).match(/Write an e-mail/g)).toHaveLength(1)
})

test('the question of bKash says that the money goes once somebody else has approved it', () => {
  const { askBkash } = moneyMessages.en.payouts
  expect(askBkash.heading('৳1,82,000', 'Rahim Uddin')).toBe('Send ৳1,82,000 to Rahim Uddin with bKash?')
  expect(askBkash.text).toBe('bKash sends it when somebody else has approved it.')
  expect(banglaMessages.payouts.askBkash.text).toBe('আরেকজন অনুমোদন করলে বিকাশ পাঠাবে।')
})

test('the buttons that say what happened, and the one of a reference, have no sum', () => {
  expect(read({ ...due, state: 'sent', way: 'by_hand' }, 'rokeya')).toMatch(/Arrived Came back( |$)/)
  expect(read(prepared, 'rokeya')).toMatch(/Save the reference Ask for approval \(bKash\) instead/)
})

test('sellers who have not said where to be paid stand last, under a heading of their own', async () => {
  const nusrat = { sellerId: 'nusrat', sellerName: 'Nusrat Jahan', sellerEmail: 'nusrat@motohaat.test' }
  const page = toPage([waiting, { ...due, ...nusrat, _id: '2' }, { ...due, _id: '3', productName: 'Bike three' }])
  expect(readText(Payouts, page)).toMatch(
    / Nusrat Jahan .* Rahim Uddin .* Bike three .* Sellers who have not said where to send it Rahim Uddin .* TVS Apache/,
  )
  expect(readText(Payouts, page, await loadBangla())).toContain('যাঁরা এখনো নম্বর দেননি Rahim Uddin')
  const ids = [...readHtml(Payouts, page).matchAll(/ id="(seller-[^"]*)"/g)].map(([, id]) => id)
  expect(ids).toEqual(['seller-nusrat', 'seller-rahim', 'seller-waiting-rahim'])
  // Whoever asks whether it was paid already waits for nobody.
  for (const other of [due, { ...waiting, needsReview: true }])
    expect(readText(Payouts, toPage([other]))).not.toContain('Sellers who have not said')
})

test('the state and the sentence above the list say one word for sending, and the button does not say that it sends', async () => {
  const text = readText(Payouts, toPage([due]))
  expect(text).toMatch(/ 1 to send: .* To be sent .* Ask for approval \(bKash\): /)
  expect(text).not.toMatch(/prepar/i)
  const bangla = readText(Payouts, toPage([due]), await loadBangla())
  expect(bangla).toMatch(/১টি পাঠানো বাকি: .* ৳১,৮২,০০০ পাঠানো বাকি .* অনুমোদনে দিন \(বিকাশ\): /)
  expect(bangla).not.toMatch(/তৈরি|শুরু/)
})

test('the name of the account says that it is its holder’s', async () => {
  expect(readHtml(Payouts, toPage([due]))).toContain('Account holder: <span translate="no">Rahim Uddin</span>')
  expect(readText(Payouts, toPage([due]), await loadBangla())).toContain('অ্যাকাউন্টের মালিক: Rahim Uddin')
})

test('a seller who has not said where to be paid can be written to, with the sum and the page that asks', () => {
  const html = readHtml(Payouts, toPage([waiting, { ...waiting, _id: '2' }]))
  const [, query = ''] =
    /<a class="btn btn--line" href="mailto:rahim@motohaat\.test\?([^"]*)" aria-label="Write an e-mail to Rahim Uddin"/.exec(
      html,
    ) ?? []
  const mail = new URLSearchParams(query.replaceAll('&amp;', '&'))
  expect(mail.get('subject')).toBe('Where shall we send your money?')
  expect(mail.get('body')).toBe(
    'Rahim Uddin, ৳3,64,000 for your bike is yours. Tell us where to send it: https://motohaat.example/dashboard/money',
  )
  expect(readHtml(Payouts, toPage([due]))).not.toContain('mailto:')
})
