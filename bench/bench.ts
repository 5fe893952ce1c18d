// `npm run bench`: measures the shop beside the bare thing and writes the figures of the day into docs/performance.md.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { startShop } from '../tools/running-shop.ts'
import { type AdminListFigures, measureAdminLists } from './admin-lists.ts'
import { type HomeFigures, measureHome } from './home-page.ts'
import { type ListFigures, measureList, median } from './lists.ts'
import { freePorts } from './ports.ts'
import { measurePictures, type PictureFigures } from './pictures.ts'
import { measureStart, type StartFigures } from './start-up.ts'

const kb = (bytes: number): string => (bytes / 1000).toFixed(1)
const megabytes = (kilobytes: number): string => (kilobytes / 1024).toFixed(0)

/** Resident memory of a process, in KiB. */
const memoryOf = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)

const listRow = (one: ListFigures): string =>
  `| \`${one.path}\` | ${kb(one.bytes)} KB | **${one.throughputRatio.toFixed(2)}** (${Math.min(...one.turns).toFixed(2)} to ${Math.max(...one.turns).toFixed(2)}) | 0.80 | ${one.requestsPerSecond.shop.toFixed(0)} / ${one.requestsPerSecond.bare.toFixed(0)} | ${one.cpuMicroseconds.shop.toFixed(0)} / ${one.cpuMicroseconds.bare.toFixed(0)} µs |`

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

const report = (figures: {
  lists: ListFigures[]
  adminLists: AdminListFigures[]
  homes: HomeFigures[]
  start: StartFigures
  pictures: PictureFigures
  memoryKib: number
  loadBefore: number
}): string => `# Performance

Written by \`npm run bench\`. The machines are shared and noisy, so ratios to something run beside it count, absolutes do not.

Measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${(totalmem() / 1024 ** 3).toFixed(0)} GiB, Node ${process.version}; load before the run ${figures.loadBefore.toFixed(1)}; ${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()}.

## Warm public lists beside bare \`node:http\` with the same bytes

Five turns of two seconds each, the two servers in alternation, 20 connections. The median of the ratios, and their range.

| list | bytes | throughput, ratio | at least | requests/s, shop / bare | CPU per request, shop / bare |
|---|---|---|---|---|---|
${figures.lists.map(listRow).join('\n')}

## The admin's lists at 10,000 members beside 10

The whole call in process, turn by turn. The two lists at most 2; the search looks through every row, and is here to be watched.

| call | time, ratio | at 10,000 / at 10 |
|---|---|---|
${figures.adminLists.map(adminRow).join('\n')}

## Home page, first visit, scrolled to its end

Bytes as they travel (brotli). At most 105 KB of script and 15 KB of style; no shift of the layout; readable with scripts off.

| width | script | style | fonts | pictures | HTML | requests | layout shift | text with scripts off |
|---|---|---|---|---|---|---|---|---|
${figures.homes.map(homeRow).join('\n')}

## Pictures

${pictureLines(figures.pictures)}

## From \`npm start\` to the first answered page

| | seconds | at most |
|---|---|---|
| new database | ${figures.start.newDatabaseSeconds.toFixed(1)} | 6 |
| warm, median of ${figures.start.warmSeconds.length} | ${median(figures.start.warmSeconds).toFixed(1)} (${figures.start.warmSeconds.map((s) => s.toFixed(1)).join(', ')}) | 3 |

## Memory of the server

After the load above and the visits: ${megabytes(figures.memoryKib)} MB resident, PostgreSQL apart (at most 250).
`

const bench = async (): Promise<void> => {
  const loadBefore = loadavg()[0] ?? 0
  const start = await measureStart()
  const adminLists = await measureAdminLists()
  const dataDir = await mkdtemp(join(tmpdir(), 'motohaat-bench-'))
  const [port, sandboxPort] = await freePorts(2)
  const shop = await startShop({ PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDir })
  try {
    const pid = shop.process.pid ?? 0
    const loopback = `http://127.0.0.1:${port}`
    const homes = [await measureHome(shop.url, 360), await measureHome(shop.url, 1280)]
    const lists = [await measureList(loopback, pid, '/api/allbikes'), await measureList(loopback, pid, '/api/category')]
    const memoryKib = await memoryOf(pid)
    const pictures = await measurePictures(loopback, pid)
    const text = report({ lists, adminLists, homes, start, pictures, memoryKib, loadBefore })
    await writeFile(join(import.meta.dirname, '../docs/performance.md'), text)
    console.log(text)
  } finally {
    shop.process.kill('SIGTERM')
    await shop.ended
    await rm(dataDir, { recursive: true, force: true })
  }
}

await bench()
