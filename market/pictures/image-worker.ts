// From one uploaded file to the sizes that the shop keeps. It runs in a helper process of its own: decoding strangers'
// files is the riskiest thing the shop does, and a decoder that crashes must take nothing with it.
import { join } from 'node:path'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { pictureWidthsPx } from '#contract/picture-urls.ts'

/** What is asked of the helper: the uploaded file, and the folder that takes the sizes, named by their widths. */
export type Development = { file: string; folder: string }

/** What comes of it: the size of the largest, and a tiny version as a data: address; or why nothing does. */
export type Developed =
  | { widthPx: number; heightPx: number; blur: string }
  | { refused: 'picture_damaged' | 'picture_too_many_pixels' | 'picture_wrong_type' }

// design.md §6: looked at before anything is decoded, so that a small file cannot unfold into gigabytes.
const pixelsMost = 24_000_000
const kinds: readonly (string | undefined)[] = ['jpeg', 'png', 'webp']
// A screenshot of a long page is tall; what is taller still becomes narrower instead (WebP ends at 16,383 pixels).
const tallest = 3
const blurPx = 16
const webp = { quality: 72, effort: 4 } as const

/** Leaves libvips its three decoders. What it does not know it cannot be attacked through. */
export const blockOtherLoaders = (): void => {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'] })
  sharp.cache(false)
  // One picture, one core: the others belong to those who wait for a page.
  sharp.concurrency(1)
}

// Only the first frame of an animation is ever looked at.
const open = (file: string): Sharp =>
  sharp(file, { limitInputPixels: pixelsMost, failOn: 'error', pages: 1, sequentialRead: true })

const refusalOf = ({ format, width, height }: Metadata): Developed | null => {
  if (!kinds.includes(format)) return { refused: 'picture_wrong_type' }
  return width * height > pixelsMost ? { refused: 'picture_too_many_pixels' } : null
}

const inside = (widthPx: number) =>
  ({ width: widthPx, height: widthPx * tallest, fit: 'inside', withoutEnlargement: true }) as const

/** Upright, in sRGB, at most as wide as the largest size; decoded once, for all sizes. Metadata stays behind. */
const decode = async (file: string) => {
  const { data, info } = await open(file)
    .autoOrient()
    .resize(inside(Math.max(...pictureWidthsPx)))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  return { info, again: () => sharp(data, { raw }) }
}

/**
 * Makes all sizes of one picture; nothing is enlarged. Gives why not, for what is no picture or does not decode to its
 * end.
 */
export const develop = async ({ file, folder }: Development): Promise<Developed> => {
  try {
    const refused = refusalOf(await open(file).metadata())
    if (refused) return refused
    const { info, again } = await decode(file)
    for (const widthPx of pictureWidthsPx) {
      await again()
        .resize(inside(widthPx))
        .webp(webp)
        .toFile(join(folder, `${widthPx}.webp`))
    }
    const tiny = await again().resize(inside(blurPx)).webp({ quality: 40 }).toBuffer()
    return { widthPx: info.width, heightPx: info.height, blur: `data:image/webp;base64,${tiny.toString('base64')}` }
  } catch (error) {
    return refusalOfDecoder(error)
  }
}

const refusalOfDecoder = (error: unknown): Developed => {
  const said = String(error)
  if (/pixel limit/i.test(said)) return { refused: 'picture_too_many_pixels' }
  // The disk's troubles are not the picture's.
  if (/No space left|unable to (?:open|write)|write error/i.test(said)) throw error
  return { refused: 'picture_damaged' }
}

const isDevelopment = (question: unknown): question is Development =>
  typeof question === 'object' && question !== null && 'file' in question && 'folder' in question

/** Answers one question after another, until the shop goes. */
const serve = (): void => {
  blockOtherLoaders()
  process.on('disconnect', () => process.exit())
  process.on('message', (question) => {
    if (!isDevelopment(question)) return
    void develop(question).then(
      (developed) => process.send?.(developed),
      () => process.send?.({ failed: true }),
    )
  })
}

// Imported, it gives its functions; run as a program, it is the helper.
if (process.argv[1] === import.meta.filename) serve()
