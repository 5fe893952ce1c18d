// Converts an uploaded file to WebP in several sizes. Runs in its own process, because decoding untrusted files is risky:
// a crash of the decoder must not affect the server.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { pictureWidthsPx } from '#contract/picture-sizes.ts'
import { isAllowedKind, isCompleteJpeg, megapixels, toDhash, toPixels } from './uploads.ts'

/** A request: the uploaded file, and the folder for the results, named by their widths. */
export type ImageJob = { file: string; folder: string }

/** The result: the size of the largest version, a tiny `data:` URL and the difference hash, or an error code. */
export type ImageResult =
  | { widthPx: number; heightPx: number; blur: string; dhash: string | null }
  | { errorCode: 'picture_damaged' | 'picture_too_many_pixels' | 'picture_wrong_type' }

// WebP allows 16,383 pixels; taller pictures, such as long screenshots, are made narrower.
const maxAspectRatio = 3
const blurPx = 16
const webpOptions = { quality: 72, effort: 4 } as const

const allowedLoaders = ['Jpeg', 'Png', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}File`)

/** Disables all decoders of libvips except JPEG, PNG, WebP and AVIF, to reduce the attack surface. */
export const blockOtherLoaders = (): void => {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: allowedLoaders })
  sharp.cache(false)
  // One core per picture; the other cores serve pages.
  sharp.concurrency(1)
}

// Only the first frame of an animation is used. libvips checks the limit by the header; getFormatError has lower ones.
const readImage = (file: string): Sharp =>
  sharp(file, { limitInputPixels: toPixels(megapixels.jpeg), failOn: 'error', pages: 1, sequentialRead: true })

/** Checked before decoding, so that a small file cannot decompress to gigabytes. */
const getFormatError = ({ format, compression, channels, width, height }: Metadata): ImageResult | null => {
  // The same container holds AVIF and HEIC, which this build of libheif cannot decode.
  const kind = format === 'heif' && compression === 'av1' ? 'avif' : format === 'jpeg' && channels > 3 ? 'cmyk' : format
  if (!isAllowedKind(kind)) return { errorCode: 'picture_wrong_type' }
  return width * height > toPixels(megapixels[kind]) ? { errorCode: 'picture_too_many_pixels' } : null
}

const getResizeOptions = (widthPx: number) =>
  ({ width: widthPx, height: widthPx * maxAspectRatio, fit: 'inside', withoutEnlargement: true }) as const

/** Decodes once for all sizes: rotated upright, sRGB, at most as wide as the largest size, without metadata. */
export const decode = async (file: string) => {
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
 * Writes all sizes of one picture; never enlarges. Returns an error code for a file that is not a picture or is
 * incomplete.
 */
export const processImage = async ({ file, folder }: ImageJob): Promise<ImageResult> => {
  try {
    const metadata = await readImage(file).metadata()
    const formatError = getFormatError(metadata)
    if (formatError) return formatError
    if (metadata.format === 'jpeg' && !isCompleteJpeg(await readFile(file))) return { errorCode: 'picture_damaged' }
    const { info, createPipeline } = await decode(file)
    for (const widthPx of pictureWidthsPx) {
      await createPipeline()
        .resize(getResizeOptions(widthPx))
        .webp(webpOptions)
        .toFile(join(folder, `${widthPx}.webp`))
    }
    const preview = await createPipeline().resize(getResizeOptions(blurPx)).webp({ quality: 40 }).toBuffer()
    return {
      widthPx: info.width,
      heightPx: info.height,
      blur: `data:image/webp;base64,${preview.toString('base64')}`,
      dhash: await computeDhash(createPipeline()),
    }
  } catch (error) {
    return toDecoderError(error)
  }
}

/** The difference hash of a picture: 8 × 8 bits, whether each point of a small grey copy is brighter than the one to its right. */
export const computeDhash = async (picture: Sharp): Promise<string | null> => {
  const [width, height] = [9, 8]
  const points = await picture
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer()
  return toDhash([...points], width)
}

const toDecoderError = (error: unknown): ImageResult => {
  const message = String(error)
  if (/pixel limit/i.test(message)) return { errorCode: 'picture_too_many_pixels' }
  // Disk errors are not errors of the picture.
  if (/No space left|unable to (?:open|write)|write error/i.test(message)) throw error
  return { errorCode: 'picture_damaged' }
}

const isImageJob = (message: unknown): message is ImageJob =>
  typeof message === 'object' && message !== null && 'file' in message && 'folder' in message

/** Processes requests one after another until the server disconnects. */
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

// Starts the worker only if this file is run as a program.
if (process.argv[1] === import.meta.filename) serve()
