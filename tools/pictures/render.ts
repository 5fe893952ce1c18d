// Renders the pictures of the listings that standard input has as JSON, in a browser:
// node seed/print-listings.ts | node tools/pictures/render.ts [--only text] [--out folder]
// It skips pictures that exist, so it goes on where it was ended.
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page } from 'playwright-core'
import sharp, { type Sharp } from 'sharp'
import { build } from 'vite'
import { findBrowser } from '../../scripts/find-browser.ts'
import type { PrintedListing } from './listing.ts'
import type { DrawingSettings, PictureJob } from './picture-job.ts'
import { createPicturePlan } from './plan.ts'

const root = join(import.meta.dirname, '../..')
const manifestFile = join(root, 'seed/picture-manifest.json')
// seed/listing-pictures.ts has the same size and names.
const pictureSize = { widthPx: 760, heightPx: 570 }
const toPictureName = ({ key, view }: PictureJob): string => `listing-${key}-${view}`
// A list loads some ten of them on a phone.
const maxBytes = 17 * 1_024
// Below this quality a picture looks bad; only one that is larger than `upperLimitBytes` goes below it.
const lowestQuality = 30
const upperLimitBytes = 35 * 1_024
const smallWidthPx = 540
// Lists show this view on a phone.
const listed = { view: 'side', widthPx: 270, maxBytes: 5 * 1_024 }

const fonts = ['anek-bangla-400', 'anek-bangla-700', 'anek-latin-head-700'] as const

/** Writes the page that draws: fonts, and the drawing code as one script. */
const createDrawingPage = async (): Promise<{ html: string; script: string }> => {
  const output = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: join(import.meta.dirname, 'draw.ts'), formats: ['iife'], name: 'pictures' },
    },
  })
  const [bundle] = [output].flat()
  if (!bundle || !('output' in bundle)) throw new Error('The drawing code was not built.')
  const faces = fonts.map((font) => {
    const data = readFileSync(join(root, `web/assets/fonts/${font}.woff2`)).toString('base64')
    const range = font.includes('latin') ? 'U+0-7F' : 'U+0980-09FF'
    return `@font-face{font-family:"Anek Bangla";font-weight:${font.slice(-3)};unicode-range:${range};src:url(data:font/woff2;base64,${data})}`
  })
  return {
    html: `<!doctype html><meta charset="utf-8"><style>${faces.join('')}</style><body></body>`,
    script: bundle.output[0].code,
  }
}

const launchBrowser = async (): Promise<Browser> => {
  const { exe, env } = await findBrowser(console.log)
  return chromium.launch({
    executablePath: exe,
    env: { ...process.env, ...env },
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  })
}

const openPage = async (browser: Browser, drawing: { html: string; script: string }): Promise<Page> => {
  const page = await browser.newPage()
  page.on('pageerror', (error) => console.error(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(message.text())
  })
  await page.setContent(drawing.html)
  await page.evaluate(async () => {
    const wanted = ['400 20px "Anek Bangla"', '700 20px "Anek Bangla"']
    await Promise.all(wanted.flatMap((font) => [document.fonts.load(font, 'ঢাকা'), document.fonts.load(font, '09')]))
  })
  await page.addScriptTag({ content: drawing.script })
  return page
}

/** Lowers the quality until the file is small enough: at most `limit` bytes, or as small as a good quality allows. */
const toWebp = async (image: Sharp, widthPx: number, limit: number): Promise<Buffer> => {
  for (let quality = 78; ; quality -= 6) {
    const file = await image
      .clone()
      .flip()
      .removeAlpha()
      .resize({ width: widthPx })
      .webp({ quality, effort: 5 })
      .toBuffer()
    if (file.length <= limit || (quality <= lowestQuality && file.length <= upperLimitBytes)) return file
  }
}

const draw = (page: Page, job: PictureJob, settings: DrawingSettings): Promise<string> =>
  page.evaluate<string>(`drawPicture(${JSON.stringify(job)}, ${JSON.stringify(settings)})`)

type Manifest = Record<string, Record<string, number | null>>

/** Notes in the manifest what was drawn; the seed shows only what is in it. */
const noteInManifest = async ({ key, view, kilometres }: PictureJob): Promise<void> => {
  const manifest: Manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
  manifest[key] = { ...manifest[key], [view]: view === 'odometer' ? kilometres : null }
  const sorted = Object.fromEntries(Object.entries(manifest).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  await writeFile(`${manifestFile}.new`, `${JSON.stringify(sorted, null, 2)}\n`)
  await rename(`${manifestFile}.new`, manifestFile)
}

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    out: { type: 'string' },
    exposures: { type: 'string', default: '3' },
    limit: { type: 'string', default: '10000' },
    width: { type: 'string', default: '608' },
    each: { type: 'boolean', default: false },
  },
})
if (process.stdin.isTTY)
  throw new Error('The listings are missing: node seed/print-listings.ts | node tools/pictures/render.ts')
const listings: PrintedListing[] = JSON.parse(await text(process.stdin))
const folder = options.out ?? join(root, 'web/assets/pictures')
await mkdir(folder, { recursive: true })
const jobs = createPicturePlan(listings)
  .filter((job) => `${toPictureName(job)} ${job.body}`.includes(options.only))
  .filter((job) => !existsSync(join(folder, `${toPictureName(job)}.webp`)))
  .filter((job, index, all) => !options.each || all.findIndex(({ body }) => body === job.body) === index)
  .slice(0, Number(options.limit))
console.log(`${jobs.length} pictures to render.`)
const drawing = await createDrawingPage()
const browser = await launchBrowser()
try {
  // One page draws everything, because its shaders take longer to compile than many pictures to draw.
  const page = await openPage(browser, drawing)
  for (const [index, job] of jobs.entries()) {
    const startedAt = Date.now()
    const drawnWidth = Number(options.width)
    const drawnHeight = Math.round((drawnWidth * pictureSize.heightPx) / pictureSize.widthPx)
    const drawn = await draw(page, job, {
      width: drawnWidth,
      height: drawnHeight,
      exposures: Number(options.exposures),
    })
    const image = sharp(Buffer.from(drawn, 'base64'), { raw: { width: drawnWidth, height: drawnHeight, channels: 4 } })
    const { widthPx: width } = pictureSize
    const name = toPictureName(job)
    const large = await toWebp(image, width, maxBytes)
    await writeFile(join(folder, `${name}-${smallWidthPx}.webp`), await toWebp(image, smallWidthPx, maxBytes * 0.65))
    if (job.view === listed.view)
      await writeFile(
        join(folder, `${name}-${listed.widthPx}.webp`),
        await toWebp(image, listed.widthPx, listed.maxBytes),
      )
    // The large file comes last: it means that the picture is complete.
    await writeFile(join(folder, `${name}.webp`), large)
    if (options.out === undefined) await noteInManifest(job)
    console.log(`${index + 1} ${name}: ${large.length} bytes, ${Date.now() - startedAt} ms`)
  }
} finally {
  await browser.close()
}
