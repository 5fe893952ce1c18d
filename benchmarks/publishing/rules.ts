// The CPU time of the rules of publishing for one advertisement, and of masking one message.
// `node benchmarks/publishing/rules.ts` writes both into docs/performance.md.
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { scoreAdvertisement } from '#market/publishing/fraud-rules.ts'
import { maskContactDetails } from '#platform/contact-details/masking.ts'
import { describeRun, type Section, toMarkdownTable, writeSections } from '#benchmarks/report/performance-report.ts'

/** What an advertisement and a message may take, in ms of CPU. */
const maxMs = { rules: 2, masking: 1 }
const rounds = 5

const folder = join(import.meta.dirname, '../../tests/support/publishing')
const texts = ['scams', 'scams-held-back', 'honest', 'honest-held-back'].flatMap((name) =>
  readFileSync(join(folder, `${name}.txt`), 'utf8')
    .split('\n')
    .flatMap((line) => line.split(' | ')[1] ?? []),
)
// As long as the longest descriptions.
const longTexts = texts.map((_, index) =>
  Array.from({ length: 12 }, (_unused, next) => texts[(index + next) % texts.length]).join(' '),
)

const evidence = {
  thisYear: 2026,
  usualPriceTaka: 150_000,
  isTextOfAnother: false,
  pictureOfAnother: null,
  isFirstOfNewAccount: true,
  isMechanicSeller: false,
  isNumberOfRemoved: false,
  districtsApartKm: 12,
  numberOfAnother: null,
  stolenReport: null,
  paperOfAnother: null,
}

/** The CPU milliseconds of the work for one text, on average. */
const measure = (all: readonly string[], work: (text: string) => unknown): number => {
  const run = (count: number): void => {
    for (let round = 0; round < count; round += 1) all.forEach(work)
  }
  // The first round compiles.
  run(1)
  const before = process.cpuUsage()
  run(rounds)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / (rounds * all.length)
}

const score = (description: string) => {
  const numbers = { priceTaka: 140_000, originalPriceTaka: 239_950, year: 2021, kilometres: 21_000 }
  return scoreAdvertisement({ name: 'Suzuki Gixxer 155', description, ...numbers }, evidence)
}

const readMessages = (): string[] =>
  ['contact-details', 'contact-details-held-back', 'honest-lines', 'honest-lines-held-back'].flatMap((name) =>
    readFileSync(join(import.meta.dirname, `../../tests/support/chats/${name}.txt`), 'utf8')
      .trim()
      .split('\n'),
  )

/** The section of the report. */
export const measureTexts = async (): Promise<Section[]> => {
  const loadBefore = loadavg()[0] ?? 0
  const toRow = (what: string, ms: number, most: number) => [what, `**${ms.toFixed(3)} ms**`, `${most} ms`]
  const table = toMarkdownTable(
    ['CPU of', 'measured', 'at most'],
    [
      toRow('the rules for an advertisement', measure(texts, score), maxMs.rules),
      toRow('the same, twelve descriptions in one', measure(longTexts, score), maxMs.rules),
      toRow('masking a message', measure(readMessages(), maskContactDetails), maxMs.masking),
    ],
  )
  const text = `Texts of tests/support/publishing and tests/support/chats, without what is looked up in the database. How many frauds and contact details are found is in \`market/publishing/publishing.test.ts\` and \`platform/contact-details/masking.test.ts\`.\n\n${table}`
  return [{ title: 'Rules of publishing and masking', text: `${describeRun(loadBefore)}\n\n${text}` }]
}

if (import.meta.main) {
  const sections = await measureTexts()
  await writeSections(sections)
  for (const { text } of sections) console.log(text)
}
