// `npm run lighthouse`: what Lighthouse says of the public screens on a phone with slow 4G, into docs/performance.md.
//   --runs 3: fewer than five turns for each screen; --only /login: one screen.
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { findBrowser } from '#scripts/find-browser.ts'
import { startServer } from '#tests/support/server-process.ts'
import { withTemporaryFolder } from '#benchmarks/measurement/temporary-folder.ts'
import { median } from '#benchmarks/baseline/lists.ts'
import { describeRun, toMarkdownTable, writeSections } from '#benchmarks/report/performance-report.ts'
import { findFreePorts } from '#benchmarks/measurement/ports.ts'

// Outside the lock: 176 MB that only this command needs (docs/decisions/0033).
const lighthouse = 'lighthouse@13.5.0'
const screens = ['/', '/bn', '/blog', '/login', '/register', '/nowhere']
const flags = '--headless --no-sandbox --disable-background-networking'

const Score = z.object({ score: z.number() })
const Audit = z.object({ numericValue: z.number() })
const Report = z.object({
  categories: z.object({ performance: Score, accessibility: Score, 'best-practices': Score, seo: Score }),
  audits: z.object({
    'first-contentful-paint': Audit,
    'largest-contentful-paint': Audit,
    'total-blocking-time': Audit,
    'cumulative-layout-shift': Audit,
    'total-byte-weight': Audit,
  }),
})
type Report = z.output<typeof Report>

type LighthouseDeps = { browser: { exe: string; env: NodeJS.ProcessEnv }; folder: string }

/** One turn; fails with what Lighthouse wrote. */
const runOnce = async (url: string, { browser, folder }: LighthouseDeps): Promise<Report> => {
  const file = join(folder, 'report.json')
  // A page that is not there answers 404, which is what it is measured with.
  const args = [url, '--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${flags}`]
  const child = spawn('npx', ['--yes', lighthouse, ...args, '--ignore-status-code'], {
    env: { ...process.env, ...browser.env, CHROME_PATH: browser.exe },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errorOutput = ''
  child.stderr.on('data', (text) => (errorOutput = (errorOutput + String(text)).slice(-2_000)))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`Lighthouse ended with ${String(code)} at ${url}:\n${errorOutput}`)
  return Report.parse(JSON.parse(await readFile(file, 'utf8')))
}

/** The middle of several turns, as the cells of a row. */
const toRow = (path: string, reports: Report[]): string[] => {
  const getMedian = (select: (one: Report) => number) => median(reports.map(select))
  const toPoints = (name: keyof Report['categories']) =>
    String(Math.round(100 * getMedian(({ categories }) => categories[name].score)))
  const getValue = (name: keyof Report['audits']) => getMedian(({ audits }) => audits[name].numericValue)
  return [
    `\`${path}\``,
    `**${toPoints('performance')}**`,
    toPoints('accessibility'),
    toPoints('best-practices'),
    toPoints('seo'),
    `${(getValue('first-contentful-paint') / 1000).toFixed(2)} s`,
    `${(getValue('largest-contentful-paint') / 1000).toFixed(2)} s`,
    `${getValue('total-blocking-time').toFixed(0)} ms`,
    getValue('cumulative-layout-shift').toFixed(3),
    `${(getValue('total-byte-weight') / 1000).toFixed(0)} KB`,
  ]
}

const titles = ['screen', 'performance', 'accessibility', 'best practices', 'SEO', 'first paint', 'largest paint']
const columns = [...titles, 'blocking', 'layout shift', 'bytes']

const measure = async (url: string, deps: LighthouseDeps, { runs, paths }: { runs: number; paths: string[] }) => {
  const loadBefore = loadavg()[0] ?? 0
  const rows: string[][] = []
  for (const path of paths) {
    const reports: Report[] = []
    for (let run = 0; run < runs; run += 1) reports.push(await runOnce(url + path, deps))
    rows.push(toRow(path, reports))
    console.log(rows.at(-1)?.join('  '))
  }
  const text = `${describeRun(loadBefore)}

Lighthouse 13.5, mobile, simulated slow 4G, a visitor's first visit; the median of ${runs}. Performance at least 98 and the other three 100; largest paint at most 1.6 s, blocking time at most 50 ms, layout shift 0. The simulation counts the time of this machine four times over, so the times hold for a machine without other work only.

${toMarkdownTable(columns, rows)}`
  await writeSections([{ title: 'Lighthouse', text }])
}

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' }, only: { type: 'string' } } })

await withTemporaryFolder(async (folder) => {
  const [port, sandboxPort] = await findFreePorts(2)
  const dataDir = join(folder, 'data')
  const app = await startServer({ PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDir })
  try {
    const browser = await findBrowser(() => {})
    const paths = values.only === undefined ? screens : [values.only]
    await measure(app.url, { browser, folder }, { runs: Number(values.runs), paths })
  } finally {
    app.process.kill('SIGTERM')
    await app.exited
  }
})
