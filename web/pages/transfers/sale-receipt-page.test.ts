// The sale receipt as it is printed: every field is read back from the page, with what the server answers.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadBangla, readHtml, readTranslatable, toText } from '#tests/support/deals/read-page.ts'
import { beginDeal, handOverDeal, payDeal, signInAdmin, type TestDeal } from '#tests/support/money.ts'
import { toPrintedPattern } from '#tests/support/papers/printed-receipt.ts'
import { registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import SaleReceipt from './sale-receipt-page.tsx'

// Half past one at night in Dhaka: the day before in UTC.
const clock = { now: new Date('2026-11-20T19:30:00Z') }
const bangla = await loadBangla()
const numbers = { registration: 'ঢাকা মেট্রো-ল ১২-৩৪৫৬', engine: 'G3E5E-0412345', chassis: 'ME1RG4420L0123456' }
let testApp: TestApp
let deal: TestDeal
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
  const admin = await signInAdmin(testApp)
  const stamp = { amount: 20, source: 'Stamp office, Dhaka' }
  await admin('PUT /fees/:name', { params: { name: 'revenue_stamp' }, body: stamp })
  const seller = await registerMember(testApp, 'Seller', 'Rahim Uddin')
  deal = await beginDeal(testApp, { seller, price: 215_750 })
  await seller('PUT /allbikes/myproduct/:id/numbers', { params: { id: deal.order.bike.id }, body: numbers })
  await payDeal(testApp, deal)
  await handOverDeal(deal)
})
afterAll(() => testApp.close())

const open = () => deal.buyer('GET /transfers/:id/receipt', { params: deal.params })
type Receipt = Awaited<ReturnType<typeof open>>

const render = (receipt: Receipt, language?: typeof bangla) =>
  readHtml(SaleReceipt, { ok: true, value: { id: deal.id, receipt } }, language)

/** Text as it is printed; a line to fill in by hand is ____. */
const toPrinted = (html: string) => toText(html.replaceAll('<span class="line"></span>', '____'))

/** The sheet, part by part. */
const readSheet = (html: string) => {
  const sheet = /<article class="a4">.*<\/article>/s.exec(html)?.[0] ?? ''
  const find = (pattern: RegExp) => [...sheet.matchAll(pattern)].map(([, text = '']) => toPrinted(text))
  return {
    title: find(/<h1>(.*?)<\/h1>/gs),
    head: find(/<\/h1><p>(.*?)<\/p>/gs),
    stamp: find(/<div class="a4__stamp">(.*?)<\/div>/gs),
    headings: find(/<h2>(.*?)<\/h2>/gs),
    rows: [...sheet.matchAll(/<th scope="row">(.*?)<\/th><td[^>]*>(.*?)<\/td>/gs)].map(([, name = '', value = '']) => [
      toPrinted(name),
      toPrinted(value),
    ]),
    statement: find(/<\/table><p>(.*?)<\/p>/gs),
    signatures: find(/<div class="a4__sign">(.*?)<\/div><\/div>/gs),
    foot: find(/<p class="a4__foot">(.*?)<\/p>/gs),
  }
}

const lines = 'Name / নাম : ____ Address / ঠিকানা : ____ Mobile / মোবাইল : ____'
const fixedParts = {
  title: ['Motorcycle sale receipt মোটরসাইকেল বিক্রয় রসিদ'],
  head: ['Date / তারিখ : 21/11/2026 · ২১/১১/২০২৬ Time / সময় : 1:30 AM · রাত ১:৩০ Place / স্থান : ____'],
  headings: ['Seller and buyer / বিক্রেতা ও ক্রেতা', 'The motorcycle / মোটরসাইকেলের বিবরণ', 'Price / মূল্য'],
  statement: [
    'The seller sells the motorcycle above to the buyer with its papers. The buyer has paid the whole price. The seller answers for what happened before the handover, the buyer for what happens after it. বিক্রেতা উপরের মোটরসাইকেলটি কাগজসহ ক্রেতার কাছে বিক্রি করলেন। ক্রেতা পুরো মূল্য পরিশোধ করেছেন। হাতবদলের আগের দায় বিক্রেতার, পরের দায় ক্রেতার।',
  ],
  signatures: [
    'Seller’s signature বিক্রেতার সই Buyer’s signature ক্রেতার সই',
    `Signature of witness 1 সাক্ষী ১-এর সই ${lines} Signature of witness 2 সাক্ষী ২-এর সই ${lines}`,
  ],
}
const foot = 'Made with Motohaat. Not a form of BRTA. / মোটোহাট দিয়ে তৈরি। এটি বিআরটিএর ফরম নয়।'

