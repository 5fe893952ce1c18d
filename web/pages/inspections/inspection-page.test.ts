// The checklist of an inspection, what was found, and the signed report.
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Transport } from '#contract/client.ts'
import { inspectionGroups, inspectionMarks, quickPoints } from '#contract/inspections/points.ts'
import { listMainButtons, loadBangla, readHtml, readTranslatable, toText } from '#tests/support/deals/read-page.ts'
import { answered, draft, signed } from '#tests/support/inspections/shown-inspections.ts'
import { appContext } from '#web/context/app-context.ts'
import { inspectionMessages } from '#web/i18n/en/inspections.ts'
import { loadInspectionMessages } from '#web/i18n/load-inspection-messages.ts'
import { loadLanguage } from '#web/i18n/load-language.ts'
import { findDealSide } from '#web/layout/side-menu.ts'
import { createSession } from '#web/session/auth-store.ts'
import InspectionPage, { loader } from './inspection-page.tsx'
import type { Inspection } from './inspection-types.ts'

const bangla = await loadBangla()
await loadInspectionMessages(bangla)

const read = (inspection: Inspection, search = '', language?: typeof bangla) =>
  readHtml(InspectionPage, { ok: true, value: { inspection, memberId: 'karim' } }, language, search)
const listLegends = (html: string) =>
  [...html.matchAll(/<legend>(.*?)<\/legend>/g)].map(([, name]) => toText(name ?? ''))
const listRows = (html: string) =>
  [...(/<ul class="found__groups">.*?<\/ul>/s.exec(html)?.[0] ?? '').matchAll(/<li>(.*?)<\/li>/gs)].map(
    ([, row = '']) => toText(row),
  )

test('a group is one screen: each point has its name, how to look, and four choices, none of which is chosen', () => {
  for (const { group, points } of inspectionGroups) {
    const html = read(draft, `#${group}`)
    expect(listLegends(html)).toEqual(points.map((point) => inspectionMessages.en.points[point].name.replace("'", '’')))
    expect([...html.matchAll(/<input[^>]*type="radio"/g)]).toHaveLength(points.length * inspectionMarks.length)
    expect(html).not.toContain('checked=""')
  }
  const text = toText(read(draft, '#chain_and_suspension'))
  expect(text).toContain('Press it up in the middle. More than 4 cm: worn.')
  expect(text).toContain('Good Worn Bad Not looked at')
  expect(toText(read(draft, '#chain_and_suspension', bangla))).toContain('ভালো ক্ষয় হয়েছে নষ্ট দেখা হয়নি')
})

test('the groups are links, each with how many of its points have an answer, and Next names the next one', () => {
  const html = read(answered, '#chain_and_suspension')
  const nav = /<nav[^>]*aria-label="Groups".*?<\/nav>/s.exec(html)?.[0] ?? ''
  expect([...nav.matchAll(/<a.*?<\/a>/gs)]).toHaveLength(9)
  expect(toText(/<a[^>]*aria-current="page".*?<\/a>/s.exec(nav)?.[0] ?? '')).toBe('Chain and suspension 5/6')
  expect(listMainButtons(html)).toEqual(['Next: Electrics'])
  expect(listMainButtons(read(draft))).toEqual(['Next: Engine'])
  expect(listMainButtons(read(draft, '#frame'))).toEqual(['What you found'])
  expect(listMainButtons(read(draft, '#chain_and_suspension', bangla))).toEqual(['পরের: ইলেকট্রিক'])
})

test('what is worn or bad has a line for words, and what is good has none', () => {
  const html = read(answered, '#chain_and_suspension')
  const labels = [...html.matchAll(/aria-label="What you saw: (.*?)"/g)].map(([, name]) => name)
  expect(labels).toEqual(['Chain and sprockets', 'Front fork'])
  expect(html).toContain('value="Slips off under load"')
})

test('a seller has the quick points alone', () => {
  const seller: Inspection = { ...draft, kind: 'seller', isPublic: true, dealId: null, notLookedAt: 15 }
  const points = inspectionGroups.flatMap(({ group }) => listLegends(read(seller, `#${group}`)))
  expect(points).toHaveLength(quickPoints.length)
  expect(toText(read(seller))).toContain('Look over your bike')
})

test('the last screen counts in words for each group, with the score of what was looked at', () => {
  const rows = listRows(read(answered, '#found'))
  expect(rows[0]).toBe('Cold start 3 good · Score 100 of 100')
  expect(rows[5]).toBe('Chain and suspension 3 good, 1 worn, 1 bad, 1 not looked at · Score 70 of 100')
  expect(listRows(read(draft, '#found'))[0]).toBe('Cold start 3 not looked at')
  const text = toText(read(answered, '#found'))
  expect(text).toContain('42 good, 1 worn, 1 bad, 1 not looked at Score 97 of 100 · 44 of 45 looked at')
  expect(listRows(read(answered, '#found', bangla))[5]).toContain('৩টি ভালো, ১টি ক্ষয় হয়েছে, ১টি নষ্ট, ১টি দেখা হয়নি')
})

