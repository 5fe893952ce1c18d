// Runs the checks of the project in three lengths: `npm run check:fast`, `npm test` and `npm run test:long`. A test belongs
// to all of them but the first, unless it carries the tag `long` (in a browser `@long`): then to the last one only.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findBrowser } from './find-browser.ts'
import { buildIfChanged } from './build-if-changed.ts'
import { createCommandStep, type Outcome, runCommand, type Step } from './step.ts'
import { countListedTests, countToolFailure, noTests, readPlaywrightReport, readVitestReport } from './test-counts.ts'

type Stages = readonly (readonly Step[])[]
type Length = { command: string; about: string; stages: Stages }
type Result = Outcome & { name: string }

const root = dirname(import.meta.dirname)
const log = (line: string) => console.log(line)
// Outside the checkout, because Playwright empties its results folder.
const reportsDir = mkdtempSync(join(tmpdir(), 'test-reports-'))
const journeysListFile = join(reportsDir, 'all-journeys.json')
const playwrightArgs = ['playwright', 'test', '-c', 'tests/e2e/playwright.config.ts']
const atFullLength = { LONG_RUN: 'yes' }
const concurrency = 2
const failuresMax = 20

const format = createCommandStep('format', ['oxfmt', '--check'])
// One thread each, because they run beside each other and every further thread repeats a part of the work.
const lint = createCommandStep('lint', ['oxlint', '--type-aware'], { GOMAXPROCS: '1' })
const types = createCommandStep('types', ['tsc', '--noEmit', '--checkers', '1'])
const build: Step = { name: 'build', run: buildPages }
const rulesTests: Step = {
  name: 'conventions and rules',
  run: (signal) =>
    runVitest({ args: ['--tags-filter=!long', 'tests/conventions/conventions', 'contract/', 'rules.test.ts'] }, signal),
}
const tests: Step = {
  name: 'unit and API tests',
  run: (signal) => runVitest({ args: ['--tags-filter=!long'] }, signal),
}
const allTests: Step = {
  name: 'all unit and API tests',
  run: (signal) => runVitest({ args: [], env: atFullLength }, signal),
}
const journeys: Step = { name: 'browser journeys', run: (signal) => runJourneys({}, signal) }
const allJourneys: Step = { name: 'all browser journeys', run: (signal) => runJourneys(atFullLength, signal) }
const journeysList: Step = { name: 'list of all journeys', run: listJourneys }

// The steps of a stage are independent and run two at a time; the next stage begins when all have ended.
const lengths = {
  fast: {
    command: 'npm run check:fast',
    about: 'format, lint, types, conventions and rules',
    stages: [[types, lint, format], [rulesTests]],
  },
  normal: {
    command: 'npm test',
    about: 'every rule, every API story and the main journeys',
    stages: [[types, lint, format, journeysList, build], [tests], [journeys]],
  },
  long: {
    command: 'npm run test:long',
    about: 'everything at full length',
    stages: [[types, lint, format, build], [allTests], [allJourneys]],
  },
} as const satisfies Record<string, Length>

await main(chooseLength(process.argv))

function chooseLength(args: string[]): Length {
  if (args.includes('--fast')) return lengths.fast
  return args.includes('--long') ? lengths.long : lengths.normal
}

async function main({ command, about, stages }: Length): Promise<void> {
  process.chdir(root)
  log(`${command}: ${about}.`)
  const abortController = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abortController.abort(signal))

  const results: Result[] = []
  for (const stage of stages) results.push(...(await runStage(stage, abortController.signal)))
  rmSync(reportsDir, { recursive: true, force: true })
  reportResults(results, { command, wasStopped: abortController.signal.aborted })
}

async function runStage(stage: readonly Step[], signal: AbortSignal): Promise<Result[]> {
  const pending = [...stage]
  const results: Result[] = []
  const runNext = async () => {
    for (let step = pending.shift(); step && !signal.aborted; step = pending.shift()) {
      results.push(await runStep(step, signal))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runNext))
  return results
}

async function runStep(step: Step, signal: AbortSignal): Promise<Result> {
  log(`…  ${step.name}`)
  const startedAt = performance.now()
  const outcome = await step.run(signal).catch(createFailure)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  if (outcome.output) log(outcome.output.trimEnd())
  log(`${outcome.failed === 0 ? 'ok' : 'NO'} ${step.name} (${seconds} s)`)
  return { ...outcome, name: step.name }
}

