// From one uploaded file to the sizes that the shop keeps. It runs in a helper process of its own: decoding strangers'
// files is the riskiest thing the shop does, and a decoder that crashes must take nothing with it.
import { join } from 'node:path'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { pictureWidthsPx } from '#contract/picture-urls.ts'

/** What is asked of the helper: the uploaded file, and the folder that takes the sizes, named by their widths. */
export type ImageJob = { file: string; folder: string }

/** What comes of it: the size of the largest, and a tiny version as a data: address; or why nothing does. */
export type ImageResult =
  | { widthPx: number; heightPx: number; blur: string }
  | { errorCode: 'picture_damaged' | 'picture_too_many_pixels' | 'picture_wrong_type' }

// design.md §6: looked at before anything is decoded, so that a small file cannot unfold into gigabytes.
const maxPixels = 24_000_000
const allowedFormats: readonly (string | undefined)[] = ['jpeg', 'png', 'webp']
// A screenshot of a long page is tall; what is taller still becomes narrower instead (WebP ends at 16,383 pixels).
const maxAspectRatio = 3
const blurPx = 16
const webpOptions = { quality: 72, effort: 4 } as const

/** Leaves libvips its three decoders. What it does not know it cannot be attacked through. */
export const blockOtherLoaders = (): void => {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'] })
  sharp.cache(false)
  // One picture, one core: the others belong to those who wait for a page.
  sharp.concurrency(1)
}

// Only the first frame of an animation is ever looked at.
const readImage = (file: string): Sharp =>
  sharp(file, { limitInputPixels: maxPixels, failOn: 'error', pages: 1, sequentialRead: true })

const getFormatError = ({ format, width, height }: Metadata): ImageResult | null => {
  if (!allowedFormats.includes(format)) return { errorCode: 'picture_wrong_type' }
  return width * height > maxPixels ? { errorCode: 'picture_too_many_pixels' } : null
}

const getResizeOptions = (widthPx: number) =>
  ({ width: widthPx, height: widthPx * maxAspectRatio, fit: 'inside', withoutEnlargement: true }) as const

/** Upright, in sRGB, at most as wide as the largest size; decoded once, for all sizes. Metadata stays behind. */
const decode = async (file: string) => {
  const { data, info } = await readImage(file)
    .autoOrient()
    .resize(getResizeOptions(Math.max(...pictureWidthsPx)))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  return { info, createPipeline: () => sharp(data, { raw }) }
}

/**
 * Makes all sizes of one picture; nothing is enlarged. Gives why not, for what is no picture or does not decode to its
 * end.
 */
export const processImage = async ({ file, folder }: ImageJob): Promise<ImageResult> => {
  try {
    const formatError = getFormatError(await readImage(file).metadata())
    if (formatError) return formatError
    const { info, createPipeline } = await decode(file)
    for (const widthPx of pictureWidthsPx) {
      await createPipeline()
        .resize(getResizeOptions(widthPx))
        .webp(webpOptions)
        .toFile(join(folder, `${widthPx}.webp`))
    }
    const preview = await createPipeline().resize(getResizeOptions(blurPx)).webp({ quality: 40 }).toBuffer()
    return { widthPx: info.width, heightPx: info.height, blur: `data:image/webp;base64,${preview.toString('base64')}` }
  } catch (error) {
    return toDecoderError(error)
  }
}

const toDecoderError = (error: unknown): ImageResult => {
  const message = String(error)
  if (/pixel limit/i.test(message)) return { errorCode: 'picture_too_many_pixels' }
  // The disk's troubles are not the picture's.
  if (/No space left|unable to (?:open|write)|write error/i.test(message)) throw error
  return { errorCode: 'picture_damaged' }
}

const isImageJob = (message: unknown): message is ImageJob =>
  typeof message === 'object' && message !== null && 'file' in message && 'folder' in message

/** Answers one question after another, until the shop goes. */
const serve = (): void => {
  blockOtherLoaders()
  process.on('disconnect', () => process.exit())
  process.on('message', (message) => {
    if (!isImageJob(message)) return
    void processImage(message).then(
      (result) => process.send?.(result),
      () => process.send?.({ failed: true }),
    )
  })
}

// Imported, it gives its functions; run as a program, it is the helper.
if (process.argv[1] === import.meta.filename) serve()
