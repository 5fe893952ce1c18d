// Draws the picture by which a bike is shared: photo, price, name, badge, and the shop's own sign. It runs in a helper
// process of its own, since drawing takes a core for a while. The fonts lie beside this file: a machine may have none that
// knows the sign of the Taka or the letters of Bangla.
import { join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import { escapeHtml } from '#contract/text.ts'

/** What is asked of the helper. `photo` is a picture of the shop in base64, or null for a bike whose photo is gone. */
export type OpenGraphImageJob = {
  photo: string | null
  logoFile: string
  name: string
  price: string
  location: string
  badge: string
  isSold: boolean
}

/** What comes of it: a JPEG in base64. */
export type OpenGraphImage = { jpeg: string }

// What Facebook, WhatsApp and X show without cutting: 1.91 to 1.
const imageSize = { width: 1200, height: 630 }
const photoWidth = 740
const margin = 40
const left = photoWidth + margin
const innerWidth = imageSize.width - left - margin

const colours = { bottle: '#0d4d3a', paper: '#fdf9ef', ink: '#17211c', quiet: '#cfe0d3', marigold: '#f2a31b' }
const [latinFont, banglaFont] = ['anek-latin-head-700.ttf', 'anek-bangla-700.ttf'].map((file) =>
  join(import.meta.dirname, file),
)
const fontFamily = 'Anek Latin Medium, Anek Bangla Medium'

type TextLine = { text: string; px: number; colour: string; width: number; height: number }

// What stands where a name has no letter that can be drawn.
const fallbackText = 'Motohaat'
const isNoTextError = (error: unknown): boolean => /no text to render/.test(String(error))

/** A few words as a picture of their own, never larger than its place. */
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
    // 72 dots to the inch make a point a pixel.
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

const createShapes = (isSold: boolean): Buffer => {
  const { bottle, paper, ink, marigold } = colours
  const scallops = Array.from({ length: 14 }, (_, at) => {
    const fill = at % 2 === 0 ? paper : marigold
    const x = photoWidth + at * 34
    return `<path d="M${x} 0h34v10a17 17 0 0 1-34 0z" fill="${fill}"/>`
  })
  const plate = `<rect x="${left}" y="398" width="${innerWidth}" height="104" rx="16" fill="#fffdf8" stroke="${ink}" stroke-width="5"/>`
  const bolts = [left + 20, left + innerWidth - 20].map((x) => `<circle cx="${x}" cy="450" r="6" fill="${ink}"/>`)
  const overlay = isSold
    ? `<rect width="${photoWidth}" height="${imageSize.height}" fill="${ink}" fill-opacity=".45"/>`
    : ''
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${imageSize.width}" height="${imageSize.height}">${overlay}<rect x="${photoWidth}" width="${imageSize.width - photoWidth}" height="${imageSize.height}" fill="${bottle}"/>${scallops.join('')}${plate}${bolts.join('')}</svg>`,
  )
}

/** The photo fills its side; its bike stands a little above the middle, as on the cards. */
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

const createTextLayers = async ({ name, price, location, badge }: OpenGraphImageJob): Promise<OverlayOptions[]> => {
  const { paper, ink, quiet, marigold } = colours
  const [nameImage, priceImage, badgeImage, locationImage] = await Promise.all([
    renderTextOrFallback({ text: name, px: 50, colour: paper, width: innerWidth, height: 200 }),
    renderTextOrFallback({ text: price, px: 72, colour: ink, width: innerWidth - 72, height: 80 }),
    renderTextOrFallback({ text: badge, px: 28, colour: marigold, width: innerWidth, height: 40 }),
    renderTextOrFallback({ text: location, px: 28, colour: quiet, width: innerWidth, height: 40 }),
  ])
  return [
    { input: nameImage, left, top: 168 },
    await centerIn(priceImage, { left: left + 36, top: 398, width: innerWidth - 72, height: 104 }),
    { input: badgeImage, left, top: 524 },
    { input: locationImage, left, top: 568 },
  ]
}

/** Draws one picture of 1200 × 630 pixels. */
export const renderOpenGraphImage = async (job: OpenGraphImageJob): Promise<OpenGraphImage> => {
  // A font is known from its first use on; the second one stands in for the letters that the first one lacks.
  await sharp({ text: { text: '৳', font: `${fontFamily} 10`, fontfile: banglaFont, dpi: 72 } })
    .png()
    .toBuffer()
  const logo = await sharp(job.logoFile, { density: 144 }).resize({ width: 280 }).png().toBuffer()
  const layers = [
    ...(await createPhotoLayer(job.photo)),
    { input: createShapes(job.isSold), left: 0, top: 0 },
    { input: logo, left, top: 72 },
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

/** Answers one question after another, until the shop goes. */
const serve = (): void => {
  sharp.cache(false)
  // One picture, one core: the others belong to those who wait for a page.
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

// Imported, it gives its functions; run as a program, it is the helper.
if (process.argv[1] === import.meta.filename) serve()
