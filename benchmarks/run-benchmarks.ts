// `npm run bench`: runs all benchmarks and writes the figures into docs/performance.md.
// `-- --quick` takes two minutes, `-- --only growth` runs one suite.
import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startServer } from '#tests/support/server-process.ts'
import { type AdminListFigures, measureAdminLists } from './lists/admin-lists.ts'
import { measureAgainstBare } from './baseline/compare-to-bare.ts'
import { withTemporaryFolder } from './measurement/temporary-folder.ts'
import { measureDeals } from './deals/deals.ts'
import { measureGrowth } from './load/growth.ts'
import { type HomeFigures, measureHome } from './pages/home-page.ts'
import { type ListFigures, measureList, median } from './baseline/lists.ts'
import { checkInvariants } from './load/benchmark-app.ts'
import { measureChats } from './load/chats.ts'
import { measureCacheHits } from './load/cache-hits.ts'
import { measureLoad } from './load/load.ts'
import { describeRun, type Section, writeSections } from './report/performance-report.ts'
import { findFreePorts } from './measurement/ports.ts'
import { measureChecklist } from './pages/checklist-weight.ts'
import { measurePapers } from './papers/papers.ts'
import { measureTexts } from './publishing/rules.ts'
import { measureAnswerCosts } from './search/answer-costs.ts'
import { measureSearch } from './search/search.ts'
import { measureSlowPhone, type SlowPhoneFigures } from './pages/slow-phone.ts'
import { measureWalletsSection } from './load/wallets.ts'
import { measureOverviewSection } from './lists/overview.ts'
import { measurePictures, type PictureFigures } from './pictures/pictures.ts'
import { measureStart, type StartFigures } from './start-up.ts'

const toKb = (bytes: number): string => (bytes / 1000).toFixed(1)
const toMegabytes = (kilobytes: number): string => (kilobytes / 1024).toFixed(0)

/** Resident memory of a process, in KiB. */
const getMemoryKib = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)

const toListRow = (one: ListFigures): string =>
  `| \`${one.path}\` | ${toKb(one.bytes)} KB | **${one.throughputRatio.toFixed(2)}** (${Math.min(...one.rounds).toFixed(2)} to ${Math.max(...one.rounds).toFixed(2)}) | ${one.minRatio.toFixed(2)} | ${one.sameHeadersRatio.toFixed(2)} | ${one.requestsPerSecond.app.toFixed(0)} / ${one.requestsPerSecond.bare.toFixed(0)} | ${one.cpuMicroseconds.app.toFixed(0)} / ${one.cpuMicroseconds.bare.toFixed(0)} µs |`

const toAdminRow = (one: AdminListFigures): string =>
  `| \`${one.path}\` | **${one.ratio.toFixed(2)}** | ${one.milliseconds.many.toFixed(2)} / ${one.milliseconds.few.toFixed(2)} ms |`

const toHomeRow = (one: HomeFigures): string =>
  `| ${one.width} px | ${toKb(one.bytes.script)} KB | ${toKb(one.bytes.style)} KB | ${toKb(one.bytes.font)} KB | ${toKb(one.bytes.picture)} KB | ${toKb(one.bytes.html)} KB | ${one.requests} | ${one.layoutShift.toFixed(4)} | ${one.textWithoutScripts} characters |`

const formatRange = (rounds: number[]): string =>
  `${Math.min(...rounds).toFixed(2)} to ${Math.max(...rounds).toFixed(2)}`

const toPicturesText = (
  one: PictureFigures,
): string => `A JPEG of ${one.megapixels} megapixels and ${(one.bytes / 1e6).toFixed(1)} MB is resized to all sizes. The list is requested 100 times per second, first without uploads, then while four people upload continuously.

| | ratio | at most | with | without |
|---|---|---|---|---|
| CPU of an upload compared with the same sharp calls alone | **${one.cpuRatio.toFixed(2)}** (${formatRange(one.rounds)}) | 1.15 | ${one.cpuMilliseconds.upload.toFixed(0)} ms | ${one.cpuMilliseconds.alone.toFixed(0)} ms |
| CPU of the hash that finds the same picture again, a part of both | – | 5 ms | ${one.hashMilliseconds.toFixed(1)} ms | |
| p99 of \`/api/allbikes\` with and without uploads | **${one.p99Ratio.toFixed(2)}** (${formatRange(one.p99Rounds)}) | 3 | ${one.p99Milliseconds.uploading.toFixed(1)} ms | ${one.p99Milliseconds.quiet.toFixed(1)} ms |`

type Figures = {
  lists: ListFigures[]
  adminLists: AdminListFigures[]
  homes: HomeFigures[]
  slowPhones: SlowPhoneFigures[]
  start: StartFigures
  pictures: PictureFigures
  memoryKib: number
}

const toListsText = (
  lists: ListFigures[],
): string => `Rounds of two seconds, the two servers in alternation, 20 connections. Median and range of the ratios. The app sends ten security and cache headers, some 700 bytes, which the bare server does not send; "same headers" compares with one that sends them too.

| response | bytes | throughput, ratio | at least | same headers | requests/s, app / bare | CPU per request, app / bare |
|---|---|---|---|---|---|---|
${lists.map(toListRow).join('\n')}`

const toAdminText = (
  adminLists: AdminListFigures[],
): string => `Whole requests in process, in alternating rounds. Target for the two lists: at most 2. The search reads every row; it has no target.

| request | time, ratio | at 10,000 / at 10 |
|---|---|---|
${adminLists.map(toAdminRow).join('\n')}`

