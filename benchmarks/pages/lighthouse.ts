// `npm run lighthouse`: runs Lighthouse on the public pages (phone, slow 4G) and writes the scores to docs/performance.md.
//   --runs 3: three runs per page instead of five; --only /login: one page.
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
import { fixtures } from '#seed/fixtures.ts'
import { logInAs } from '#benchmarks/measurement/log-in.ts'
import { findFreePorts } from '#benchmarks/measurement/ports.ts'

// Not in the lock file: 176 MB that only this command needs (docs/decisions/0033-page-weight-budgets.md).
const lighthouse = 'lighthouse@13.5.0'
const publicPaths = [
  '/',
  '/bn',
  '/blog',
  '/login',
  '/register',
  '/nowhere',
  '/bikes',
  '/bn/bikes',
  '/categoryDetails/Suzuki',
  '/guide/suzuki/gixxer-155',
]
/** A page, and the cookies of whoever opens it. */
type Screen = { path: string; cookie?: string }
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

/** Runs Lighthouse once; fails with its error output. */
const runOnce = async (
  url: string,
  cookie: string | undefined,
  { browser, folder }: LighthouseDeps,
): Promise<Report> => {
  const file = join(folder, 'report.json')
  // The not-found page returns 404, which must not stop Lighthouse.
  const args = [url, '--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${flags}`]
  const session = cookie === undefined ? [] : [`--extra-headers=${JSON.stringify({ cookie })}`]
  const child = spawn('npx', ['--yes', lighthouse, ...args, ...session, '--ignore-status-code'], {
    env: { ...process.env, ...browser.env, CHROME_PATH: browser.exe },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errorOutput = ''
  child.stderr.on('data', (text) => (errorOutput = (errorOutput + String(text)).slice(-2_000)))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`Lighthouse ended with ${String(code)} at ${url}:\n${errorOutput}`)
  return Report.parse(JSON.parse(await readFile(file, 'utf8')))
}

const Deals = z.array(z.object({ _id: z.string() }))

/** The pages that people come for: without an account, then the list and a bike in both languages, then a buyer's. */
const listScreens = async (url: string): Promise<Screen[]> => {
  const list = await (await fetch(`${url}/bikes`)).text()
  const [bikePath] = /\/bikes\/[\w-]+/.exec(list) ?? []
  const { cookie, token } = await logInAs(fixtures.karim.email, { url })
  const headers = { authorization: `Bearer ${token}` }
  const [deal] = Deals.parse(await (await fetch(`${url}/api/deals?side=buyer`, { headers })).json())
  if (!bikePath || !deal) throw new Error('The demonstration has no bike in its list, or no deal of Karim.')
  return [
    ...[...publicPaths, bikePath, `/bn${bikePath}`].map((path) => ({ path })),
    ...['/dashboard?show=orders', `/dashboard/deal/${deal._id}`].map((path) => ({ path, cookie })),
  ]
}

/** Medians of several runs, as the cells of a table row. */
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

const measure = async (url: string, deps: LighthouseDeps, { runs, screens }: { runs: number; screens: Screen[] }) => {
  const loadBefore = loadavg()[0] ?? 0
  const rows: string[][] = []
  for (const { path, cookie } of screens) {
    const reports: Report[] = []
    for (let run = 0; run < runs; run += 1) reports.push(await runOnce(url + path, cookie, deps))
    rows.push(toRow(path, reports))
    console.log(rows.at(-1)?.join('  '))
  }
  const text = `${describeRun(loadBefore)}

Lighthouse 13.5, mobile, simulated slow 4G, a visitor's first visit; median of ${runs}. Targets: performance at least 98, the other three 100; largest contentful paint at most 1.6 s, blocking time at most 50 ms, layout shift 0. The simulation multiplies this machine's times by four, so the times are valid only on an idle machine.

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
    const screens = values.only === undefined ? await listScreens(app.url) : [{ path: values.only }]
    await measure(app.url, { browser, folder }, { runs: Number(values.runs), screens })
  } finally {
    app.process.kill('SIGTERM')
    await app.exited
  }
})
