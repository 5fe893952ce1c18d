// The page on which a member reports a stolen bike and reads what became of earlier reports.
import { createElement } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#contract/errors/api-errors.ts'
import { stolenReasons, stolenStates } from '#contract/vehicle-numbers/stolen-reports.ts'
import { loadBangla, readHtml, readTranslatable, toText } from '#tests/support/deals/read-page.ts'
import {
  createAnsweringClient,
  findConfirm,
  listToasts,
  press,
  removeToasts,
  renderElements,
} from '#tests/support/papers/act-on-page.ts'
import { AsyncForm } from '#web/components/async-form.tsx'
import { stolenMessages as banglaTexts } from '#web/i18n/bn/stolen.ts'
import { stolenMessages } from '#web/i18n/en/stolen.ts'
import { ConfirmWithdrawal, OwnReports } from './own-reports.tsx'
import ReportStolen from './stolen-page.tsx'

const bangla = await loadBangla()
const english = stolenMessages.en
type OwnReport = Parameters<typeof OwnReports>[0]['page']['items'][number]
const waiting: OwnReport = {
  _id: 'one',
  chassis: 'ME1RG5530L1500001',
  engine: null,
  registration: null,
  gdNumber: '1187',
  policeStation: 'Mirpur Model Thana',
  gdOn: '2026-10-19',
  state: 'waiting',
  reason: null,
  reportedAt: '2026-10-20T04:00:00.000Z',
  fileId: 'file',
}
const readPage = (items: OwnReport[], language?: typeof bangla, next: string | null = null) =>
  readHtml(ReportStolen, { ok: true, value: { items, next } }, language)
