// `npm run mutants`: changes one thing at a time in a copy of the committed files, and tells which changes no test notices.
// Begun again with the same seed, it goes on where it ended. `--under market/cases` changes the files there alone.
import { spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { listImportEdges } from '#tests/conventions/import-rules.ts'
import { readProjectFiles } from '#tests/conventions/project-files.ts'
import { applyMutation, listMutations, type Mutation, sampleMutations } from './mutants/mutations.ts'
import { findNearbyTests, isLongFile, toVitestArgs } from './mutants/nearby-tests.ts'

const root = dirname(import.meta.dirname)
const log = (line: string) => console.log(line)

// Decisions, money, identity and limits. Tables are columns: what they say is in the migrations.
const isTarget = (path: string): boolean =>
  !/\.test\.ts$|^market\/schema\//.test(path) &&
  (/^market\/(?:auth|ledger|payments|payouts)\/.*\.ts$|^platform\/http\/rate-limit|^contract\/limits\.ts$/.test(path) ||
    (/^market\/.*\.ts$/.test(path) && !/\/(?:routes|jobs)\.ts$/.test(path)))

const isChosen = (path: string): boolean => values.under.some((folder) => path.startsWith(folder))

// A change that makes a test wait for ever is noticed too.
const timeoutMs = 600_000
const graceMs = 20_000

type Verdict = 'killed' | 'survived' | 'not judged'
type Result = Mutation & { verdict: Verdict; tests: string[] }
type Run = 'passed' | 'failed' | 'timed out'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '600' },
    seed: { type: 'string', default: 'motohaat' },
    under: { type: 'string', multiple: true, default: [''] },
    results: { type: 'string', default: join(root, 'data', 'mutants.jsonl') },
  },
})

const abort = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abort.abort())

/** Copies the last commit into a folder of its own, with the packages and the built pages linked. */
function createTree(): { tree: string; remove: () => void } {
  const tree = join(mkdtempSync(join(tmpdir(), 'motohaat-mutants-')), 'tree')
  const added = spawnSync('git', ['worktree', 'add', '--detach', tree, 'HEAD'], { cwd: root, encoding: 'utf8' })
  if (added.status !== 0) throw new Error(`The committed files could not be copied:\n${added.stderr}`)
  for (const name of ['node_modules', 'dist'])
    if (existsSync(join(root, name))) symlinkSync(join(root, name), join(tree, name))
  const remove = () => {
    spawnSync('git', ['worktree', 'remove', '--force', tree], { cwd: root })
    rmSync(dirname(tree), { recursive: true, force: true })
  }
  return { tree, remove }
}

/** Runs test files until one fails. */
function runTests(tree: string, tests: readonly string[]): Promise<Run> {
  const args = [join(tree, 'node_modules/vitest/vitest.mjs'), ...toVitestArgs(tests)]
  // In a group of its own, so that the database of the tests ends with it.
  const child = spawn(process.execPath, args, { cwd: tree, stdio: 'ignore', detached: true })
  const stop = (signal: NodeJS.Signals) => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal)
  }
  let hasTimedOut = false
  const timers = [
    setTimeout(() => {
      hasTimedOut = true
      stop('SIGTERM')
    }, timeoutMs),
    setTimeout(() => stop('SIGKILL'), timeoutMs + graceMs),
  ]
  const stopNow = () => stop('SIGTERM')
  abort.signal.addEventListener('abort', stopNow)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      for (const timer of timers) clearTimeout(timer)
      abort.signal.removeEventListener('abort', stopNow)
      resolve(hasTimedOut ? 'timed out' : code === 0 ? 'passed' : 'failed')
    })
  })
}

const passingWithoutChange = new Map<string, Promise<Run>>()

/** Whether these tests pass without a change, asked once: a test that fails anyway notices nothing. */
async function isBaselineGood(tree: string, tests: readonly string[]): Promise<boolean> {
  const key = tests.join(' ')
  const run = passingWithoutChange.get(key) ?? runTests(tree, tests)
  passingWithoutChange.set(key, run)
  return (await run) === 'passed'
}

async function judge(tree: string, mutation: Mutation, stages: readonly string[][]): Promise<Result> {
  const file = join(tree, mutation.path)
  const text = readFileSync(file, 'utf8')
  for (const tests of stages) {
    if (!(await isBaselineGood(tree, tests))) return { ...mutation, verdict: 'not judged', tests }
    writeFileSync(file, applyMutation(text, mutation))
    const run = await runTests(tree, tests).finally(() => writeFileSync(file, text))
    if (run !== 'passed') return { ...mutation, verdict: 'killed', tests }
  }
  return { ...mutation, verdict: stages.length > 0 ? 'survived' : 'not judged', tests: stages.flat() }
}

/** The results of an earlier run, by the id of the change. */
function readResults(file: string): Map<string, Result> {
  if (!existsSync(file)) return new Map()
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  return new Map(lines.map((line): Result => JSON.parse(line)).map((result) => [result.id, result]))
}

const describeMutation = ({ path, line, original, replacement }: Mutation): string =>
  `${path}:${line}  ${original.replaceAll(/\s+/g, ' ')}  →  ${replacement.replaceAll(/\s+/g, ' ') || '(nothing)'}`

function report(results: readonly Result[]): void {
  const count = (verdict: Verdict) => results.filter((result) => result.verdict === verdict).length
  const judged = count('killed') + count('survived')
  for (const verdict of ['survived', 'not judged'] as const)
    for (const result of results.filter((one) => one.verdict === verdict))
      log(`${verdict}: ${describeMutation(result)}`)
  const percent = judged === 0 ? '0' : ((100 * count('killed')) / judged).toFixed(1)
  log(`${count('killed')} of ${judged} changes were noticed (${percent} %), ${count('not judged')} were not judged.`)
}

async function main(): Promise<void> {
  const { tree, remove } = createTree()
  try {
    const files = readProjectFiles(tree)
    const code = files.filter(({ path }) => /\.tsx?$/.test(path))
    const edges = listImportEdges(code)
    const paths = code.filter(({ text }) => !isLongFile(text)).map(({ path }) => path)
    const all = code.filter(({ path }) => isTarget(path) && isChosen(path)).flatMap(listMutations)
    const chosen = sampleMutations(all, { count: Number(values.count), seed: values.seed })
    mkdirSync(dirname(values.results), { recursive: true })
    const known = readResults(values.results)
    log(`${chosen.length} of ${all.length} changes, ${chosen.filter(({ id }) => known.has(id)).length} judged before.`)
    for (const mutation of chosen) {
      if (known.has(mutation.id) || abort.signal.aborted) continue
      const result = await judge(tree, mutation, findNearbyTests(mutation.path, paths, edges))
      if (abort.signal.aborted) break
      known.set(mutation.id, result)
      appendFileSync(values.results, `${JSON.stringify(result)}\n`)
      log(`${result.verdict}: ${describeMutation(mutation)}`)
    }
    log('')
    report(chosen.flatMap(({ id }) => known.get(id) ?? []))
  } finally {
    remove()
  }
}

await main()
