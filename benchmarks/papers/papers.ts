// Benchmarks the papers passport of a bike, and "check a bike" with a million fingerprints.
// `node benchmarks/papers/papers.ts [--quick]`; quick uses a hundred thousand fingerprints.
import { loadavg } from 'node:os'
import { describeRun, type Section, toMarkdownTable, writeSections } from '#benchmarks/report/performance-report.ts'
import { measureNumberChecks } from './number-checks.ts'
import { bikeCount, withPaperDatabases } from './paper-databases.ts'
import type { PairFigures } from './pairs.ts'
import { measurePassport } from './passport.ts'

const few = 1_000
const [fullSize, quickSize] = [1_000_000, 100_000]

const toMs = (ms: number): string => ms.toFixed(2)
const toCpuMs = (microseconds: number): string => (microseconds / 1_000).toFixed(2)

const describeRounds = ({ comparison: { cpuRatio, rounds } }: PairFigures): string =>
  `${cpuRatio.toFixed(2)} (${Math.min(...rounds).toFixed(2)} to ${Math.max(...rounds).toFixed(2)})`

const toPassportTable = (figures: PairFigures): string => {
  const { one, other, differenceMs, comparison } = figures
  const { cpu } = comparison
  return toMarkdownTable(
    ['the answer of a bike', 'with papers', 'without', 'ratio', 'added', 'at most'],
    [
      [
        'time, median',
        `${toMs(one.median)} ms`,
        `${toMs(other.median)} ms`,
        (one.median / other.median).toFixed(2),
        `**${differenceMs.toFixed(3)} ms**`,
        '0.1 ms',
      ],
      [
        'CPU of server and PostgreSQL',
        `${toCpuMs(cpu.one)} ms`,
        `${toCpuMs(cpu.other)} ms`,
        describeRounds(figures),
        `**${toCpuMs(cpu.one - cpu.other)} ms**`,
        '0.1 ms',
      ],
    ],
  )
}

const toCheckRow = (what: string, figures: PairFigures, most: string): string[] => {
  const { one, other, comparison } = figures
  return [
    what,
    `**${toMs(one.median)}** / ${toMs(one.p95)} ms`,
    `${toMs(other.median)} / ${toMs(other.p95)} ms`,
    (one.median / other.median).toFixed(2),
    `${toCpuMs(comparison.cpu.one)} ms, ${describeRounds(figures)}`,
    most,
  ]
}

/** Measures both; `quick` uses fewer fingerprints and rounds. */
export const measurePapers = async (quick: boolean): Promise<Section[]> => {
  const loadBefore = loadavg()[0] ?? 0
  const many = quick ? quickSize : fullSize
  return withPaperDatabases({ few, many }, async (databases) => {
    const passport = await measurePassport(databases, quick)
    const checks = await measureNumberChecks(databases, quick)
    const count = (n: number) => n.toLocaleString('en')
    const text = `${describeRun(loadBefore)}

Whole requests in process, one at a time, without a login. ${count(bikeCount)} bikes with five papers each. Without papers the statement of the bike page returns a constant in their place, and is otherwise the same. The two take turns request by request; what is added is the median of the differences. CPU in rounds in alternation.

${toPassportTable(passport)}

\`POST /check-number\` with ${count(many)} fingerprints of chassis numbers and ${count(many / 100)} of stolen bikes, 32 random bytes each, compared with ${count(few)}. Half of the numbers that are asked are in an advertisement. Most fingerprints belong to bikes that are not in the database, which a lookup does not reach. Each check is counted twice, for the member and the address; the first row is without that.

${toMarkdownTable(
  ['request', `${count(many)}, p50 / p95`, `${count(few)}, p50 / p95`, 'time, ratio', 'CPU, and its ratio', 'at most'],
  [toCheckRow('the check', checks.lookup, '1 ms'), toCheckRow('the check with its two counts', checks.counted, '–')],
)}`
    return [{ title: 'Papers and numbers of bikes', text }]
  })
}

if (import.meta.main) {
  const sections = await measurePapers(process.argv.includes('--quick'))
  await writeSections(sections)
  for (const { title, text } of sections) console.log(`\n## ${title}\n\n${text}`)
}
