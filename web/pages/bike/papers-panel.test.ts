// The papers of a bike on its page.
import { type ComponentProps, createElement } from 'react'
import { expect, test } from 'vitest'
import { loadBangla, readHtml, toText } from '#tests/support/deals/read-page.ts'
import { PapersPanel } from './papers-panel.tsx'

type Papers = ComponentProps<typeof PapersPanel>['papers']
type Paper = Papers['papers'][number]

const bangla = await loadBangla()
const since = '2026-11-03'
const createPaper = (paper: Pick<Paper, 'kind' | 'said' | 'state'> & Partial<Paper>): Paper => ({
  validUntil: null,
  since,
  ...paper,
})
const registration = createPaper({ kind: 'registration', said: 'mine', state: 'checked' })
const token = createPaper({ kind: 'tax_token', said: 'valid', state: 'checked', validUntil: '2027-03-31' })
const plate = createPaper({ kind: 'plate', said: 'fitted', state: 'checked' })
const loan = createPaper({ kind: 'loan', said: 'none', state: 'checked' })
const purchase = createPaper({ kind: 'purchase', said: 'has', state: 'said' })

const read = (papers: Papers, language?: typeof bangla) =>
  readHtml(() => createElement(PapersPanel, { papers }), null, language)
/** Each paper as text, with whether it is green. */
const listRows = (html: string) =>
  [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, row = '']) => `${toText(row)}${row.includes('--good') ? ' ✓' : ''}`)
const readHead = (html: string) => toText(/<h2.*?<\/h2>/.exec(html)?.[0] ?? '')

test('a paper says in words what it is, how far it is proven and since when, and is green only when it was checked', () => {
  const papers: Papers = {
    level: 'mostly',
    papers: [
      registration,
      { ...token, state: 'expired', validUntil: '2026-11-02' },
      { ...plate, state: 'shown' },
      { ...loan, state: 'said' },
    ],
  }
  const html = read(papers)
  expect(readHead(html)).toBe('Papers 1 of 5 checked')
  expect(listRows(html)).toEqual([
    'Registration in the seller’s own name Checked Checked by Motohaat on 3 November 2026 ✓',
    'Tax token Expired Ended on 2 November 2026',
    'Digital number plate Shown Photo of 3 November 2026, not checked yet',
    'No bank loan The seller says Only the seller’s word',
    'First purchase papers Not given',
  ])
  const inBangla = read(papers, bangla)
  expect(readHead(inBangla)).toBe('কাগজপত্র ৫টির ১টি যাচাই')
  expect(listRows(inBangla)).toEqual([
    'রেজিস্ট্রেশন বিক্রেতার নিজের নামে যাচাই হয়েছে ৩ নভেম্বর ২০২৬ তারিখে মোটোহাট যাচাই করেছে ✓',
    'ট্যাক্স টোকেন মেয়াদ শেষ ২ নভেম্বর ২০২৬ তারিখে শেষ হয়েছে',
    'ডিজিটাল নম্বর প্লেট ছবি আছে ৩ নভেম্বর ২০২৬ তারিখের ছবি, এখনো যাচাই হয়নি',
    'ব্যাংক ঋণ নেই বিক্রেতা বলেছেন শুধু বিক্রেতার কথা',
    'কেনার প্রথম কাগজ বিক্রেতা জানাননি',
  ])
})

test('papers are complete in green, and without a registration, only said and not said in grey', () => {
  const levels: [Papers, string, string][] = [
    [{ level: 'complete', papers: [registration, token, plate, loan] }, 'Papers complete', 'কাগজ ঠিক আছে'],
    [{ level: 'mostly', papers: [purchase] }, 'The seller says', 'বিক্রেতা বলেছেন'],
    [
      { level: 'unregistered', papers: [{ ...registration, said: 'none', state: 'said' }] },
      'Unregistered',
      'রেজিস্ট্রেশন ছাড়া',
    ],
    [{ level: 'not_said', papers: [] }, 'Not given', 'বিক্রেতা জানাননি'],
  ]
  for (const [papers, english, inBangla] of levels) {
    const html = read(papers)
    expect(readHead(html)).toBe(`Papers ${english}`)
    expect(/<h2.*?<\/h2>/.exec(html)?.[0].includes('--good')).toBe(papers.level === 'complete')
    expect(readHead(read(papers, bangla))).toBe(`কাগজপত্র ${inBangla}`)
  }
})

test('of papers of which nothing was said one line says so kindly', () => {
  const html = read({ level: 'not_said', papers: [] })
  expect(listRows(html)).toEqual([])
  expect(toText(html)).toContain('The seller has not said anything about the papers yet. Ask before you go.')
  expect(toText(read({ level: 'not_said', papers: [] }, bangla))).toContain('যাওয়ার আগে জেনে নিন।')
})
