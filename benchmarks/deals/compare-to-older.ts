// What booking and paying cost compared with an older version of the app, such as the last one without deals:
//   git worktree add ../older a5d00393 && (cd ../older && npm ci)
//   node benchmarks/deals/compare-to-older.ts --older ../older [--rounds 7]
// Both versions run at the same time with databases of their own, and the rounds alternate. All is measured twice: without
// e-mails, because their addresses are not proven, and with those that members of deals get. Writes docs/performance.md.
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type BenchmarkApp, withBenchmarkApp } from '#benchmarks/load/benchmark-app.ts'
import { createBookingAction, createPaymentAction } from '#benchmarks/load/user-actions.ts'
import { type Comparison, compare } from '#benchmarks/measurement/compare.ts'
import { describeRun, toMarkdownTable, writeSections } from '#benchmarks/report/performance-report.ts'

const bikes = 20_000
const actionsPerRound = 100
const concurrency = 1

/** The benchmarks of an older checkout: its own server, data and requests, because its imports are its own. */
type OlderBenchmarks = {
  withBenchmarkApp: typeof withBenchmarkApp
  createBookingAction: typeof createBookingAction
  createPaymentAction: typeof createPaymentAction
}

const importOlder = async (root: string): Promise<OlderBenchmarks> => {
  const load = (file: string): Promise<Partial<OlderBenchmarks>> =>
    import(pathToFileURL(join(root, 'benchmarks/load', file)).href)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- another version of these modules
  return { ...(await load('benchmark-app.ts')), ...(await load('user-actions.ts')) } as OlderBenchmarks
}

type Result = { booking: Comparison; payment: Comparison }

/** Whether members get e-mails. The e-mail sandbox runs in the process that is measured. */
const setProven = (apps: readonly BenchmarkApp[], isProven: boolean): Promise<unknown> =>
  Promise.all(apps.map(({ db }) => db.query('update members set email_verified = $1', [isProven])))

const measure = async (
  older: OlderBenchmarks,
  apps: { app: BenchmarkApp; olderApp: BenchmarkApp },
  rounds: number,
  areEmailsSent: boolean,
): Promise<Result> => {
  const options = { rounds, actionsPerRound, concurrency }
  const { app, olderApp } = apps
  await setProven([app, olderApp], areEmailsSent)
  const payments = actionsPerRound * (rounds + 1)
  const pay = await createPaymentAction(app, payments)
  const payOlder = await older.createPaymentAction(olderApp, payments)
  return {
    payment: await compare({ ...pay, pids: app.pids }, { ...payOlder, pids: olderApp.pids }, options),
    booking: await compare(
      { action: await createBookingAction(app), pids: app.pids },
      { action: await older.createBookingAction(olderApp), pids: olderApp.pids },
      options,
    ),
  }
}

const toRow = (what: string, { cpuRatio, rounds, cpu }: Comparison, atMost: string): string[] => [
  what,
  `**${cpuRatio.toFixed(2)}** (${Math.min(...rounds).toFixed(2)} to ${Math.max(...rounds).toFixed(2)})`,
  atMost,
  `${(cpu.one / 1000).toFixed(2)} / ${(cpu.other / 1000).toFixed(2)} ms`,
]

/** Compares this version with the one of another folder; returns the text of the report. */
const compareToOlder = async (root: string, rounds: number): Promise<string> => {
  const loadBefore = loadavg()[0] ?? 0
  const older = await importOlder(root)
  const [quiet, mailed] = await withBenchmarkApp({ bikes }, (app) =>
    older.withBenchmarkApp({ bikes }, async (olderApp): Promise<[Result, Result]> => [
      await measure(older, { app, olderApp }, rounds, false),
      await measure(older, { app, olderApp }, rounds, true),
    ]),
  )
  const table = toMarkdownTable(
    ['what', 'CPU of server and PostgreSQL, ratio', 'at most', 'this version / older'],
    [
      toRow('a booking, with its deal, step and notification', quiet.booking, '1.4'),
      toRow('a payment from the intent to the settlement, with the ledger', quiet.payment, '1.3'),
      toRow('a booking, with the e-mail to its seller', mailed.booking, '–'),
      toRow('a payment, with the e-mails to both', mailed.payment, '–'),
    ],
  )
  return `${describeRun(loadBefore)}\n\nRounds of ${actionsPerRound} in alternation, both versions running at once. Median and range of the ratios.\n\n${table}`
}

const { values } = parseArgs({
  options: { older: { type: 'string' }, rounds: { type: 'string', default: '7' } },
})
if (values.older === undefined) throw new Error('Name the folder of the older version: --older ../older')
const text = await compareToOlder(resolve(values.older), Number(values.rounds))
await writeSections([{ title: 'Booking and paying with and without deals', text }])
console.log(text)
