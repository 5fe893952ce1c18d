// Lists every check of the project: `npm test` runs all, `npm run check:fast` the quick ones. `npm run test:long` runs
// in full those tests of which `npm test` plays a sample.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findBrowser } from './find-browser.ts'
import { buildIfChanged } from './build-if-changed.ts'
import { createCommandStep, type Outcome, runCommand, type Step } from './step.ts'
import { countToolFailure, readPlaywrightReport, readVitestReport, type TestCounts } from './test-counts.ts'

const root = dirname(import.meta.dirname)
const log = (line: string) => console.log(line)
// Outside the checkout, because Playwright empties its results folder.
const reportsDir = mkdtempSync(join(tmpdir(), 'test-reports-'))

const format = createCommandStep('format', ['oxfmt', '--check'])
const lint = createCommandStep('lint', ['oxlint', '--type-aware'])
const types = createCommandStep('types', ['tsc', '--noEmit'])
const build: Step = { name: 'build', run: buildPages }
const tests: Step = { name: 'unit and API tests', run: (signal) => runVitest([], signal) }
const quickTests: Step = {
  name: 'tidy and rules tests',
  run: (signal) => runVitest(['tests/conventions/conventions', 'contract/', 'rules.test.ts'], signal),
}
const longTests: Step = {
  name: 'long tests',
  run: (signal) => runVitest(['--config', 'vitest.long.config.ts'], signal),
}
const e2eTests: Step = { name: 'browser journeys', run: (signal) => runE2eTests({}, signal) }
const longE2eTests: Step = {
  name: 'browser journeys in both languages',
  run: (signal) => runE2eTests({ LONG_RUN: 'yes' }, signal),
}

// The steps of a stage are independent and run two at a time; the next stage begins when all have ended.
const allStages = [[types, lint, format, build], [tests], [e2eTests]]
const quickStages = [[types, lint, format], [quickTests]]
const longStages = [[build], [longTests], [longE2eTests]]
const concurrency = 2
const failuresMax = 20

type Result = Outcome & { name: string }

await main(chooseStages(process.argv))

function chooseStages(args: string[]): Step[][] {
  if (args.includes('--fast')) return quickStages
  return args.includes('--long') ? longStages : allStages
}

async function main(stages: Step[][]): Promise<void> {
  process.chdir(root)
  const abortController = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abortController.abort(signal))

  const results: Result[] = []
  for (const stage of stages) results.push(...(await runStage(stage, abortController.signal)))
  rmSync(reportsDir, { recursive: true, force: true })
  reportResults(results, abortController.signal.aborted)
}

async function runStage(stage: Step[], signal: AbortSignal): Promise<Result[]> {
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
  return { passed: 0, failed: 1, output: error instanceof Error ? error.message : String(error), failures: [] }
}

async function buildPages(signal: AbortSignal): Promise<Outcome> {
  await buildIfChanged({ root, log, signal })
  return { passed: 1, failed: 0, output: '', failures: [] }
}

async function runVitest(options: string[], signal: AbortSignal): Promise<Outcome> {
  const file = join(reportsDir, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const args = ['vitest', 'run', ...options, ...reporters]
  const { isSuccessful, output } = await runCommand({ args, isStreamed: true }, signal)
  return createOutcome(countToolFailure(readVitestReport(file), isSuccessful), output)
}

async function runE2eTests(settings: Record<string, string>, signal: AbortSignal): Promise<Outcome> {
  const browser = await findBrowser(log)
  log(`The browser is ${browser.exe} (${browser.kind}).`)
  const file = join(reportsDir, 'playwright.json')
  const env = { ...browser.env, ...settings, BROWSER_EXE: browser.exe, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const args = ['playwright', 'test', '-c', 'tests/e2e/playwright.config.ts', '--reporter=list,json']
  const { isSuccessful, output } = await runCommand({ args, env, isStreamed: true }, signal)
  return createOutcome(countToolFailure(readPlaywrightReport(file), isSuccessful), output)
}

// A tool that failed outside its tests is described by the end of its output, which has been streamed already.
function createOutcome(counts: TestCounts, streamedTail: string): Outcome {
  const hasUnnamedFailure = counts.failed > 0 && counts.failures.length === 0
  return { ...counts, failures: hasUnnamedFailure ? [streamedTail.trimEnd()] : counts.failures, output: '' }
}

// What failed stands at the end, because the log is long. The last line has a fixed format for programs.
function reportResults(results: Result[], wasStopped: boolean): void {
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  const failedSteps = results.filter((result) => result.failed > 0).map(({ name }) => name)
  for (const failure of results.flatMap((result) => result.failures).slice(0, failuresMax)) log(`✗ ${failure}`)
  if (failedSteps.length > 0) log(`Failed: ${failedSteps.join(', ')}.`)
  if (wasStopped) log('Stopped before the end.')
  log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 || wasStopped ? 1 : 0
}
