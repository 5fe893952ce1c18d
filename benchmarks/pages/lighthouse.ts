// `npm run lighthouse`: what Lighthouse says of the public screens on a phone with slow 4G, into docs/performance.md.
//   --runs 3: fewer than five turns for each screen; --only /login: one screen.
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { findBrowser } from '#scripts/find-browser.ts'
import { startShop } from '#tests/support/server-process.ts'
import { withFolder } from '#benchmarks/measurement/temporary-folder.ts'
import { median } from '#benchmarks/baseline/lists.ts'
import { measuredOn, table, writeSections } from '#benchmarks/report/performance-report.ts'
import { freePorts } from '#benchmarks/measurement/ports.ts'

// Outside the lock: 176 MB that only this command needs (docs/decisions/0033).
const lighthouse = 'lighthouse@13.5.0'
const screens = ['/', '/bn', '/blog', '/login', '/register', '/nowhere']
const flags = '--headless --no-sandbox --disable-background-networking'

const Score = z.object({ score: z.number() })
const Measure = z.object({ numericValue: z.number() })
const Report = z.object({
  categories: z.object({ performance: Score, accessibility: Score, 'best-practices': Score, seo: Score }),
  audits: z.object({
    'first-contentful-paint': Measure,
    'largest-contentful-paint': Measure,
    'total-blocking-time': Measure,
    'cumulative-layout-shift': Measure,
    'total-byte-weight': Measure,
  }),
})
type Report = z.output<typeof Report>

type Tools = { browser: { exe: string; env: NodeJS.ProcessEnv }; folder: string }

/** One turn; fails with what Lighthouse wrote. */
const runOnce = async (url: string, { browser, folder }: Tools): Promise<Report> => {
  const file = join(folder, 'report.json')
  // A page that is not there answers 404, which is what it is measured with.
  const words = [url, '--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${flags}`]
  const child = spawn('npx', ['--yes', lighthouse, ...words, '--ignore-status-code'], {
    env: { ...process.env, ...browser.env, CHROME_PATH: browser.exe },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let wrote = ''
  child.stderr.on('data', (text) => (wrote = (wrote + String(text)).slice(-2_000)))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`Lighthouse ended with ${String(code)} at ${url}:\n${wrote}`)
  return Report.parse(JSON.parse(await readFile(file, 'utf8')))
}

/** The middle of several turns, as the cells of a row. */
const rowOf = (path: string, turns: Report[]): string[] => {
  const middle = (of: (one: Report) => number) => median(turns.map(of))
  const points = (name: keyof Report['categories']) =>
    String(Math.round(100 * middle(({ categories }) => categories[name].score)))
  const value = (name: keyof Report['audits']) => middle(({ audits }) => audits[name].numericValue)
  return [
    `\`${path}\``,
    `**${points('performance')}**`,
    points('accessibility'),
    points('best-practices'),
    points('seo'),
    `${(value('first-contentful-paint') / 1000).toFixed(2)} s`,
    `${(value('largest-contentful-paint') / 1000).toFixed(2)} s`,
    `${value('total-blocking-time').toFixed(0)} ms`,
    value('cumulative-layout-shift').toFixed(3),
    `${(value('total-byte-weight') / 1000).toFixed(0)} KB`,
  ]
}

const titles = ['screen', 'performance', 'accessibility', 'best practices', 'SEO', 'first paint', 'largest paint']
const head = [...titles, 'blocking', 'layout shift', 'bytes']

const measure = async (url: string, tools: Tools, { runs, paths }: { runs: number; paths: string[] }) => {
  const loadBefore = loadavg()[0] ?? 0
  const rows: string[][] = []
  for (const path of paths) {
    const turns: Report[] = []
    for (let turn = 0; turn < runs; turn += 1) turns.push(await runOnce(url + path, tools))
    rows.push(rowOf(path, turns))
    console.log(rows.at(-1)?.join('  '))
  }
  const text = `${measuredOn(loadBefore)}

Lighthouse 13.5, mobile, simulated slow 4G, a visitor's first visit; the median of ${runs}. Performance at least 98 and the other three 100; largest paint at most 1.6 s, blocking time at most 50 ms, layout shift 0. The simulation counts the time of this machine four times over, so the times hold for a machine without other work only.

${table(head, rows)}`
  await writeSections([{ title: 'Lighthouse', text }])
}

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' }, only: { type: 'string' } } })

await withFolder(async (folder) => {
  const [port, sandboxPort] = await freePorts(2)
  const dataDir = join(folder, 'data')
  const shop = await startShop({ PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDir })
  try {
    const browser = await findBrowser(() => {})
    const paths = values.only === undefined ? screens : [values.only]
    await measure(shop.url, { browser, folder }, { runs: Number(values.runs), paths })
  } finally {
    shop.process.kill('SIGTERM')
    await shop.ended
  }
})
