// The number of a rule is written once, in the contract, and every sentence follows it (docs/decisions/0122-rule-numbers-once.md).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { beforeAll, expect, test } from 'vitest'
import * as deadlines from '#contract/deals/deadlines.ts'
import * as handoverCode from '#contract/deals/handover-code.ts'
import * as limits from '#contract/limits.ts'
import * as lifetimes from '#contract/time/lifetimes.ts'
import { readProjectFiles } from './project-files.ts'
import { allowed, findWrittenNumbers, listSentenceLines, numberFiles, rulesInWords } from './rule-number-rules.ts'
import { listSayings, type Saying } from './rule-number-sayings.ts'

const root = join(import.meta.dirname, '../..')
const lines = readProjectFiles(root).flatMap((file) =>
  listSentenceLines(file).map((line) => ({ path: file.path, line })),
)

const numberPattern = /^(export const (\w+) = )([\d_]+)/gm
const names = numberFiles.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(numberPattern)].map(([, , name = '']) => name),
)

/** A number that no sentence has, for each number of the contract. */
const changedNumbers = new Map(names.map((name, index) => [name, 7_001 + 20 * index]))

/** Gives the numbers of the contract other values. */
const changeNumbers = (): Plugin => ({
  name: 'change-numbers',
  enforce: 'pre',
  transform: (code, id) =>
    numberFiles.some((file) => id.endsWith(`/${file}`))
      ? code.replace(numberPattern, (_, start: string, name: string) => `${start}${changedNumbers.get(name)}`)
      : null,
})

/** The sentences in both languages, bundled with these numbers in place of the contract's. */
const loadChanged = async (): Promise<Saying[]> => {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [changeNumbers()],
    ssr: { noExternal: true },
    build: { ssr: 'tests/conventions/rule-number-sayings.ts', write: false, minify: false },
  })
  const [bundle] = [built].flat()
  if (!bundle || !('output' in bundle)) throw new Error('The sentences were not bundled.')
  const url = `data:text/javascript;base64,${Buffer.from(bundle.output[0].code).toString('base64')}`
  const changed: { listSayings: typeof listSayings } = await import(/* @vite-ignore */ url)
  return changed.listSayings()
}

const toNumbers = (text: string): number[] =>
  [
    ...text
      .replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6))
      // 7,001 and 70,01,000 are one number each.
      .replace(/(?<=\d),(?=\d)/g, '')
      .matchAll(/\d+/g),
  ].map(Number)

const inWords = Object.values(rulesInWords).flatMap(({ says }) => says)
const changedValues = new Set(changedNumbers.values())
const listRules = (text: string): number[] => toNumbers(text).filter((number) => changedValues.has(number))
const describeRules = (text: string): string =>
  listRules(text)
    .toSorted((one, other) => one - other)
    .join(' ')

let changed: Saying[]
beforeAll(async () => {
  changed = await loadChanged()
})

test('no sentence has the number of a rule written by hand', () => {
  expect(lines.flatMap(({ path, line }) => findWrittenNumbers(line).map((found) => `${path}: ${found}`))).toEqual([])
  const byHand = [
    "'Within 48 hours.'",
    "'৪৮ ঘণ্টার মধ্যে।'",
    "'At least 8 characters.'",
    "'Try again in two hours.'",
    "'দশটি ছবি'",
  ]
  expect(byHand.map((line) => findWrittenNumbers(line).length)).toEqual(byHand.map(() => 1))
  expect(findWrittenNumbers('`Within ${answerHours} hours.`')).toEqual([])
})

test('every exception is still said', () => {
  expect(allowed.filter((part) => lines.every(({ line }) => !line.includes(part)))).toEqual([])
})

test('a rule that is said in words is what the words say', () => {
  const numbers: Record<string, unknown> = {
    ...deadlines,
    ...handoverCode,
    ...lifetimes,
    ...limits,
    ...Object.fromEntries(Object.entries(limits.buyingLimits).map(([name, max]) => [`buyingLimits.${name}`, max])),
  }
  for (const [name, { is }] of Object.entries(rulesInWords)) expect({ [name]: numbers[name] }).toEqual({ [name]: is })
})

test('when the numbers change, every sentence changes, in both languages alike', () => {
  const saysInWords = (text: string) => inWords.some((part) => text.includes(part))
  const differs = changed.filter(
    ({ english, bangla }) =>
      describeRules(english) !== describeRules(bangla) && !saysInWords(english) && !saysInWords(bangla),
  )
  expect(differs).toEqual([])

  const now = new Map(listSayings().map((saying) => [saying.key, saying]))
  const unchanged = changed.filter(({ key, english }) => {
    const old = now.get(key)
    return old === undefined || (listRules(english).length > 0 && old.english === english)
  })
  expect(unchanged).toEqual([])
})

// Screens say them as a date, a time or a count that is computed from them; some concern the API or the moderators alone.
const unsaid = [
  'dayEndsHour',
  'confirmRequestedHours',
  'confirmAcceptedHours',
  'acceptedWithoutMeetingHours',
  'heldWithoutMeetingDays',
  'heldAfterMeetingHours',
  'askedHours',
  'evidenceHours',
  'codeTriesBeforeNewCode',
  'accessTokenSeconds',
  'caseLockMinutes',
  'receiptAfterSaleDays',
  'paperDays',
  'stolenReportDays',
  'draftDays',
  'maxPictures',
  'advisedPhotos',
  'slowSaleDays',
  'maxBikesPerEmail',
  'maxUnprovenNoticesPerDay',
  'maxUnprovenNotices',
  'importantNoticesPerDay',
  'importantNotices',
  'maxDealNumbersPerDay',
  'maxDealNumbersPerDayUnproven',
  'maxDeclinedCards',
  'declinedCardsMinutes',
  'maxDeclinedCardsPerDay',
]

test('each number is said by a sentence, or is one that none says', () => {
  const said = new Set(changed.flatMap(({ english }) => listRules(english)))
  expect(names.filter((name) => !said.has(changedNumbers.get(name) ?? 0) && !(name in rulesInWords))).toEqual(unsaid)
})

test('no sentence counts one of several', () => {
  expect(
    listSayings().filter(({ english }) => /(?<![\d.,])1 (?:hours|days|minutes|months|times)\b/.test(english)),
  ).toEqual([])
})
