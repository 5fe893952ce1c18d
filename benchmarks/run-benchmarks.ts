// `npm run bench`: measures the shop beside the bare thing and writes the figures of the day into docs/performance.md.
// `-- --quick` takes two minutes, `-- --only growth` measures one part.
import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startShop } from '#tests/support/server-process.ts'
import { type AdminListFigures, measureAdminLists } from './lists/admin-lists.ts'
import { measureBesideBare } from './baseline/compare-to-bare.ts'
import { withFolder } from './measurement/temporary-folder.ts'
import { measureGrowth } from './load/growth.ts'
import { type HomeFigures, measureHome } from './pages/home-page.ts'
import { type ListFigures, measureList, median } from './baseline/lists.ts'
import { checkBooks } from './load/benchmark-app.ts'
import { measureLoad } from './load/load.ts'
import { measuredOn, type Section, writeSections } from './report/performance-report.ts'
import { freePorts } from './measurement/ports.ts'
import { measureSearch } from './search/search.ts'
import { measureSlowPhone, type SlowPhoneFigures } from './pages/slow-phone.ts'
import { measurePictures, type PictureFigures } from './pictures/pictures.ts'
import { measureStart, type StartFigures } from './start-up.ts'

const kb = (bytes: number): string => (bytes / 1000).toFixed(1)
const megabytes = (kilobytes: number): string => (kilobytes / 1024).toFixed(0)

/** Resident memory of a process, in KiB. */
const memoryOf = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)

const listRow = (one: ListFigures): string =>
  `| \`${one.path}\` | ${kb(one.bytes)} KB | **${one.throughputRatio.toFixed(2)}** (${Math.min(...one.turns).toFixed(2)} to ${Math.max(...one.turns).toFixed(2)}) | ${one.atLeast.toFixed(2)} | ${one.sameHeadersRatio.toFixed(2)} | ${one.requestsPerSecond.shop.toFixed(0)} / ${one.requestsPerSecond.bare.toFixed(0)} | ${one.cpuMicroseconds.shop.toFixed(0)} / ${one.cpuMicroseconds.bare.toFixed(0)} µs |`

const adminRow = (one: AdminListFigures): string =>
  `| \`${one.path}\` | **${one.ratio.toFixed(2)}** | ${one.milliseconds.many.toFixed(2)} / ${one.milliseconds.few.toFixed(2)} ms |`

const homeRow = (one: HomeFigures): string =>
  `| ${one.width} px | ${kb(one.bytes.script)} KB | ${kb(one.bytes.style)} KB | ${kb(one.bytes.font)} KB | ${kb(one.bytes.picture)} KB | ${kb(one.bytes.html)} KB | ${one.requests} | ${one.layoutShift.toFixed(4)} | ${one.textWithoutScripts} characters |`

const range = (turns: number[]): string => `${Math.min(...turns).toFixed(2)} to ${Math.max(...turns).toFixed(2)}`

const pictureLines = (
  one: PictureFigures,
): string => `A JPEG of ${one.megapixels} megapixels and ${(one.bytes / 1e6).toFixed(1)} MB becomes all its sizes. The list is read 100 times in a second, first in quiet, then while four people upload without a pause.

| | ratio | at most | with | without |
|---|---|---|---|---|
| CPU of an upload, beside the same sharp calls alone | **${one.cpuRatio.toFixed(2)}** (${range(one.turns)}) | 1.15 | ${one.cpuMilliseconds.upload.toFixed(0)} ms | ${one.cpuMilliseconds.alone.toFixed(0)} ms |
| p99 of \`/api/allbikes\` during uploads, beside quiet | **${one.p99Ratio.toFixed(2)}** (${range(one.p99Turns)}) | 3 | ${one.p99Milliseconds.uploading.toFixed(1)} ms | ${one.p99Milliseconds.quiet.toFixed(1)} ms |`

type Figures = {
  lists: ListFigures[]
  adminLists: AdminListFigures[]
  homes: HomeFigures[]
  slowPhones: SlowPhoneFigures[]
  start: StartFigures
  pictures: PictureFigures
  memoryKib: number
}

const listsText = (
  lists: ListFigures[],
): string => `Turns of two seconds each, the two servers in alternation, 20 connections. The median of the ratios, and their range. The shop's answers carry ten headers for safety and caches, some 700 bytes, which the bare server does not send; "same headers" is beside one that sends them too.

| answer | bytes | throughput, ratio | at least | same headers | requests/s, shop / bare | CPU per request, shop / bare |
|---|---|---|---|---|---|---|
${lists.map(listRow).join('\n')}`

const adminText = (
  adminLists: AdminListFigures[],
): string => `The whole call in process, turn by turn. The two lists at most 2; the search looks through every row, and is here to be watched.

| call | time, ratio | at 10,000 / at 10 |
|---|---|---|
${adminLists.map(adminRow).join('\n')}`

