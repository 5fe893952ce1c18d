// Writes a text over a picture, across all of it, so that no part can be cut out without it. The fonts are those of link previews.
import { join } from 'node:path'
import sharp from 'sharp'
import { escapeHtml } from '#contract/text.ts'

/** A request; the picture is WebP in base64. */
type WatermarkJob = { picture: string; text: string }

const fontsDir = join(import.meta.dirname, '../../sharing')
const [latinFont, banglaFont] = ['anek-latin-head-700.ttf', 'anek-bangla-700.ttf'].map((file) => join(fontsDir, file))
const fontFamily = 'Anek Latin Medium, Anek Bangla Medium'
// Readable on a photo of 1280 px, and thin enough to read the paper through it.
const textShare = 0.028
const minTextPx = 12
const angleDegrees = -20
const opacityPercent = 55
const quality = 80
// Shown if the fonts have no character of the name.
const fallbackText = 'Motohaat'

const transparent = { r: 0, g: 0, b: 0, alpha: 0 }

const drawLine = (text: string, px: number, colour: string): Promise<Buffer> =>
  sharp({
    text: {
      text: `<span foreground="${colour}" alpha="${opacityPercent}%">${escapeHtml(text)}</span>`,
      font: `${fontFamily} ${px}`,
      fontfile: latinFont,
      dpi: 72,
      rgba: true,
    },
  })
    .png()
    .toBuffer()

/** The text in black over white, so that it is seen on light and on dark parts. */
const drawText = async (text: string, px: number): Promise<Buffer> => {
  const [white, black] = [await drawLine(text, px, '#ffffff'), await drawLine(text, px, '#000000')]
  const shift = Math.max(1, Math.round(px / 12))
  return sharp(white)
    .extend({ top: 0, left: 0, bottom: shift, right: shift, background: transparent })
    .composite([{ input: black, left: shift, top: shift }])
    .png()
    .toBuffer()
}

/** Returns the picture with the text repeated over all of it. */
export const drawWatermark = async ({ picture, text }: WatermarkJob): Promise<{ webp: string }> => {
  // Pango loads a font at its first use; the second font supplies characters that the first one lacks.
  await sharp({ text: { text: 'ক', font: `${fontFamily} 10`, fontfile: banglaFont, dpi: 72 } })
    .png()
    .toBuffer()
  const base = sharp(Buffer.from(picture, 'base64'))
  const { width, height } = await base.metadata()
  const px = Math.max(minTextPx, Math.round(width * textShare))
  const line = await drawText(text, px).catch(() => drawText(fallbackText, px))
  const turned = await sharp(line)
    .extend({ top: px * 2, bottom: px * 2, left: px, right: px, background: transparent })
    .rotate(angleDegrees, { background: transparent })
    .png()
    .toBuffer()
  const size = await sharp(turned).metadata()
  // A tile larger than the picture is refused.
  const tile = await sharp(turned)
    .resize({ width: Math.min(size.width, width), height: Math.min(size.height, height), fit: 'inside' })
    .png()
    .toBuffer()
  const stamped = await base
    .composite([{ input: tile, tile: true }])
    .webp({ quality })
    .toBuffer()
  return { webp: stamped.toString('base64') }
}

const isJob = (message: unknown): message is WatermarkJob =>
  typeof message === 'object' && message !== null && 'picture' in message && 'text' in message

/** Draws one picture after another until the server disconnects. */
const serve = (): void => {
  sharp.cache(false)
  sharp.concurrency(1)
  process.on('disconnect', () => process.exit())
  process.on('message', (message) => {
    if (!isJob(message)) return
    void drawWatermark(message).then(
      (result) => process.send?.(result),
      () => process.send?.({ failed: true }),
    )
  })
}

// Starts the worker only if this file is run as a program.
if (process.argv[1] === import.meta.filename) serve()
