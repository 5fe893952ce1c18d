// The checklist of a transfer, for each side and each case, in both languages.
import { createElement } from 'react'
import { describe, expect, test } from 'vitest'
import { loadBangla, readHtml, toText } from '#tests/support/deals/read-page.ts'
import { ChecklistOfCase } from './checklist.tsx'
import { type CaseName, saleCases, type Side } from './checklist-items.ts'

const bangla = await loadBangla()
const languages = { en: undefined, bn: bangla }
type Code = keyof typeof languages
const ignore = () => {}

const render = (side: Side, saleCase: CaseName, code: Code = 'en', ticks: string[] = []) =>
  readHtml(
    () => createElement(ChecklistOfCase, { side, saleCase, ticks, onCase: ignore, onTick: ignore }),
    null,
    languages[code],
  )

/** Each item with its hint, in order. */
const listItems = (html: string) =>
  [...html.matchAll(/<label class="tick">(.*?)<\/label>/gs)].map(([, item = '']) => toText(item))

const everyCase = {
  buyer: {
    en: [
      'Smart card of the bike',
      'Sale receipt, signed by both and two witnesses With a revenue stamp.',
      'Form TO, filled in and signed by the buyer',
      'Specimen signature form, filled in and signed by the buyer In English, in block capitals, with the stamp-size photos.',
      'Form TTO, signed by the seller',
      'Copies of both NID cards',
      'Stamp-size photos of the buyer',
      'Affidavits of both, notarised On stamp paper.',
      'Receipt of the fee',
      'The bike itself They look at the engine and chassis numbers.',
    ],
    bn: [
      'বাইকের স্মার্ট কার্ড',
      'বিক্রয় রসিদ, দুজনের ও দুজন সাক্ষীর সইসহ রাজস্ব স্ট্যাম্পসহ।',
      'ফরম TO, ক্রেতার সইসহ',
      'নমুনা স্বাক্ষর ফরম, ক্রেতার সইসহ ইংরেজিতে বড় হাতের অক্ষরে, স্ট্যাম্প সাইজ ছবিসহ।',
      'ফরম TTO, বিক্রেতার সইসহ',
      'দুজনের এনআইডির কপি',
      'ক্রেতার স্ট্যাম্প সাইজ ছবি',
      'দুজনের হলফনামা, নোটারি করা স্ট্যাম্প পেপারে।',
      'ফি জমার রসিদ',
      'বাইকটি বিআরটিএ ইঞ্জিন ও চেসিস নম্বর মিলিয়ে দেখবে।',
    ],
  },
  seller: {
    en: [
      'Give the buyer the smart card and the other papers',
      'Sale receipt, signed by both and two witnesses With a revenue stamp.',
      'Form TTO, signed by the seller',
      'Copies of both NID cards',
      'Affidavits of both, notarised On stamp paper.',
      'Tell BRTA in writing that you sold the bike, and keep a copy',
    ],
    bn: [
      'ক্রেতাকে স্মার্ট কার্ড ও অন্য কাগজ দিন',
      'বিক্রয় রসিদ, দুজনের ও দুজন সাক্ষীর সইসহ রাজস্ব স্ট্যাম্পসহ।',
      'ফরম TTO, বিক্রেতার সইসহ',
      'দুজনের এনআইডির কপি',
      'দুজনের হলফনামা, নোটারি করা স্ট্যাম্প পেপারে।',
      'বিক্রির কথা বিআরটিএকে লিখে জানান, একটি কপি রাখুন',
    ],
  },
} as const

const askFirst = { en: 'Ask at your BRTA office before you go.', bn: 'যাওয়ার আগে আপনার বিআরটিএ অফিসে জেনে নিন।' }
const added: Record<CaseName, Record<Code, string | null>> = {
  person: { en: null, bn: null },
  company: {
    en: 'Statement of the company’s board that it sells the bike',
    bn: 'বাইক বিক্রির বিষয়ে কোম্পানির বোর্ডের চিঠি',
  },
  heirs: {
    en: 'Succession certificate, and affidavits of the heirs',
    bn: 'সাকসেশন সার্টিফিকেট আর ওয়ারিশদের হলফনামা',
  },
  loan: { en: 'Statement of the bank that the loan is paid', bn: 'লোন শোধের বিষয়ে ব্যাংকের চিঠি' },
}

describe.each(['en', 'bn'] as const)('the checklist (%s)', (code) => {
  test.each(saleCases)('asks each side for what every sale needs, and for what the case “%s” adds', (saleCase) => {
    const more = added[saleCase][code]
    for (const side of ['buyer', 'seller'] as const)
      expect(listItems(render(side, saleCase, code))).toEqual([
        ...everyCase[side][code],
        // What a case adds is not certain, so each says to ask BRTA.
        ...(more === null ? [] : [`${more} ${askFirst[code]}`]),
      ])
  })

  test('offers the four cases, and the chosen one is selected', () => {
    const names = {
      en: ['A person', 'A company', 'Heirs of the owner', 'There is a bank loan'],
      bn: ['একজন মানুষ', 'কোম্পানি', 'মালিকের ওয়ারিশেরা', 'ব্যাংক লোন আছে'],
    }
    const html = render('buyer', 'heirs', code)
    expect([...html.matchAll(/<option[^>]*>(.*?)<\/option>/g)].map(([, name]) => name)).toEqual(names[code])
    expect(/<option[^>]*selected[^>]*>(.*?)<\/option>/.exec(html)?.[1]).toBe(names[code][2])
  })
})

test('counts the ticks of the shown items alone: one of another case does not count', () => {
  const ticks = ['form_specimen', 'heirs_papers']
  expect(toText(render('buyer', 'heirs', 'en', ticks))).toContain('2 of 11')
  expect(toText(render('buyer', 'person', 'en', ticks))).toContain('1 of 10')
  expect(toText(render('buyer', 'person', 'bn', ticks))).toContain('১০টির ১টি')
})

test('no stamp value and no fee stands in the list: those are in the table of the admin', () => {
  for (const saleCase of saleCases)
    for (const side of ['buyer', 'seller'] as const)
      for (const code of ['en', 'bn'] as const)
        expect(listItems(render(side, saleCase, code)).join(' ')).not.toMatch(/[\d০-৯৳]/)
})
