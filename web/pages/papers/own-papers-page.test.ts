// The seller's page of the papers of a bike.
import { expect, test } from 'vitest'
import { paperAnswers, paperFaults, type PaperKind, paperKinds } from '#contract/papers/paper-kinds.ts'
import { loadBangla, readHtml, readTranslatable, toText } from '#tests/support/deals/read-page.ts'
import OwnPapersPage from './own-papers-page.tsx'
import { findNextPaper, mayShow, type OwnPaper } from './paper-steps.ts'

const bangla = await loadBangla()
const createPaper = (paper: Pick<OwnPaper, 'kind' | 'said' | 'state'> & Partial<OwnPaper>): OwnPaper => ({
  validUntil: null,
  since: '2026-11-03',
  fileId: null,
  refusedFor: null,
  ...paper,
})
const registration = createPaper({ kind: 'registration', said: 'mine', state: 'checked' })
const token = createPaper({ kind: 'tax_token', said: 'valid', state: 'shown', validUntil: '2027-03-31' })
const plate = createPaper({ kind: 'plate', said: 'fitted', state: 'said' })
const loan = createPaper({ kind: 'loan', said: 'none', state: 'said' })
const purchase = createPaper({ kind: 'purchase', said: 'has', state: 'said' })

const read = (papers: OwnPaper[], asked: PaperKind | null = null, language?: typeof bangla) => {
  const value = { id: 'gixxer', asked, productName: 'Suzuki Gixxer 155', level: 'mostly', papers }
  return readHtml(OwnPapersPage, { ok: true, value }, language)
}
const readHeading = (html: string) => toText(/<h2.*?<\/h2>/.exec(html)?.[0] ?? '')
const listStates = (html: string) =>
  [...(/<nav.*?<\/nav>/.exec(html)?.[0] ?? '').matchAll(/<a.*?<\/a>/g)].map(([link]) => toText(link))

test('one paper comes after the other: the next is the first that is not said, not accepted or at its end', () => {
  expect(findNextPaper([], null)).toBe('registration')
  expect(findNextPaper([registration], 'registration')).toBe('tax_token')
  expect(findNextPaper([registration, token, plate, loan], 'loan')).toBe('purchase')
  expect(findNextPaper([token, plate, loan, purchase], 'purchase')).toBe('registration')
  const all = [registration, token, plate, loan, purchase]
  expect(findNextPaper(all, null)).toBeNull()
  expect(findNextPaper([registration, { ...token, state: 'expired' }, plate, loan, purchase], null)).toBe('tax_token')
  const refused = { ...plate, refusedFor: 'covered' as const }
  expect(findNextPaper([registration, token, refused, loan, purchase], null)).toBe('plate')
  expect(readHeading(read([registration]))).toBe('Tax token')
  expect(readHeading(read([registration], 'loan'))).toBe('Bank loan')
  expect(toText(read(all))).toContain('You have said something about all five papers.')
})

test('each paper says what it is, asks one question, and offers every answer of its kind in both languages', () => {
  for (const kind of paperKinds)
    for (const language of [undefined, bangla]) {
      const html = read([], kind, language)
      const values = [...html.matchAll(/<input[^>]*name="said"[^>]*>/g)].map(([tag]) => /value="(\w+)"/.exec(tag)?.[1])
      expect(values).toEqual([...paperAnswers[kind]])
      expect(html).not.toMatch(/<span>\w+_\w+<\/span>/)
    }
  const text = toText(read([], 'registration'))
  expect(text).toContain('The smart card of BRTA, with the name of the owner.')
  expect(text).toContain('In whose name is it? Mine My family Earlier owner No registration')
  expect(toText(read([], 'registration', bangla))).toContain('কার নামে? আমার পরিবারের আগের মালিকের রেজিস্ট্রেশন নেই')
})

test('each paper has its state as a word, and green is only what was checked', () => {
  const refused = { ...plate, refusedFor: 'covered' as const }
  const html = read([registration, token, refused, loan])
  expect(listStates(html)).toEqual([
    'Registration Checked',
    'Tax token We are looking',
    'Number plate Not accepted',
    'Bank loan Without a check',
    'First purchase papers Not given',
  ])
  expect([...html.matchAll(/badge--good/g)]).toHaveLength(1)
})

test('a photo that was not accepted says why', () => {
  const reasons = paperFaults.map((refusedFor) => toText(read([{ ...plate, refusedFor }], 'plate')))
  expect(reasons[3]).toContain('A part of the paper is covered. Take the photo again.')
  expect(new Set(reasons).size).toBe(paperFaults.length)
  expect(toText(read([{ ...plate, refusedFor: 'covered' }], 'plate', bangla))).toContain('কাগজের কিছু অংশ ঢাকা পড়েছে।')
})

test('a photo can be shown of what is there, and says who sees it and for how long', () => {
  expect(mayShow('registration', undefined)).toBe(false)
  expect(mayShow('registration', 'none')).toBe(false)
  expect(mayShow('loan', 'none')).toBe(true)
  const html = read([registration], 'registration')
  expect(html).toMatch(/<input[^>]*type="file"[^>]*capture="environment"/)
  expect(toText(html)).toContain('Buyers never see the photo, only that it was checked and when.')
  expect(toText(html)).toContain('for 15 minutes')
  expect(toText(html)).not.toContain('Remove the photo')
  expect(toText(read([{ ...registration, fileId: 'file' }], 'registration'))).toContain('Remove the photo')
  expect(toText(read([registration], 'registration', bangla))).toContain('১৫ মিনিটের জন্য')
  expect(read([{ ...registration, said: 'none' }], 'registration')).not.toContain('type="file"')
})

test('a tax token that is valid has its last day, another one has none', () => {
  expect(read([token], 'tax_token')).toMatch(/type="date"[^>]*value="2027-03-31"|value="2027-03-31"[^>]*type="date"/)
  expect(read([{ ...token, said: 'none', validUntil: null }], 'tax_token')).not.toContain('type="date"')
})

test('the name of the bike is not translated', () => {
  expect(readTranslatable(read([]))).not.toContain('Gixxer')
})
