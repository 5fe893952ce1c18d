import { createElement } from 'react'
import { expect, test } from 'vitest'
import { loadBangla, readHtml } from '#tests/support/deals/read-page.ts'
import { ReportDialog } from './report-dialog.tsx'
import type { Reported } from './reported.ts'

/** The name that a screen reader says of the dialog, and its heading. */
const readNames = async (about: Reported, language?: Awaited<ReturnType<typeof loadBangla>>) => {
  const Page = () => createElement(ReportDialog, { about, mayHide: false, onClose: () => {} })
  const html = readHtml(Page, null, language)
  return [/<dialog aria-label="([^"]*)"/.exec(html)?.[1], /<h2[^>]*>([^<]*)</.exec(html)?.[1]]
}

test('the dialog that reports a seller speaks of the seller, the one that reports a bike of the bike', async () => {
  const [seller, bike] = [{ sellerId: 'rahim' }, { productId: 'gixxer' }]
  const bangla = await loadBangla()
  const names = async (about: Reported) => [...(await readNames(about)), ...(await readNames(about, bangla))]
  const [english, inBangla] = ['What is wrong with this seller?', 'এই বিক্রেতাকে নিয়ে সমস্যা কী?']
  expect(await names(seller)).toEqual([english, english, inBangla, inBangla])
  const [ofBike, ofBikeInBangla] = ['What is wrong with this bike?', 'এই বাইকে সমস্যা কী?']
  expect(await names(bike)).toEqual([ofBike, ofBike, ofBikeInBangla, ofBikeInBangla])
})

test('the dialog about a conversation has its own reasons, and says that both sides are read', async () => {
  const about = { chatId: 'chat' }
  const bangla = await loadBangla()
  const [english, inBangla] = ['What is wrong with this conversation?', 'এই কথাবার্তায় সমস্যা কী?']
  expect([...(await readNames(about)), ...(await readNames(about, bangla))]).toEqual([
    english,
    english,
    inBangla,
    inBangla,
  ])
  const Page = () => createElement(ReportDialog, { about, mayHide: false, onClose: () => {} })
  const html = readHtml(Page, null)
  expect([...html.matchAll(/type="radio"[^>]*value="(\w+)"/g)].map(([, value]) => value)).toEqual([
    'advance_money',
    'off_site',
    'rude',
    'other',
  ])
  expect(html).toContain('We read what both of you wrote.')
})
