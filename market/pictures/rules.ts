// Which files may become pictures, how many may wait for a bike, and what trouble with a file means to the seller.
import { pictureWidthsPx } from '#contract/picture-urls.ts'
import { Refused, type RefusalCode } from '#contract/errors/api-errors.ts'
import { type UploadTrouble } from '#platform/http/upload.ts'

// design.md §6: 10 MB.
export const pictureBytesMax = 10 * 1024 * 1024
/** How long a picture may wait for a bike: a day. */
export const unusedMs = 24 * 60 * 60 * 1000
const unusedMost = 60

// How the three kinds begin; the name of a file and what the browser calls it say nothing.
const beginnings = ['FFD8FF', '89504E470D0A1A0A', '52494646........57454250'].map((hex) => new RegExp(`^${hex}`))

/** Whether a file with this head (12 bytes are enough) says that it is a JPEG, a PNG or a WebP. */
export const isPicture = (head: Buffer): boolean => {
  const hex = head.toString('hex').toUpperCase()
  return beginnings.some((beginning) => beginning.test(hex))
}

const meanings: Record<UploadTrouble['kind'], RefusalCode> = {
  no_file: 'picture_missing',
  not_alone: 'one_picture_only',
  too_big: 'picture_too_big',
  cut_off: 'picture_damaged',
}

/** What trouble on the way here means to the seller. */
export const refusalOfUpload = ({ kind }: UploadTrouble): Refused => new Refused(meanings[kind])

/** The refusal of one more picture, given how many of the last day's wait for a bike and since when; or null. */
export const mayUpload = (waiting: { count: number; since: Date | null }, now: Date): Refused | null => {
  if (waiting.count < unusedMost || !waiting.since) return null
  const roomInMs = waiting.since.getTime() + unusedMs - now.getTime()
  return new Refused('too_many_pictures', { retryAfterSeconds: Math.max(1, Math.ceil(roomInMs / 1000)) })
}

/** The names of a picture's files in the store, the smallest first: the address without its folder. */
export const fileNames = (hash: string): string[] =>
  pictureWidthsPx.map((widthPx) =>
    widthPx === Math.max(...pictureWidthsPx) ? `${hash}.webp` : `${hash}-${widthPx}.webp`,
  )

const fileName = /^([0-9a-f]{32})(?:-\d+)?\.webp$/

/** The hash that a file of the store is named by, or null when the name is none of ours. */
export const hashOfFile = (name: string): string | null => fileName.exec(name)?.[1] ?? null

// What a disk says when it is full, cannot be written, or has something else where the folder should be.
const cannotKeep = new Set([
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
export const isDiskTrouble = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && cannotKeep.has(error.code)
