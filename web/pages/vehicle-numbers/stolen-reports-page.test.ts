// The moderators' page of reports of stolen bikes, and a report that one of them has open.
import { createElement } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#contract/errors/api-errors.ts'
import { stolenFaults } from '#contract/vehicle-numbers/stolen-reports.ts'
import { ConfirmEvidence, findReason } from '#web/components/evidence-queue/decide-evidence.tsx'
import { listMainButtons, loadBangla, readHtml, readTranslatable, toText } from '#tests/support/deals/read-page.ts'
import {
  createAnsweringClient,
  findConfirm,
  listToasts,
  press,
  removeToasts,
  renderElements,
} from '#tests/support/papers/act-on-page.ts'
import { stolenMessages as banglaTexts } from '#web/i18n/bn/stolen.ts'
import { stolenMessages } from '#web/i18n/en/stolen.ts'
import { type OpenedReport, OpenReport } from './open-report.tsx'
import StolenReports from './stolen-reports-page.tsx'
import { useChecking } from './use-checking.ts'

const bangla = await loadBangla()
const english = stolenMessages.en.check
const waiting = {
  _id: 'one',
  reporterName: 'Sadia Islam',
  reportedAt: '2026-10-20T04:00:00.000Z',
  advertisements: 2,
  openedBy: null as string | null,
}
const toData = (items: (typeof waiting)[], next: string | null = null) => ({ ok: true, value: { items, next } })
const opened: OpenedReport = {
  _id: 'one',
  chassis: 'ME1RG5530L1500001',
  engine: null,
  registration: 'Dhaka Metro-Ha 15-5000',
  gdNumber: '1187',
  policeStation: 'Mirpur Model Thana',
  gdOn: '2026-10-19',
  fileId: 'file',
  openUntil: '2026-10-20T04:15:00.000Z',
  reportedAt: waiting.reportedAt,
  reporterName: 'Sadia Islam',
  falseReports: 3,
  isPhotoOfOther: false,
  advertisements: [{ slug: 'suzuki-gixxer-155', productName: 'Suzuki Gixxer 155', sellerName: 'Nadia Haque' }],
}
const stay = async () => {}
const createOpen = (changes: Partial<Parameters<typeof OpenReport>[0]> = {}) =>
  createElement(OpenReport, { report: opened, isBusy: false, onDecide: stay, onClose: () => {}, ...changes })
const readOpen = (report: OpenedReport, language?: typeof bangla) =>
  readHtml(() => createOpen({ report }), null, language)

/** What a moderator does on the page, with a server that gives this answer. */
const check = (...answers: object[]) => {
  const { client, sent } = createAnsweringClient(...answers)
  const done: ReturnType<typeof useChecking>[] = []
  const Probe = () => {
    done.push(useChecking())
    return null
  }
  renderElements(createElement(Probe), client)
  const [checking] = done
  if (!checking) throw new Error('Nothing was rendered.')
  return { checking, sent }
}

beforeEach(removeToasts)

test('the queue says who reported since when, how many advertisements have the number, and who reads it now', () => {
  const text = toText(readHtml(StolenReports, toData([{ ...waiting, openedBy: 'Imran Khan' }])))
  expect(text).toContain('Sadia Islam waits since')
  expect(text).toContain('Advertisements with its number: 2')
  expect(text).toContain('Imran Khan reads it now')
  expect(text).toContain('The report is open for 15 minutes')
  const inBangla = toText(readHtml(StolenReports, toData([waiting]), bangla))
  expect(inBangla).toContain('এই নম্বরের বিজ্ঞাপন: ২')
  expect(inBangla).toContain('১৫ মিনিট খোলা থাকে')
  expect(readTranslatable(readHtml(StolenReports, toData([waiting])))).not.toContain('Sadia')
})

