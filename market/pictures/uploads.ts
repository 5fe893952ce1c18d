// Pure. Which uploads are allowed, how many unused pictures a seller may have, and the errors of an upload.
import { hourMs } from '#contract/time/durations.ts'
import { unusedPictureHours } from '#contract/time/lifetimes.ts'
import { maxJpegMegapixels, maxMegapixels, maxUnusedPictures } from '#contract/limits.ts'
import { pictureWidthsPx } from '#contract/picture-sizes.ts'
import { ApiError, type ApiErrorCode } from '#contract/errors/api-errors.ts'
import { type UploadError } from '#platform/http/upload.ts'

/** Unused pictures are deleted after this. */
export const maxUnusedMs = unusedPictureHours * hourMs

/**
 * The most megapixels of a picture by its kind. A JPEG is made smaller while it is decoded; the others are decoded in full. A JPEG of
 * four channels comes from printing, not from a phone. docs/decisions/0105-pictures-of-phones.md has the memory of each.
 */
export const megapixels = {
  jpeg: maxJpegMegapixels,
  cmyk: maxMegapixels,
  png: maxMegapixels,
  webp: maxMegapixels,
  avif: maxMegapixels,
} as const

/** Whether a picture of this kind may be uploaded. */
export const isAllowedKind = (kind: string | undefined): kind is keyof typeof megapixels =>
  kind !== undefined && Object.hasOwn(megapixels, kind)

/** The most pixels that are still called so: the cameras of "24 MP" and "64 MP" take 24.5 and 64.1 million. */
export const toPixels = (megapixels: number): number => (megapixels + 1) * 1_000_000 - 1

// File signatures of JPEG, PNG, WebP, and of AVIF with its brands; the file name and the content type are not trusted.
const fileSignatures = [
  'FFD8FF',
  '89504E470D0A1A0A',
  '52494646........57454250',
  // "ftyp", then "avif", "avis", or "mif1", which HEIC has too: the decoder tells them apart.
  '........66747970(?:61766966|61766973|6D696631)',
].map((hex) => new RegExp(`^${hex}`))

/** Whether the first 12 bytes are those of a JPEG, PNG, WebP or AVIF file. */
export const isPicture = (head: Buffer): boolean => {
  const hex = head.toString('hex').toUpperCase()
  return fileSignatures.some((signature) => signature.test(hex))
}

const jpegMarker = { prefix: 0xff, endOfImage: 0xd9 } as const
const isStandaloneMarker = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/**
 * Whether a JPEG file has its end-of-image marker. Decoders read zeros as image data, so a file whose rest was lost, such
 * as after a full disk, decodes to a grey picture. Data behind the marker is allowed: some phones append a film.
 */
export const isCompleteJpeg = (bytes: Buffer): boolean => {
  let position = 2
  while (position + 1 < bytes.length) {
    // Image data between two markers: an FF in it is followed by 00, or by a restart marker.
    if (bytes[position] !== jpegMarker.prefix) {
      position += 1
      continue
    }
    const marker = bytes[position + 1] ?? 0
    if (marker === jpegMarker.endOfImage) return true
    const hasNoLength = marker === 0x00 || marker === jpegMarker.prefix || isStandaloneMarker(marker)
    if (hasNoLength) position += marker === jpegMarker.prefix ? 1 : 2
    else if (position + 4 > bytes.length) return false
    else position += 2 + bytes.readUInt16BE(position + 2)
  }
  return false
}

const uploadErrorCodes: Record<UploadError['kind'], ApiErrorCode> = {
  no_file: 'picture_missing',
  not_alone: 'one_picture_only',
  too_big: 'picture_too_big',
  cut_off: 'picture_damaged',
  too_slow: 'request_timeout',
}

/** Converts an upload error to an ApiError. */
export const toUploadApiError = ({ kind }: UploadError): ApiError => new ApiError(uploadErrorCodes[kind])

/** Returns `too_many_pictures` if the seller has too many unused uploads of the last day, or null. */
export const mayUpload = (waiting: { count: number; since: Date | null }, now: Date): ApiError | null => {
  if (waiting.count < maxUnusedPictures || !waiting.since) return null
  const retryAfterMs = waiting.since.getTime() + maxUnusedMs - now.getTime()
  return new ApiError('too_many_pictures', { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) })
}

/** The file names of a picture in the store, the smallest first. */
export const getFileNames = (hash: string): string[] =>
  pictureWidthsPx.map((widthPx) =>
    widthPx === Math.max(...pictureWidthsPx) ? `${hash}.webp` : `${hash}-${widthPx}.webp`,
  )

const fileNamePattern = /^([0-9a-f]{32})(?:-\d+)?\.webp$/

/** The hash in a file name of the store, or null for a foreign name. */
export const parseFileHash = (name: string): string | null => fileNamePattern.exec(name)?.[1] ?? null

// Error codes of a full or read-only disk, or of a file in place of the folder.
const diskErrorCodes = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EACCES',
  'EPERM',
  'EIO',
  'EMFILE',
  'ENFILE',
  'EEXIST',
  'ENOTDIR',
])

/** Whether the error means that the disk cannot be written now. */
export const isDiskError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && diskErrorCodes.has(error.code)

// Of a picture of one colour nearly all bits are equal, and so they are of every other one.
const minBits = 4

/**
 * The difference hash of grey points, row by row: a bit for each point but the last of a row, set where it is brighter than the
 * next. As a decimal number of 64 bits with a sign, like PostgreSQL's bigint; null for a picture with nothing in it.
 */
export const toDhash = (points: readonly number[], width: number): string | null => {
  const bits = points.flatMap((point, index) =>
    index % width === width - 1 ? [] : [point > (points[index + 1] ?? 0) ? '1' : '0'],
  )
  const ones = bits.filter((bit) => bit === '1').length
  if (ones < minBits || ones > bits.length - minBits) return null
  return BigInt.asIntN(64, BigInt(`0b${bits.join('')}`)).toString()
}
