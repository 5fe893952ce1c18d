// Renders the Open Graph image of a bike: photo, price, name, badge and logo. Runs in its own process, because rendering
// blocks a core. The fonts are beside this file: a server may have none with the Taka sign and Bangla characters.
import { join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import { escapeHtml } from '#contract/text.ts'

/** A request. `photo` is base64, or null if the photo does not exist any more. */
export type OpenGraphImageJob = {
  photo: string | null
  logoFile: string
  name: string
  price: string
  location: string
  badge: string
  /** The papers and the inspection, on the photo; empty for none. */
  marks: string
  /** Year and kilometres. */
  facts: string
  /** The colour of the price tag's edge; null for none. */
  verdict: 'great' | 'good' | 'fair' | null
  isSold: boolean
}

/** The result: a JPEG in base64. */
export type OpenGraphImage = { jpeg: string }

// Facebook, WhatsApp and X show the ratio 1.91:1 without cropping.
const imageSize = { width: 1200, height: 630 }
const photoWidth = 740
const margin = 40
const left = photoWidth + margin
const innerWidth = imageSize.width - left - margin

const colours = {
  bottle: '#0d4d3a',
  paper: '#fdf9ef',
  ink: '#17211c',
  quiet: '#cfe0d3',
  marigold: '#f2a31b',
  green: '#58c08d',
  indigo: '#7fb2dd',
}
const [latinFont, banglaFont] = ['anek-latin-head-700.ttf', 'anek-bangla-700.ttf'].map((file) =>
  join(import.meta.dirname, file),
)
const fontFamily = 'Anek Latin Medium, Anek Bangla Medium'

type TextLine = { text: string; px: number; colour: string; width: number; height: number }

// Shown if the fonts have no character of the name.
const fallbackText = 'Motohaat'
const isNoTextError = (error: unknown): boolean => /no text to render/.test(String(error))

/** Renders a text as an image that fits the given box. */
const renderTextOrFallback = async (line: TextLine): Promise<Buffer> => {
  try {
    return await renderText(line)
  } catch (error) {
    if (!isNoTextError(error)) throw error
    return renderText({ ...line, text: fallbackText })
  }
}

const renderText = async ({ text, px, colour, width, height }: TextLine): Promise<Buffer> => {
  const markup = `<span foreground="${colour}">${escapeHtml(text)}</span>`
  const image = sharp({
    // At 72 dpi one point is one pixel.
    text: {
      text: markup,
      font: `${fontFamily} ${px}`,
      fontfile: latinFont,
      dpi: 72,
      rgba: true,
      width,
      wrap: 'word-char',
    },
  })
  const { data, info } = await image.png().toBuffer({ resolveWithObject: true })
  if (info.width <= width && info.height <= height) return data
  return sharp(data).resize({ width, height, fit: 'inside' }).png().toBuffer()
}

const createShapes = ({ isSold, verdict }: OpenGraphImageJob): Buffer => {
  const { bottle, paper, ink, marigold, green, indigo } = colours
  const edge = verdict === null ? ink : verdict === 'fair' ? indigo : green
  const scallops = Array.from({ length: 14 }, (_, at) => {
    const fill = at % 2 === 0 ? paper : marigold
    const x = photoWidth + at * 34
    return `<path d="M${x} 0h34v10a17 17 0 0 1-34 0z" fill="${fill}"/>`
  })
  const plate = `<rect x="${left}" y="398" width="${innerWidth}" height="104" rx="16" fill="#fffdf8" stroke="${edge}" stroke-width="${verdict === null ? 5 : 9}"/>`
  const bolts = [left + 20, left + innerWidth - 20].map((x) => `<circle cx="${x}" cy="450" r="6" fill="${ink}"/>`)
  const overlay = isSold
    ? `<rect width="${photoWidth}" height="${imageSize.height}" fill="${ink}" fill-opacity=".45"/>`
    : ''
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${imageSize.width}" height="${imageSize.height}">${overlay}<rect x="${photoWidth}" width="${imageSize.width - photoWidth}" height="${imageSize.height}" fill="${bottle}"/>${scallops.join('')}${plate}${bolts.join('')}</svg>`,
  )
}

