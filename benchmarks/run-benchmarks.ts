// `npm run bench`: measures the shop beside the bare thing and writes the figures of the day into docs/performance.md.
// `-- --quick` takes two minutes, `-- --only growth` measures one part.
import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startServer } from '#tests/support/server-process.ts'
import { type AdminListFigures, measureAdminLists } from './lists/admin-lists.ts'
import { measureAgainstBare } from './baseline/compare-to-bare.ts'
import { withTemporaryFolder } from './measurement/temporary-folder.ts'
import { measureGrowth } from './load/growth.ts'
import { type HomeFigures, measureHome } from './pages/home-page.ts'
import { type ListFigures, measureList, median } from './baseline/lists.ts'
import { checkInvariants } from './load/benchmark-app.ts'
import { measureLoad } from './load/load.ts'
import { describeRun, type Section, writeSections } from './report/performance-report.ts'
import { findFreePorts } from './measurement/ports.ts'
import { measureSearch } from './search/search.ts'
import { measureSlowPhone, type SlowPhoneFigures } from './pages/slow-phone.ts'
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
): string => `A JPEG of ${one.megapixels} megapixels and ${(one.bytes / 1e6).toFixed(1)} MB becomes all its sizes. The list is read 100 times in a second, first in quiet, then while four people upload without a pause.

| | ratio | at most | with | without |
|---|---|---|---|---|
| CPU of an upload, beside the same sharp calls alone | **${one.cpuRatio.toFixed(2)}** (${formatRange(one.rounds)}) | 1.15 | ${one.cpuMilliseconds.upload.toFixed(0)} ms | ${one.cpuMilliseconds.alone.toFixed(0)} ms |
| p99 of \`/api/allbikes\` during uploads, beside quiet | **${one.p99Ratio.toFixed(2)}** (${formatRange(one.p99Rounds)}) | 3 | ${one.p99Milliseconds.uploading.toFixed(1)} ms | ${one.p99Milliseconds.quiet.toFixed(1)} ms |`

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
): string => `Turns of two seconds each, the two servers in alternation, 20 connections. The median of the ratios, and their range. The shop's answers carry ten headers for safety and caches, some 700 bytes, which the bare server does not send; "same headers" is beside one that sends them too.

| answer | bytes | throughput, ratio | at least | same headers | requests/s, shop / bare | CPU per request, shop / bare |
|---|---|---|---|---|---|---|
${lists.map(toListRow).join('\n')}`

const toAdminText = (
  adminLists: AdminListFigures[],
): string => `The whole call in process, turn by turn. The two lists at most 2; the search looks through every row, and is here to be watched.

| call | time, ratio | at 10,000 / at 10 |
|---|---|---|
${adminLists.map(toAdminRow).join('\n')}`

const toHomeText = (
  homes: HomeFigures[],
): string => `Bytes as they travel (brotli). At most 100 KB of script, 350 KB and 20 requests in all; no shift of the layout; readable with scripts off.

| width | script | style | fonts | pictures | HTML | requests | layout shift | text with scripts off |
|---|---|---|---|---|---|---|---|---|
${homes.map(toHomeRow).join('\n')}`

const formatSeconds = (rounds: number[]): string =>
  `**${(median(rounds) / 1000).toFixed(1)}** (${rounds.map((ms) => (ms / 1000).toFixed(1)).join(', ')})`

const toSlowPhoneText = (
  slowPhones: SlowPhoneFigures[],
): string => `A first visit at 360 px over slow 3G (400 kbit/s, 400 ms) with a CPU four times slower than this one; median of ${slowPhones.length} visits.

| | seconds | at most |
|---|---|---|
| the page can be read, down to the first advertised bike | ${formatSeconds(slowPhones.map(({ readableMs }) => readableMs))} | 3 |
| "Book Now" answers | ${formatSeconds(slowPhones.map(({ answersMs }) => answersMs))} | 5 |`

const toStartText = ({ newDatabaseSeconds, warmSeconds }: StartFigures): string => `| | seconds | at most |
|---|---|---|
| new database | ${newDatabaseSeconds.toFixed(1)} | 6 |
| warm, median of ${warmSeconds.length} | ${median(warmSeconds).toFixed(1)} (${warmSeconds.map((s) => s.toFixed(1)).join(', ')}) | 3 |`

const toSections = (figures: Figures, loadBefore: number): Section[] => {
  const { lists, adminLists, homes, slowPhones, start, pictures, memoryKib } = figures
  const memory = `After the load above and the visits: ${toMegabytes(memoryKib)} MB resident, PostgreSQL apart (at most 250).`
  return [
    { title: 'Warm public lists and home page beside bare `node:http` with the same bytes', text: toListsText(lists) },
    { title: "The admin's lists at 10,000 members beside 10", text: toAdminText(adminLists) },
    { title: 'Home page, first visit, scrolled to its end', text: toHomeText(homes) },
    { title: 'Home page on a slow phone', text: toSlowPhoneText(slowPhones) },
    { title: 'Pictures', text: toPicturesText(pictures) },
    { title: 'From `npm start` to the first answered page', text: toStartText(start) },
    { title: 'Memory of the server', text: memory },
  ].map(({ title, text }) => ({ title, text: `${describeRun(loadBefore)}\n\n${text}` }))
}

// Ready bytes: the two lists and the first page that everybody sees, with the throughput that they must reach.
const cachedPaths = [
  { path: '/api/allbikes', minRatio: 0.85 },
  { path: '/api/category', minRatio: 0.85 },
  { path: '/', minRatio: 0.8 },
]

// One visit says little on a machine that others use too.
const slowVisits = 3

/** Measures the demonstration shop as a person finds it. */
const measureDemonstration = async (quick: boolean): Promise<Section[]> => {
  const loadBefore = loadavg()[0] ?? 0
  const start = await measureStart()
  const adminLists = await measureAdminLists()
  return withTemporaryFolder(async (dataDir) => {
    const [port, sandboxPort] = await findFreePorts(2)
    // Many people come from one address here, and what is measured is the shop behind its limits.
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
      const pictures = await measurePictures(loopback, pid)
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
  'beside-bare': measureAgainstBare,
  growth: measureGrowth,
  load: measureLoad,
  search: measureSearch,
}

const runBenchmarks = async ({ quick, only }: { quick: boolean; only: string | undefined }): Promise<void> => {
  const selected = Object.entries(suites).filter(([name]) => only === undefined || name === only)
  if (selected.length === 0) throw new Error(`There is no part ${only}: there are ${Object.keys(suites).join(', ')}.`)
  for (const [, measure] of selected) {
    const sections = await measure(quick)
    // Written as they come, so that a part that fails does not take the others with it.
    await writeSections(sections)
    for (const { title, text } of sections) console.log(`\n## ${title}\n\n${text}`)
  }
}

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } } })
await runBenchmarks({ quick: values.quick, only: values.only })