function createFailure(error: unknown): Outcome {
  return { ...noTests, failed: 1, output: error instanceof Error ? error.message : String(error) }
}

async function buildPages(signal: AbortSignal): Promise<Outcome> {
  await buildIfChanged({ root, log, signal })
  return { ...noTests, passed: 1, output: '' }
}

type Run = { args: string[]; env?: Record<string, string> }

async function runVitest({ args, env = {} }: Run, signal: AbortSignal): Promise<Outcome> {
  const file = join(reportsDir, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const run = await runCommand({ args: ['vitest', 'run', ...args, ...reporters], env, isStreamed: true }, signal)
  return createOutcome(countToolFailure(readVitestReport(file), run.isSuccessful), run.output)
}

async function runJourneys(settings: Record<string, string>, signal: AbortSignal): Promise<Outcome> {
  const browser = await findBrowser(log)
  log(`The browser is ${browser.exe} (${browser.kind}).`)
  const file = join(reportsDir, 'playwright.json')
  const env = { ...browser.env, ...settings, BROWSER_EXE: browser.exe, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const run = await runCommand({ args: [...playwrightArgs, '--reporter=list,json'], env, isStreamed: true }, signal)
  const counts = countToolFailure(readPlaywrightReport(file), run.isSuccessful)
  const leftOut = Math.max(0, countListedTests(journeysListFile) - counts.passed - counts.failed)
  return createOutcome({ ...counts, leftOut: { journeys: leftOut, tests: 0 } }, run.output)
}

// Playwright's report of a run does not name what was not chosen, so what `npm test` leaves out is the difference.
async function listJourneys(signal: AbortSignal): Promise<Outcome> {
  const env = { ...atFullLength, PLAYWRIGHT_JSON_OUTPUT_FILE: journeysListFile }
  const { isSuccessful, output } = await runCommand(
    { args: [...playwrightArgs, '--list', '--reporter=json'], env },
    signal,
  )
  return isSuccessful ? { ...noTests, output: '' } : { ...noTests, failed: 1, output }
}

// A tool that failed outside its tests is described by the end of its output, which has been streamed already.
function createOutcome(counts: Omit<Outcome, 'output'>, streamedTail: string): Outcome {
  const hasUnnamedFailure = counts.failed > 0 && counts.failures.length === 0
  return { ...counts, failures: hasUnnamedFailure ? [streamedTail.trimEnd()] : counts.failures, output: '' }
}

// What failed stands at the end, because the log is long. The last line has a fixed format for programs.
function reportResults(results: Result[], { command, wasStopped }: { command: string; wasStopped: boolean }): void {
  const sum = (count: (result: Result) => number) => results.reduce((total, result) => total + count(result), 0)
  const failed = sum((result) => result.failed)
  const failedSteps = results.filter((result) => result.failed > 0).map(({ name }) => name)
  for (const failure of results.flatMap((result) => result.failures).slice(0, failuresMax)) log(`✗ ${failure}`)
  if (failedSteps.length > 0) log(`Failed: ${failedSteps.join(', ')}.`)
  if (wasStopped) log('Stopped before the end.')
  // The long run leaves nothing out; what it did not run is in a file that failed.
  if (command !== lengths.long.command) {
    reportLeftOut({
      journeys: sum(({ leftOut }) => leftOut.journeys),
      tests: sum(({ leftOut }) => leftOut.tests),
    })
  }
  reportLaterTries(results.flatMap(({ laterTries }) => laterTries))
  log(`${sum((result) => result.passed)} passed, ${failed} failed`)
  process.exitCode = failed > 0 || wasStopped ? 1 : 0
}

function reportLeftOut({ journeys, tests }: Outcome['leftOut']): void {
  if (journeys + tests === 0) return
  const counts = [`${journeys} journeys`, `${tests} tests`].filter((count) => !count.startsWith('0 '))
  log(`Left out: ${counts.join(' and ')}, which are in ${lengths.long.command}.`)
}

function reportLaterTries(titles: readonly string[]): void {
  if (titles.length === 0) return
  log('Passed only on a second try:')
  for (const title of titles) log(`  ${title}`)
}