/** The photo fills its side, cropped slightly above the centre, as on product cards. */
const createPhotoLayer = async (photo: string | null): Promise<OverlayOptions[]> => {
  if (photo === null) return []
  const input = await sharp(Buffer.from(photo, 'base64'))
    .resize({ width: photoWidth, height: imageSize.height, fit: 'cover' })
    .toBuffer()
  return [{ input, left: 0, top: 0 }]
}

const centerIn = async (input: Buffer, box: { left: number; top: number; width: number; height: number }) => {
  const { width, height } = await sharp(input).metadata()
  return {
    input,
    left: Math.round(box.left + (box.width - width) / 2),
    top: Math.round(box.top + (box.height - height) / 2),
  }
}

const marksBand = { top: 530, height: 64 }

/** The papers and the inspection, on a band over the photo that is as wide as they are. */
const createMarksLayers = async (marks: string): Promise<OverlayOptions[]> => {
  if (marks === '') return []
  const { top, height } = marksBand
  const { paper, ink } = colours
  const line = { text: marks, px: 32, colour: paper, width: photoWidth - 2 * margin, height: height - 20 }
  const image = await renderTextOrFallback(line)
  const { width } = await sharp(image).metadata()
  const band = { left: 0, top, width: width + 2 * margin, height }
  const create = { width: band.width, height, channels: 3, background: ink } as const
  const input = await sharp({ create }).png().toBuffer()
  return [{ input, left: 0, top }, await centerIn(image, band)]
}

const createTextLayers = async ({
  name,
  price,
  location,
  badge,
  facts,
}: OpenGraphImageJob): Promise<OverlayOptions[]> => {
  const { paper, ink, quiet, marigold } = colours
  // One after another: libvips keeps one error message for the whole process, which the end of any image clears, and that
  // message tells that a text has no characters to draw.
  const nameImage = await renderTextOrFallback({ text: name, px: 50, colour: paper, width: innerWidth, height: 170 })
  const factsImage = await renderTextOrFallback({ text: facts, px: 32, colour: quiet, width: innerWidth, height: 44 })
  const priceImage = await renderTextOrFallback({
    text: price,
    px: 72,
    colour: ink,
    width: innerWidth - 72,
    height: 80,
  })
  const badgeImage = await renderTextOrFallback({
    text: badge,
    px: 28,
    colour: marigold,
    width: innerWidth,
    height: 40,
  })
  const placeImage = await renderTextOrFallback({
    text: location,
    px: 28,
    colour: quiet,
    width: innerWidth,
    height: 40,
  })
  return [
    { input: nameImage, left, top: 168 },
    { input: factsImage, left, top: 346 },
    await centerIn(priceImage, { left: left + 36, top: 398, width: innerWidth - 72, height: 104 }),
    { input: badgeImage, left, top: 524 },
    { input: placeImage, left, top: 568 },
  ]
}

/** Renders one image of 1200 × 630 px. */
export const renderOpenGraphImage = async (job: OpenGraphImageJob): Promise<OpenGraphImage> => {
  // Pango loads a font at its first use; the second font supplies characters that the first one lacks.
  await sharp({ text: { text: '৳', font: `${fontFamily} 10`, fontfile: banglaFont, dpi: 72 } })
    .png()
    .toBuffer()
  const logo = await sharp(job.logoFile, { density: 144 }).resize({ width: 280 }).png().toBuffer()
  const layers = [
    ...(await createPhotoLayer(job.photo)),
    { input: createShapes(job), left: 0, top: 0 },
    { input: logo, left, top: 72 },
    ...(await createMarksLayers(job.marks)),
    ...(await createTextLayers(job)),
  ]
  const jpeg = await sharp({ create: { ...imageSize, channels: 3, background: colours.paper } })
    .composite(layers)
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer()
  return { jpeg: jpeg.toString('base64') }
}

const isImageJob = (message: unknown): message is OpenGraphImageJob =>
  typeof message === 'object' && message !== null && 'name' in message && 'logoFile' in message

/** Processes requests one after another until the server disconnects. */
const serve = (): void => {
  sharp.cache(false)
  // One core per image; the other cores serve pages.
  sharp.concurrency(1)
  process.on('disconnect', () => process.exit())
  process.on('message', (message) => {
    if (!isImageJob(message)) return
    void renderOpenGraphImage(message).then(
      (image) => process.send?.(image),
      () => process.send?.({ failed: true }),
    )
  })
}

// Starts the worker only if this file is run as a program.
if (process.argv[1] === import.meta.filename) serve()