test('it says what the conditions mean, and kindly where the advertisement says a better one', () => {
  const text = toText(read(answered, '#found'))
  expect(text).toContain('Excellent: nothing bad, at most 2 worn. Good: nothing bad, at most 6 worn. Fair: the rest.')
  expect(text).toContain('The advertisement says “Good”. You found 1 bad. Talk with the seller about it.')
  const isFair = { ...answered, bike: { ...answered.bike, condition: 'Fair' as const } }
  expect(toText(read(isFair, '#found'))).not.toContain('The advertisement says')
  expect(toText(read(draft, '#found'))).not.toContain('The advertisement says')
  const ofSeller: Inspection = { ...answered, kind: 'seller', isPublic: true }
  expect(toText(read(ofSeller, '#found'))).toMatch(
    /Your advertisement says “Good”\. You found \d bad\. You can change it/,
  )
  expect(toText(read(answered, '#found', bangla))).toContain('বিজ্ঞাপনে লেখা “ভালো”। আপনি পেলেন ১টি নষ্ট।')
})

test('signing is offered when enough was looked at, and says who reads it and that nothing can be changed', () => {
  const html = read(answered, '#found')
  expect(listMainButtons(html)).toEqual(['Sign and keep'])
  const text = toText(html)
  expect(text).toContain('Only you and the seller see this. It counts if you disagree later.')
  expect(text).toContain('After signing nothing can be changed.')
  expect(html).toContain('value="22,150"')
  expect(listMainButtons(read(draft, '#found'))).toEqual([])
  expect(toText(read(draft, '#found'))).toContain('Look at a point first. Then you can sign.')
  const seller: Inspection = { ...draft, kind: 'seller', isPublic: true, dealId: null }
  expect(toText(read(seller, '#found'))).toContain('Look at 8 points at least.')
  expect(toText(read(answered, '#found', bangla))).toContain('সই করে রাখুন সইয়ের পর আর বদলানো যাবে না।')
})

test('a signed inspection is a report without a field, with its check mark, which is not translated', () => {
  const html = read(signed)
  expect(html).not.toMatch(/<input|<fieldset/)
  const text = toText(html)
  expect(text).toContain(
    'Suzuki Gixxer 155 , 45 points 22,150 km · Mirpur 10 · 27 Nov 2026, 4:41 PM Karim · Buyer Signed',
  )
  expect(text).toContain('Chain and sprockets Bad Slips off under load Front fork Worn')
  expect(text).toContain(
    'Signed on 27 Nov 2026, 4:41 PM. Nobody can change it. Check mark of the content: 9f2c41b077ae03d58c1e',
  )
  expect(listMainButtons(html)).toEqual(['Print or save as PDF'])
  expect(readTranslatable(html)).not.toMatch(/Gixxer|9f2c|Karim/)
  expect([...html.matchAll(/class="bit bit--\w+"/g)]).toHaveLength(45)
  expect(toText(read(signed, '', bangla))).toContain('লেখার যাচাই চিহ্ন: 9f2c41b077ae03d58c1e')
})

test('a report of a mechanic says the workshop and who invited, and one with a newer beside it leads there', () => {
  const report: Inspection = {
    ...signed,
    kind: 'mechanic',
    isPublic: true,
    dealId: null,
    by: 'Md. Selim',
    workshop: 'Selim Auto',
    invitedBy: 'seller',
    state: 'superseded',
    supersededAt: '2026-12-02T10:00:00.000Z',
    supersededBy: 'newer',
  }
  const html = read(report)
  expect(toText(html)).toContain('Md. Selim · Mechanic, invited by the seller · Selim Auto')
  expect(toText(html)).toContain('A newer report of 2 Dec 2026, 4:00 PM exists.')
  expect(html).toContain('href="/inspections/newer"')
  expect(read({ ...report, isPublic: false })).toContain('href="/dashboard/inspections/newer"')
  expect(toText(read({ ...signed, by: null }))).toContain('Buyer Signed')
})

test('the data of the page have the side of the reader, for the menu', async () => {
  const token = `x.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.y`
  const transport: Transport = async (path) => {
    const body = path === '/api/inspections/inspection' ? { ...signed, side: 'seller' } : { user: null, token }
    return { status: 200, header: () => null, text: async () => JSON.stringify(body) }
  }
  const session = createSession({ transport, storage: { read: () => token, write: () => {} }, now: () => 0 })
  await session.refresh()
  const context = new RouterContextProvider()
  const stripe = { publishableKey: '', script: null }
  const shopUrl = 'http://shop.example'
  context.set(appContext, { client: session.client, session, stripe, language: await loadLanguage('/'), shopUrl })
  const url = new URL('/dashboard/inspections/inspection', shopUrl)
  const params = { id: 'inspection' }
  const data = await loader({ context, request: new Request(url), url, params, pattern: '/dashboard/inspections/:id' })
  expect(findDealSide([data])).toBe('seller')
})