const listReports = (html: string) => [...html.matchAll(/<li class="panel.*?<\/li>/gs)].map(([item]) => toText(item))
const emptyPage = { ok: true, value: { items: [], next: null } }
const stay = async () => {}
const renderReports = (items: OwnReport[]) => {
  const { client, sent } = createAnsweringClient()
  const page = { items, next: null }
  return { rendered: renderElements(createElement(OwnReports, { page, onChange: stay }), client), sent }
}

beforeEach(removeToasts)

test('the form asks for the numbers of the bike, for the GD and for its photo, in both languages', () => {
  for (const [language, own] of [
    [undefined, english.own],
    [bangla, banglaTexts.own],
  ] as const) {
    const html = readPage([], language)
    const names = [...html.matchAll(/<input[^>]*name="(\w+)"[^>]*>/g)].map(([, name]) => name)
    expect(names).toEqual(['chassis', 'engine', 'registration', 'gdNumber', 'policeStation', 'gdOn'])
    const needed = [...html.matchAll(/<input[^>]*>/g)].map(([tag]) => tag).filter((tag) => tag.includes('required'))
    expect(needed.map((tag) => /name="(\w+)"/.exec(tag)?.[1])).toEqual(['gdNumber', 'policeStation', 'gdOn'])
    expect(html).toMatch(/<input[^>]*type="file"[^>]*capture="environment"/)
    const text = toText(html)
    for (const part of [own.lead, own.needs, own.photoHint, own.numbersHint, own.warning, own.submit, own.none])
      expect(text).toContain(part)
    expect(html).toContain('/dashboard/phone"')
  }
})

test('whoever sends the form without a photo sends nothing, and is told of nothing sent', async () => {
  const { client, sent } = createAnsweringClient()
  const rendered = renderElements(createElement(ReportStolen), client, undefined, emptyPage)
  const onSend = rendered.find(({ type }) => type === AsyncForm)?.props['onSend']
  if (typeof onSend !== 'function') throw new Error('The page has no form.')
  await onSend(new FormData())
  expect([sent, listToasts()]).toEqual([[], []])
})

test('each of the own reports has its numbers, its GD and its state as words, in both languages', () => {
  const reports = stolenStates.map((state) => ({ ...waiting, _id: state, state }))
  const texts = listReports(readPage(reports))
  expect(texts).toHaveLength(stolenStates.length)
  for (const [index, state] of stolenStates.entries()) {
    expect(texts[index]).toContain('ME1RG5530L1500001')
    expect(texts[index]).toContain(`${english.own.states[state]} Mirpur Model Thana · 1187 · 19 October 2026`)
    expect(listReports(readPage(reports, bangla))[index]).toContain(
      `${banglaTexts.own.states[state]} Mirpur Model Thana · 1187 · ১৯ অক্টোবর ২০২৬`,
    )
  }
  expect(readTranslatable(readPage(reports))).not.toMatch(/ME1RG|Mirpur|1187/)
})

test('a decided report says why in both languages, one that was taken back does not', () => {
  for (const reason of stolenReasons) {
    const state = reason === 'matches' ? 'active' : 'refused'
    const report = { ...waiting, state, reason } as const
    expect(listReports(readPage([report]))[0]).toContain(english.own.reasons[reason].replaceAll("'", '’'))
    expect(listReports(readPage([report], bangla))[0]).toContain(banglaTexts.own.reasons[reason])
  }
  const back = { ...waiting, state: 'withdrawn', reason: 'matches' } as const
  expect(listReports(readPage([back]))[0]).not.toContain(english.own.reasons.matches)
})

test('a report without its chassis number is called by its engine number, and an erased one says so', () => {
  const [byEngine, erased] = listReports(
    readPage([
      { ...waiting, chassis: null, engine: 'E3R8E0500001' },
      { ...waiting, _id: 'two', chassis: null, gdNumber: null, policeStation: null, fileId: null, state: 'refused' },
    ]),
  )
  expect(byEngine).toContain('E3R8E0500001')
  expect(erased).toBe('Erased Not accepted 19 October 2026')
})

test('a report that waits or is in the register can be taken back, one that has ended cannot', () => {
  const withButton = stolenStates.filter((state) => readPage([{ ...waiting, state }]).includes(english.own.withdraw))
  expect(withButton).toEqual(['waiting', 'active'])
})

test('pressing “I have it back” sends nothing before the dialog is confirmed', () => {
  const { rendered, sent } = renderReports([waiting])
  press(rendered, english.own.withdraw)
  expect(sent).toEqual([])
})

test('the dialog asks in both languages, takes the report back and loads the list again', async () => {
  for (const [language, own] of [
    [undefined, english.own],
    [bangla, banglaTexts.own],
  ] as const) {
    const { client, sent } = createAnsweringClient()
    const onChange = vi.fn<() => Promise<void>>(stay)
    const dialog = createElement(ConfirmWithdrawal, { reportId: 'one', onChange, onClose: () => {} })
    const confirm = findConfirm(renderElements(dialog, client, language))
    expect([confirm.heading, confirm.text, confirm.labels.confirm]).toEqual([own.sure, own.sureText, own.withdraw])
    await confirm.onConfirm()
    expect(sent).toMatchObject([{ call: 'POST /api/stolen/one/withdrawal' }])
    expect(onChange).toHaveBeenCalledOnce()
    await vi.waitFor(() => expect(listToasts()[0]).toBe(own.withdrawn))
  }
})

test('a report that cannot be taken back says why, and the list is loaded again', async () => {
  const apiError = new ApiError('not_found')
  const { client } = createAnsweringClient(apiError)
  const onChange = vi.fn<() => Promise<void>>(stay)
  const dialog = createElement(ConfirmWithdrawal, { reportId: 'one', onChange, onClose: () => {} })
  await findConfirm(renderElements(dialog, client)).onConfirm()
  await vi.waitFor(() => expect(listToasts()).toEqual([apiError.message]))
  expect(onChange).toHaveBeenCalledOnce()
})

test('older reports have a link, and a list that could not be loaded says why and offers to try again', () => {
  expect(readPage([waiting], undefined, 'next')).toContain('href="/dashboard/stolen?cursor=next"')
  expect(readPage([waiting])).not.toContain('cursor=')
  const html = readHtml(ReportStolen, { ok: false, message: 'Cannot reach Motohaat.' })
  expect(toText(html)).toContain('Cannot reach Motohaat. Try again')
  expect(html).not.toContain('<form')
})
