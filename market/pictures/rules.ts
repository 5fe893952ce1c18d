// Which files may become pictures, how many may wait for a bike, and what trouble with a file means to the seller.
import { pictureWidthsPx } from '#contract/picture-urls.ts'
import { ApiError, type ApiErrorCode } from '#contract/errors/api-errors.ts'
import { type UploadError } from '#platform/http/upload.ts'

// design.md §6: 10 MB.
export const maxPictureBytes = 10 * 1024 * 1024
/** How long a picture may wait for a bike: a day. */
export const maxUnusedMs = 24 * 60 * 60 * 1000
const maxUnusedPictures = 60

// How the three kinds begin; the name of a file and what the browser calls it say nothing.
const fileSignatures = ['FFD8FF', '89504E470D0A1A0A', '52494646........57454250'].map((hex) => new RegExp(`^${hex}`))

/** Whether a file with this head (12 bytes are enough) says that it is a JPEG, a PNG or a WebP. */
export const isPicture = (head: Buffer): boolean => {
  const hex = head.toString('hex').toUpperCase()
  return fileSignatures.some((signature) => signature.test(hex))
}

const uploadErrorCodes: Record<UploadError['kind'], ApiErrorCode> = {
  no_file: 'picture_missing',
  not_alone: 'one_picture_only',
  too_big: 'picture_too_big',
  cut_off: 'picture_damaged',
}

/** What trouble on the way here means to the seller. */
export const toUploadApiError = ({ kind }: UploadError): ApiError => new ApiError(uploadErrorCodes[kind])

/** The refusal of one more picture, given how many of the last day's wait for a bike and since when; or null. */
export const mayUpload = (waiting: { count: number; since: Date | null }, now: Date): ApiError | null => {
  if (waiting.count < maxUnusedPictures || !waiting.since) return null
  const retryAfterMs = waiting.since.getTime() + maxUnusedMs - now.getTime()
  return new ApiError('too_many_pictures', { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) })
}

/** The names of a picture's files in the store, the smallest first: the address without its folder. */
export const getFileNames = (hash: string): string[] =>
  pictureWidthsPx.map((widthPx) =>
    widthPx === Math.max(...pictureWidthsPx) ? `${hash}.webp` : `${hash}-${widthPx}.webp`,
  )

const fileNamePattern = /^([0-9a-f]{32})(?:-\d+)?\.webp$/

/** The hash that a file of the store is named by, or null when the name is none of ours. */
export const parseFileHash = (name: string): string | null => fileNamePattern.exec(name)?.[1] ?? null

// What a disk says when it is full, cannot be written, or has something else where the folder should be.
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

/** Whether an error says that this disk takes nothing more at the moment. */
export const isDiskError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && diskErrorCodes.has(error.code)