/** A line about the checklist, where the build has left its scripts behind. */
const toChecklistText = (bytes: number | null): string =>
  bytes === null
    ? ''
    : `\n\nThe checklist of an inspection, with its texts in Bangla, adds ${toKb(bytes)} KB of script on its own page; at most 25.`

const toHomeText = (
  homes: HomeFigures[],
): string => `First visit, scrolled to the end; compressed bytes (brotli). Targets: 100 KB of script, 350 KB and 20 requests in all; no layout shift; readable without scripts.

| width | script | style | fonts | pictures | HTML | requests | layout shift | text without scripts |
|---|---|---|---|---|---|---|---|---|
${homes.map(toHomeRow).join('\n')}${toChecklistText(measureChecklist())}`

const formatSeconds = (rounds: number[]): string =>
  `**${(median(rounds) / 1000).toFixed(1)}** (${rounds.map((ms) => (ms / 1000).toFixed(1)).join(', ')})`

const toSlowPhoneText = (
  slowPhones: SlowPhoneFigures[],
): string => `A first visit at 360 px on slow 3G (400 kbit/s, 400 ms) with a CPU four times slower than this one; median of ${slowPhones.length} visits.

| | seconds | at most |
|---|---|---|
| the page is readable, down to the first advertised bike | ${formatSeconds(slowPhones.map(({ readableMs }) => readableMs))} | 3 |
| "Book Now" answers | ${formatSeconds(slowPhones.map(({ answersMs }) => answersMs))} | 5 |`

const toStartText = ({ newDatabaseSeconds, warmSeconds }: StartFigures): string => `| | seconds | at most |
|---|---|---|
| new database | ${newDatabaseSeconds.toFixed(1)} | 6 |
| warm, median of ${warmSeconds.length} | ${median(warmSeconds).toFixed(1)} (${warmSeconds.map((s) => s.toFixed(1)).join(', ')}) | 3 |`

const toSections = (figures: Figures, loadBefore: number): Section[] => {
  const { lists, adminLists, homes, slowPhones, start, pictures, memoryKib } = figures
  const memory = `After the load and visits above: ${toMegabytes(memoryKib)} MB resident, without PostgreSQL (target: at most 250).`
  return [
    { title: 'Cached lists and home page compared with bare `node:http`', text: toListsText(lists) },
    { title: 'Admin lists with 10,000 members compared with 10', text: toAdminText(adminLists) },
    { title: 'Page weight of the home page', text: toHomeText(homes) },
    { title: 'Home page on a slow phone', text: toSlowPhoneText(slowPhones) },
    { title: 'Picture uploads', text: toPicturesText(pictures) },
    { title: 'Start-up time', text: toStartText(start) },
    { title: 'Memory of the server', text: memory },
  ].map(({ title, text }) => ({ title, text: `${describeRun(loadBefore)}\n\n${text}` }))
}

// Cached responses, with the minimum throughput as a ratio to a bare server.
const cachedPaths = [
  { path: '/api/allbikes', minRatio: 0.85 },
  { path: '/api/category', minRatio: 0.85 },
  { path: '/', minRatio: 0.8 },
]

// One visit varies too much on a shared machine.
const slowVisits = 3

/** Benchmarks the app with the demonstration data. */
const measureDemonstration = async (quick: boolean): Promise<Section[]> => {
  const loadBefore = loadavg()[0] ?? 0
  const start = await measureStart()
  const adminLists = await measureAdminLists()
  return withTemporaryFolder(async (dataDir) => {
    const [port, sandboxPort] = await findFreePorts(2)
    // All requests come from one address, so the rate limits are lifted.
    const settings = {
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      LIMITS_FACTOR: '100000',
    }
    const app = await startServer(settings)
    try {
      const pid = app.process.pid ?? 0
      const loopback = `http://127.0.0.1:${port}`
      const homes = [await measureHome(app.url, 360), await measureHome(app.url, 1280)]
      const slowPhones: SlowPhoneFigures[] = []
      for (let visit = 0; visit < slowVisits; visit += 1) slowPhones.push(await measureSlowPhone(app.url))
      const lists: ListFigures[] = []
      for (const { path, minRatio } of cachedPaths)
        lists.push(await measureList({ url: loopback, pid, path, minRatio, quick }))
      const memoryKib = await getMemoryKib(pid)
      const pictures = await measurePictures({ origin: loopback, publicUrl: app.url, pid })
      await checkInvariants(dataDir, sandboxPort ?? 0)
      return toSections({ lists, adminLists, homes, slowPhones, start, pictures, memoryKib }, loadBefore)
    } finally {
      app.process.kill('SIGTERM')
      await app.exited
    }
  })
}

const suites = {
  demonstration: measureDemonstration,
  uncached: measureAgainstBare,
  overview: measureOverviewSection,
  wallets: measureWalletsSection,
  growth: measureGrowth,
  deals: measureDeals,
  load: measureLoad,
  chats: measureChats,
  texts: measureTexts,
  cache: measureCacheHits,
  search: measureSearch,
  answers: measureAnswerCosts,
  papers: measurePapers,
}

const runBenchmarks = async ({ quick, only }: { quick: boolean; only: string | undefined }): Promise<void> => {
  const selected = Object.entries(suites).filter(([name]) => only === undefined || name === only)
  if (selected.length === 0)
    throw new Error(`There is no suite ${only}; the suites are ${Object.keys(suites).join(', ')}.`)
  for (const [, measure] of selected) {
    const sections = await measure(quick)
    // Written after each suite, so that a failing suite does not lose the others.
    await writeSections(sections)
    for (const { title, text } of sections) console.log(`\n## ${title}\n\n${text}`)
  }
}

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } } })
await runBenchmarks({ quick: values.quick, only: values.only })