describe('the printed sale receipt', () => {
  test('has every field in English and Bangla, whichever language the page is in', async () => {
    const details = { act: 'details', name: 'Md Rahim Uddin', address: 'House 14, Road 3, Mirpur 10' } as const
    await deal.seller('PUT /transfers/:id', { params: deal.params, body: details })
    const ofBuyer = { act: 'details', name: 'করিম শেখ', address: 'বনশ্রী, ব্লক সি, রামপুরা' } as const
    await deal.buyer('PUT /transfers/:id', { params: deal.params, body: ofBuyer })
    const receipt = await open()
    for (const language of [undefined, bangla])
      expect(readSheet(render(receipt, language))).toEqual({
        ...fixedParts,
        foot: [`Payment receipt / টাকার রসিদ : 2026-000001 · ${foot}`],
        stamp: ['Revenue stamp রাজস্ব স্ট্যাম্প ৳20 / ৳২০'],
        rows: [
          [
            'Seller বিক্রেতা',
            'Md Rahim Uddin Father’s name / পিতার নাম : ____ House 14, Road 3, Mirpur 10 NID / এনআইডি : ____',
          ],
          ['Buyer ক্রেতা', 'করিম শেখ Father’s name / পিতার নাম : ____ বনশ্রী, ব্লক সি, রামপুরা NID / এনআইডি : ____'],
          ['Make and model কোম্পানি ও মডেল', 'Suzuki Gixxer 155'],
          ['Registration number রেজিস্ট্রেশন নম্বর', 'ঢাকা মেট্রো-ল ১২-৩৪৫৬'],
          ['Chassis number চেসিস নম্বর', 'ME1RG4420L0123456'],
          ['Engine number ইঞ্জিন নম্বর', 'G3E5E-0412345'],
          ['In figures অঙ্কে', '৳2,15,750 / ৳২,১৫,৭৫০'],
          ['In words কথায়', 'Two lakh fifteen thousand seven hundred fifty taka only দুই লাখ পনেরো হাজার সাত শত পঞ্চাশ টাকা মাত্র'],
        ],
      })
  })

  test('has a line to fill in by hand for each field that nobody gave', async () => {
    const nobody = { name: null, address: null }
    const given = await open()
    const receipt: Receipt = {
      ...given,
      seller: nobody,
      buyer: nobody,
      registration: null,
      engine: null,
      chassis: null,
      stamp: { ...given.stamp, amount: null },
      receiptNumber: null,
    }
    const lines = 'Name / নাম : ____ Father’s name / পিতার নাম : ____ Address / ঠিকানা : ____ NID / এনআইডি : ____'
    const sheet = readSheet(render(receipt))
    expect(sheet).toMatchObject({ ...fixedParts, foot: [foot], stamp: ['Revenue stamp রাজস্ব স্ট্যাম্প'] })
    expect(sheet.rows.slice(0, 6)).toEqual([
      ['Seller বিক্রেতা', lines],
      ['Buyer ক্রেতা', lines],
      ['Make and model কোম্পানি ও মডেল', 'Suzuki Gixxer 155'],
      ['Registration number রেজিস্ট্রেশন নম্বর', '____'],
      ['Chassis number চেসিস নম্বর', '____'],
      ['Engine number ইঞ্জিন নম্বর', '____'],
    ])
  })

  test('marks each text with its language, and a browser translates no model and no number', async () => {
    const html = render(await open())
    const marked = (language: string) =>
      [...html.matchAll(new RegExp(`<(span|b)[^>]* lang="${language}">(.*?)</\\1>`, 'gs'))].map(
        ([, , text = '']) => text,
      )
    expect(marked('en').join('')).not.toMatch(/[\u0980-\u09ef]/)
    expect(marked('bn').join('')).not.toMatch(/[a-z]/i)
    const translated = readTranslatable(html)
    for (const kept of ['Suzuki Gixxer 155', ...Object.values(numbers)]) expect(translated).not.toContain(kept)
  })

  test('is the text that the journey reads back, which has every part in its place', async () => {
    const receipt = await open()
    const sheet = toText(/<article class="a4">.*<\/article>/s.exec(render(receipt))?.[0] ?? '')
    expect(sheet).toMatch(toPrintedPattern(receipt))
    for (const other of [
      { chassis: 'ME1RG4420L0123457' },
      { handedOverAt: null },
      { soldOn: '2026-11-20' },
      { price: 215_751 },
      { receiptNumber: '2026-000002' },
    ])
      expect(sheet).not.toMatch(toPrintedPattern({ ...receipt, ...other }))
  })

  test('is printed with a button below what to do with it, in the language of the page, and neither is printed', async () => {
    const receipt = await open()
    const whatToDo = {
      english:
        'Print it and fill in the blank lines; both of you and two witnesses sign it. It is not a form of BRTA: the buyer brings it to BRTA with the forms.',
      bangla:
        'প্রিন্ট করে খালি জায়গাগুলো পূরণ করুন; আপনারা দুজন আর দুজন সাক্ষী সই করবেন। এটি বিআরটিএর ফরম নয়: ক্রেতা ফরমগুলোর সঙ্গে এটি বিআরটিএতে নিয়ে যাবেন।',
    }
    const [english, inBangla] = [render(receipt), render(receipt, bangla)]
    expect(toText(english)).toContain(`Back to the transfer ${whatToDo.english} Print or save as PDF Motorcycle`)
    expect(toText(inBangla)).toContain(`নাম বদলের পাতায় ফিরে যান ${whatToDo.bangla} প্রিন্ট বা PDF করুন Motorcycle`)
    expect(english).toMatch(/<p class="[^"]*no-print[^"]*">Print it and.*?<\/p><div class="no-print">/)
  })

  test('has names and values in bold, and its labels not', async () => {
    const nobody = { name: null, address: null }
    const receipt = { ...(await open()), seller: { name: 'Md Rahim', address: 'House 14, Mirpur' }, buyer: nobody }
    const cells = [...render(receipt).matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => cell)
    const bold = cells.map((cell) => [...cell.matchAll(/<b[ >].*?<\/b>/gs)].map(([text]) => toText(text)))
    expect(bold).toEqual([
      ['Md Rahim', 'House 14, Mirpur'],
      [],
      ['Suzuki Gixxer 155'],
      [numbers.registration],
      [numbers.chassis],
      [numbers.engine],
      ['৳2,15,750', '৳২,১৫,৭৫০'],
      ['Two lakh fifteen thousand seven hundred fifty taka only', 'দুই লাখ পনেরো হাজার সাত শত পঞ্চাশ টাকা মাত্র'],
    ])
  })

  test('has each line to fill in by hand in a row with its label, or alone in its cell', async () => {
    const nobody = { name: null, address: null }
    const receipt = {
      ...(await open()),
      seller: nobody,
      buyer: nobody,
      registration: null,
      engine: null,
      chassis: null,
    }
    const html = render(receipt)
    const line = '<span class="line"></span>'
    const withLabel = [
      ...html.matchAll(/<span class="a4__blank"><span>.*?:<\/span> <span class="line"><\/span><\/span>/gs),
    ]
    const alone = html.split(`<td dir="auto">${line}</td>`).length - 1
    expect({ withLabel: withLabel.length, alone, all: html.split(line).length - 1 }).toEqual({
      withLabel: 15,
      alone: 3,
      all: 18,
    })
  })
})