test('the main button opens the report that waits longest and that no colleague reads', () => {
  const items = [{ ...waiting, _id: 'read', openedBy: 'Imran Khan' }, waiting, { ...waiting, _id: 'later' }]
  const html = readHtml(StolenReports, toData(items))
  expect(listMainButtons(html)).toEqual([english.open])
  const classes = [...html.matchAll(/<button class="btn (btn--\w+)"[^>]*aria-label="Open/g)].map(([, name]) => name)
  expect(classes).toEqual(['btn--line', 'btn--primary', 'btn--line'])
})

test('an empty queue says so in both languages, more reports have a link, and what failed can be tried again', () => {
  expect(toText(readHtml(StolenReports, toData([])))).toContain(`${english.empty} ${english.emptyText}`)
  expect(toText(readHtml(StolenReports, toData([]), bangla))).toContain(banglaTexts.check.empty)
  expect(readHtml(StolenReports, toData([waiting], 'next'))).toContain('/dashboard/stolen-reports?cursor=next"')
  const failed = readHtml(StolenReports, { ok: false, message: 'Cannot reach Motohaat.' })
  expect(toText(failed)).toContain('Cannot reach Motohaat. Try again')
})

test('pressing “Open the report” opens that report alone', async () => {
  const { client, sent } = createAnsweringClient(opened)
  const items = [waiting, { ...waiting, _id: 'two', reporterName: 'Nadia Haque' }]
  press(renderElements(createElement(StolenReports), client, undefined, toData(items)), 'Open the report: Nadia Haque')
  await vi.waitFor(() => expect(sent).toMatchObject([{ call: 'POST /api/stolen/two/openings' }]))
})

test('a report that cannot be opened says why', async () => {
  const apiError = new ApiError('not_found')
  const { checking, sent } = check(apiError)
  await checking.open('one')
  expect(sent).toMatchObject([{ call: 'POST /api/stolen/one/openings' }])
  await vi.waitFor(() => expect(listToasts()).toEqual([apiError.message]))
})

test('beside the photo stands what was typed, by whom, with which false reports, and what has its number', () => {
  const text = toText(readOpen(opened))
  for (const part of [
    'Open until',
    'Chassis number ME1RG5530L1500001',
    'Registration number Dhaka Metro-Ha 15-5000',
    'GD number 1187',
    'Police station Mirpur Model Thana',
    'Reported by Sadia Islam',
    'Day of the GD 19 October 2026',
    'False reports before 3',
    'It has the number Suzuki Gixxer 155 · Nadia Haque',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('Engine number')
  expect(readOpen(opened)).toContain('href="/bikes/suzuki-gixxer-155"')
  const inBangla = toText(readOpen(opened, bangla))
  for (const part of ['জিডির তারিখ ১৯ অক্টোবর ২০২৬', 'আগের মিথ্যা রিপোর্ট ৩', 'জানিয়েছেন Sadia Islam'])
    expect(inBangla).toContain(part)
  expect(readTranslatable(readOpen(opened))).not.toMatch(/Sadia|Mirpur|Gixxer|ME1RG/)
})

test('a photo that another member has sent too is named in red', () => {
  expect(readOpen(opened)).not.toContain('note--stop')
  expect(readOpen({ ...opened, isPhotoOfOther: true })).toMatch(
    /note--stop.*Another member has sent the very same photo/,
  )
  expect(toText(readOpen({ ...opened, isPhotoOfOther: true }, bangla))).toContain(banglaTexts.check.ofOther)
})

test('each reason has a button with the number of its key, in both languages, and decides with that reason', () => {
  for (const [language, texts, digits] of [
    [undefined, english, '12345'],
    [bangla, banglaTexts.check, '১২৩৪৫'],
  ] as const) {
    const decided = vi.fn<(decision: string) => Promise<void>>(stay)
    const rendered = renderElements(createOpen({ onDecide: decided }), createAnsweringClient().client, language)
    for (const [index, fault] of stolenFaults.entries()) press(rendered, `${digits[index]}. ${texts.faults[fault]}`)
    expect(decided.mock.calls.map(([decision]) => decision)).toEqual([...stolenFaults])
  }
  expect(['1', '2', '3', '4', '5'].map((key) => findReason(stolenFaults, key))).toEqual([...stolenFaults])
  for (const key of ['0', '6', '11', 'a', '']) expect(findReason(stolenFaults, key)).toBeUndefined()
})

test('“Put it into the register” decides nothing before the dialog is confirmed, which asks in both languages', async () => {
  const decided = vi.fn<() => Promise<void>>(stay)
  const { client } = createAnsweringClient()
  press(renderElements(createOpen({ onDecide: decided }), client), english.confirm)
  expect(decided).not.toHaveBeenCalled()
  for (const [language, texts] of [
    [undefined, english],
    [bangla, banglaTexts.check],
  ] as const) {
    const dialog = createElement(ConfirmEvidence, { words: texts, onConfirm: decided, onClose: () => {} })
    const confirm = findConfirm(renderElements(dialog, client, language))
    expect([confirm.heading, confirm.text, confirm.labels.confirm]).toEqual([texts.sure, texts.sureText, texts.confirm])
    await confirm.onConfirm()
  }
  expect(decided).toHaveBeenCalledTimes(2)
})

test('while a decision is sent, no button decides', () => {
  const html = readHtml(() => createOpen({ isBusy: true }), null)
  const buttons = [...html.matchAll(/<button[^>]*class="btn btn--(?:primary|line)[^>]*>/g)].map(([tag]) => tag)
  expect(buttons).toHaveLength(1 + stolenFaults.length)
  for (const button of buttons) expect(button).toContain('disabled')
})

test('each decision is sent with its reason, and says that the reporter is told', async () => {
  for (const decision of ['matches', ...stolenFaults] as const) {
    removeToasts()
    const { checking, sent } = check()
    await checking.decide('one', decision)
    expect(sent).toMatchObject([{ call: 'PUT /api/stolen/one', body: { decision } }])
    await vi.waitFor(() => expect(listToasts()).toEqual([english.success]))
  }
})

test('a decision that is refused says why and nothing else', async () => {
  for (const code of ['paper_not_open', 'stolen_report_decided', 'own_case', 'case_open'] as const) {
    removeToasts()
    const apiError = new ApiError(code)
    const { checking } = check(apiError)
    await checking.decide('one', 'false')
    await vi.waitFor(() => expect(listToasts()).toEqual([apiError.message]))
  }
})

test('the switch for the keys stands where a report waits', () => {
  expect(readHtml(StolenReports, toData([waiting]))).toContain(english.keys)
  const empty = readHtml(StolenReports, toData([]))
  expect(empty).toContain(english.empty)
  expect(empty).not.toContain(english.keys)
})
