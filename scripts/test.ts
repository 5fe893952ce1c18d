// Every check of the project, in one readable list: `npm test` runs all, `npm run check:fast` the quick ones.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findBrowser } from './find-browser.ts'
import { buildIfChanged } from './build-if-changed.ts'
import { commandStep, type Outcome, runCommand, type Step } from './step.ts'
import { judge, readPlaywright, readVitest } from './test-counts.ts'

const root = dirname(import.meta.dirname)
const say = (line: string) => console.log(line)
// Outside the checkout, where Playwright empties its own folder of results.
const reports = mkdtempSync(join(tmpdir(), 'test-reports-'))

const format = commandStep('format', ['oxfmt', '--check'])
const lint = commandStep('lint', ['oxlint', '--type-aware'])
const types = commandStep('types', ['tsc', '--noEmit'])
const build: Step = { name: 'build', run: buildPages }
const tests: Step = { name: 'unit and API tests', run: (signal) => runVitest([], signal) }
const quickTests: Step = {
  name: 'tidy and rules tests',
  run: (signal) => runVitest(['tests/conventions/conventions', 'contract/', 'rules.test.ts'], signal),
}
const journeys: Step = { name: 'browser journeys', run: runJourneys }

// The steps of one stage do not need each other and run two at a time; the next stage begins when all have ended.
const everything = [[types, lint, format, build], [tests], [journeys]]
const quick = [[types, lint, format], [quickTests]]
const atOnce = 2

type Result = Outcome & { name: string }

await main(process.argv.includes('--fast') ? quick : everything)

async function main(stages: Step[][]): Promise<void> {
  process.chdir(root)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort(signal))

  const results: Result[] = []
  for (const stage of stages) results.push(...(await runStage(stage, stopping.signal)))
  rmSync(reports, { recursive: true, force: true })
  report(results, stopping.signal.aborted)
}

async function runStage(stage: Step[], signal: AbortSignal): Promise<Result[]> {
  const waiting = [...stage]
  const results: Result[] = []
  const work = async () => {
    for (let step = waiting.shift(); step && !signal.aborted; step = waiting.shift()) {
      results.push(await runStep(step, signal))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

async function runStep(step: Step, signal: AbortSignal): Promise<Result> {
  say(`…  ${step.name}`)
  const startedAt = performance.now()
  const outcome = await step.run(signal).catch(failure)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  if (outcome.output) say(outcome.output.trimEnd())
  say(`${outcome.failed === 0 ? 'ok' : 'NO'} ${step.name} (${seconds} s)`)
  return { ...outcome, name: step.name }
}

function failure(error: unknown): Outcome {
  return { passed: 0, failed: 1, output: error instanceof Error ? error.message : String(error) }
}

async function buildPages(signal: AbortSignal): Promise<Outcome> {
  await buildIfChanged({ root, say, signal })
  return { passed: 1, failed: 0, output: '' }
}

async function runVitest(filters: string[], signal: AbortSignal): Promise<Outcome> {
  const file = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const words = ['vitest', 'run', ...filters, ...reporters]
  const { isGood, output } = await runCommand({ words, isShownLive: true }, signal)
  return { ...judge(readVitest(file), isGood), output }
}

async function runJourneys(signal: AbortSignal): Promise<Outcome> {
  const browser = await findBrowser(say)
  say(`The browser is ${browser.exe} (${browser.kind}).`)
  const file = join(reports, 'playwright.json')
  const env = { ...browser.env, BROWSER_EXE: browser.exe, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const words = ['playwright', 'test', '-c', 'tests/e2e/playwright.config.ts', '--reporter=list,json']
  const { isGood, output } = await runCommand({ words, env, isShownLive: true }, signal)
  return { ...judge(readPlaywright(file), isGood), output }
}

// The last line is the one that machines read.
function report(results: Result[], wasStopped: boolean): void {
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  const bad = results.filter((result) => result.failed > 0).map(({ name }) => name)
  if (bad.length > 0) say(`Failed: ${bad.join(', ')}.`)
  if (wasStopped) say('Stopped before the end.')
  say(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 || wasStopped ? 1 : 0
}
