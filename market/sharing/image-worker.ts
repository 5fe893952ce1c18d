// Draws the picture by which a bike is shared: photo, price, name, badge, and the shop's own sign. It runs in a helper
// process of its own, since drawing takes a core for a while. The fonts lie beside this file: a machine may have none that
// knows the sign of the Taka or the letters of Bangla.
import { join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'

/** What is asked of the helper. `photo` is a picture of the shop in base64, or null for a bike whose photo is gone. */
export type Drawing = {
  photo: string | null
  logoFile: string
  name: string
  price: string
  place: string
  badge: string
  isSold: boolean
}

/** What comes of it: a JPEG in base64. */
export type Drawn = { jpeg: string }

// What Facebook, WhatsApp and X show without cutting: 1.91 to 1.
const size = { width: 1200, height: 630 }
const photoWidth = 740
const margin = 40
const left = photoWidth + margin
const inner = size.width - left - margin

const colours = { bottle: '#0d4d3a', paper: '#fdf9ef', ink: '#17211c', quiet: '#cfe0d3', marigold: '#f2a31b' }
const [latin, bangla] = ['anek-latin-head-700.ttf', 'anek-bangla-700.ttf'].map((file) =>
  join(import.meta.dirname, file),
)
const family = 'Anek Latin Medium, Anek Bangla Medium'

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

type Line = { text: string; px: number; colour: string; width: number; height: number }

// What stands where a name has no letter that can be drawn.
const nameless = 'Motohaat'
const isBlank = (error: unknown): boolean => /no text to render/.test(String(error))

/** A few words as a picture of their own, never larger than its place. */
const write = async (line: Line): Promise<Buffer> => {
  try {
    return await letters(line)
  } catch (error) {
    if (!isBlank(error)) throw error
    return letters({ ...line, text: nameless })
  }
}

const letters = async ({ text, px, colour, width, height }: Line): Promise<Buffer> => {
  const words = `<span foreground="${colour}">${escaped(text)}</span>`
  const drawn = sharp({
    // 72 dots to the inch make a point a pixel.
    text: { text: words, font: `${family} ${px}`, fontfile: latin, dpi: 72, rgba: true, width, wrap: 'word-char' },
  })
  const { data, info } = await drawn.png().toBuffer({ resolveWithObject: true })
  if (info.width <= width && info.height <= height) return data
  return sharp(data).resize({ width, height, fit: 'inside' }).png().toBuffer()
}

const shapes = (isSold: boolean): Buffer => {
  const { bottle, paper, ink, marigold } = colours
  const scallops = Array.from({ length: 14 }, (_, at) => {
    const fill = at % 2 === 0 ? paper : marigold
    const x = photoWidth + at * 34
    return `<path d="M${x} 0h34v10a17 17 0 0 1-34 0z" fill="${fill}"/>`
  })
  const plate = `<rect x="${left}" y="398" width="${inner}" height="104" rx="16" fill="#fffdf8" stroke="${ink}" stroke-width="5"/>`
  const bolts = [left + 20, left + inner - 20].map((x) => `<circle cx="${x}" cy="450" r="6" fill="${ink}"/>`)
  const veil = isSold ? `<rect width="${photoWidth}" height="${size.height}" fill="${ink}" fill-opacity=".45"/>` : ''
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${veil}<rect x="${photoWidth}" width="${size.width - photoWidth}" height="${size.height}" fill="${bottle}"/>${scallops.join('')}${plate}${bolts.join('')}</svg>`,
  )
}

/** The photo fills its side; its bike stands a little above the middle, as on the cards. */
const photoOf = async (photo: string | null): Promise<OverlayOptions[]> => {
  if (photo === null) return []
  const input = await sharp(Buffer.from(photo, 'base64'))
    .resize({ width: photoWidth, height: size.height, fit: 'cover' })
    .toBuffer()
  return [{ input, left: 0, top: 0 }]
}

const centred = async (input: Buffer, place: { left: number; top: number; width: number; height: number }) => {
  const { width, height } = await sharp(input).metadata()
  return {
    input,
    left: Math.round(place.left + (place.width - width) / 2),
    top: Math.round(place.top + (place.height - height) / 2),
  }
}

const wordsOf = async ({ name, price, place, badge }: Drawing): Promise<OverlayOptions[]> => {
  const { paper, ink, quiet, marigold } = colours
  const [title, plate, seal, where] = await Promise.all([
    write({ text: name, px: 50, colour: paper, width: inner, height: 200 }),
    write({ text: price, px: 72, colour: ink, width: inner - 72, height: 80 }),
    write({ text: badge, px: 28, colour: marigold, width: inner, height: 40 }),
    write({ text: place, px: 28, colour: quiet, width: inner, height: 40 }),
  ])
  return [
    { input: title, left, top: 168 },
    await centred(plate, { left: left + 36, top: 398, width: inner - 72, height: 104 }),
    { input: seal, left, top: 524 },
    { input: where, left, top: 568 },
  ]
}

/** Draws one picture of 1200 × 630 pixels. */
export const draw = async (asked: Drawing): Promise<Drawn> => {
  // A font is known from its first use on; the second one stands in for the letters that the first one lacks.
  await sharp({ text: { text: '৳', font: `${family} 10`, fontfile: bangla, dpi: 72 } })
    .png()
    .toBuffer()
  const logo = await sharp(asked.logoFile, { density: 144 }).resize({ width: 280 }).png().toBuffer()
  const layers = [
    ...(await photoOf(asked.photo)),
    { input: shapes(asked.isSold), left: 0, top: 0 },
    { input: logo, left, top: 72 },
    ...(await wordsOf(asked)),
  ]
  const jpeg = await sharp({ create: { ...size, channels: 3, background: colours.paper } })
    .composite(layers)
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer()
  return { jpeg: jpeg.toString('base64') }
}

const isDrawing = (question: unknown): question is Drawing =>
  typeof question === 'object' && question !== null && 'name' in question && 'logoFile' in question

/** Answers one question after another, until the shop goes. */
const serve = (): void => {
  sharp.cache(false)
  // One picture, one core: the others belong to those who wait for a page.
  sharp.concurrency(1)
  process.on('disconnect', () => process.exit())
  process.on('message', (question) => {
    if (!isDrawing(question)) return
    void draw(question).then(
      (drawn) => process.send?.(drawn),
      () => process.send?.({ failed: true }),
    )
  })
}

// Imported, it gives its functions; run as a program, it is the helper.
if (process.argv[1] === import.meta.filename) serve()