const homeText = (
  homes: HomeFigures[],
): string => `Bytes as they travel (brotli). At most 100 KB of script, 350 KB and 20 requests in all; no shift of the layout; readable with scripts off.

| width | script | style | fonts | pictures | HTML | requests | layout shift | text with scripts off |
|---|---|---|---|---|---|---|---|---|
${homes.map(homeRow).join('\n')}`

const seconds = (turns: number[]): string =>
  `**${(median(turns) / 1000).toFixed(1)}** (${turns.map((ms) => (ms / 1000).toFixed(1)).join(', ')})`

const slowPhoneText = (
  slowPhones: SlowPhoneFigures[],
): string => `A first visit at 360 px over slow 3G (400 kbit/s, 400 ms) with a CPU four times slower than this one; median of ${slowPhones.length} visits.

| | seconds | at most |
|---|---|---|
| the page can be read, down to the first advertised bike | ${seconds(slowPhones.map(({ readableMs }) => readableMs))} | 3 |
| "Book Now" answers | ${seconds(slowPhones.map(({ answersMs }) => answersMs))} | 5 |`

const startText = ({ newDatabaseSeconds, warmSeconds }: StartFigures): string => `| | seconds | at most |
|---|---|---|
| new database | ${newDatabaseSeconds.toFixed(1)} | 6 |
| warm, median of ${warmSeconds.length} | ${median(warmSeconds).toFixed(1)} (${warmSeconds.map((s) => s.toFixed(1)).join(', ')}) | 3 |`

const sectionsOf = (figures: Figures, loadBefore: number): Section[] => {
  const { lists, adminLists, homes, slowPhones, start, pictures, memoryKib } = figures
  const memory = `After the load above and the visits: ${megabytes(memoryKib)} MB resident, PostgreSQL apart (at most 250).`
  return [
    { title: 'Warm public lists and home page beside bare `node:http` with the same bytes', text: listsText(lists) },
    { title: "The admin's lists at 10,000 members beside 10", text: adminText(adminLists) },
    { title: 'Home page, first visit, scrolled to its end', text: homeText(homes) },
    { title: 'Home page on a slow phone', text: slowPhoneText(slowPhones) },
    { title: 'Pictures', text: pictureLines(pictures) },
    { title: 'From `npm start` to the first answered page', text: startText(start) },
    { title: 'Memory of the server', text: memory },
  ].map(({ title, text }) => ({ title, text: `${measuredOn(loadBefore)}\n\n${text}` }))
}

// Ready bytes: the two lists and the first page that everybody sees, with the throughput that they must reach.
const warm = [
  { path: '/api/allbikes', atLeast: 0.85 },
  { path: '/api/category', atLeast: 0.85 },
  { path: '/', atLeast: 0.8 },
]

// One visit says little on a machine that others use too.
const slowVisits = 3

/** Measures the demonstration shop as a person finds it. */
const measureDemonstration = async (quick: boolean): Promise<Section[]> => {
  const loadBefore = loadavg()[0] ?? 0
  const start = await measureStart()
  const adminLists = await measureAdminLists()
  return withFolder(async (dataDir) => {
    const [port, sandboxPort] = await freePorts(2)
    // Many people come from one address here, and what is measured is the shop behind its limits.
    const settings = {
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      LIMITS_FACTOR: '100000',
    }
    const shop = await startShop(settings)
    try {
      const pid = shop.process.pid ?? 0
      const loopback = `http://127.0.0.1:${port}`
      const homes = [await measureHome(shop.url, 360), await measureHome(shop.url, 1280)]
      const slowPhones: SlowPhoneFigures[] = []
      for (let visit = 0; visit < slowVisits; visit += 1) slowPhones.push(await measureSlowPhone(shop.url))
      const lists: ListFigures[] = []
      for (const { path, atLeast } of warm) lists.push(await measureList({ url: loopback, pid, path, atLeast, quick }))
      const memoryKib = await memoryOf(pid)
      const pictures = await measurePictures(loopback, pid)
      await checkBooks(dataDir, sandboxPort ?? 0)
      return sectionsOf({ lists, adminLists, homes, slowPhones, start, pictures, memoryKib }, loadBefore)
    } finally {
      shop.process.kill('SIGTERM')
      await shop.ended
    }
  })
}

const parts = {
  demonstration: measureDemonstration,
  'beside-bare': measureBesideBare,
  growth: measureGrowth,
  load: measureLoad,
  search: measureSearch,
}

const bench = async ({ quick, only }: { quick: boolean; only: string | undefined }): Promise<void> => {
  const wanted = Object.entries(parts).filter(([name]) => only === undefined || name === only)
  if (wanted.length === 0) throw new Error(`There is no part ${only}: there are ${Object.keys(parts).join(', ')}.`)
  for (const [, part] of wanted) {
    const sections = await part(quick)
    // Written as they come, so that a part that fails does not take the others with it.
    await writeSections(sections)
    for (const { title, text } of sections) console.log(`\n## ${title}\n\n${text}`)
  }
}

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } } })
await bench({ quick: values.quick, only: values.only })
