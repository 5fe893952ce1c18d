// What happens to a picture before it is sent: nothing, or a JPEG of at most 2,048 px on the longer side.

/** The server stores 1,280 px; twice a phone's screen is left for a crop or a larger size of later. */
export const maxSidePx = 2_048
// A picture of this size is sent as it is: encoding it again costs quality and saves little.
const smallBytes = 1_000_000
// The kinds that the server decodes. HEIC, GIF and others become JPEG where the browser shows them.
const serverKinds: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])

type Original = { type: string; bytes: number; width: number; height: number }

export type PicturePlan = {
  width: number
  height: number
  /** Whether the new file is sent although it has more bytes: the original is too large or of another kind. */
  isNeeded: boolean
}

/** The size of the JPEG to make of a picture; null where the picture is sent as it is. */
export const planPicture = ({ type, bytes, width, height }: Original): PicturePlan | null => {
  const scale = Math.min(1, maxSidePx / Math.max(width, height))
  const isNeeded = scale < 1 || !serverKinds.has(type)
  if (!isNeeded && bytes <= smallBytes) return null
  const toPx = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: toPx(width), height: toPx(height), isNeeded }
}

/** Bytes before and after. */
export type SavedBytes = { before: number; after: number }

type SizeWords = { kilobytes: (count: string) => string; megabytes: (count: string) => string }

/** 410,000 → 410 KB; 6,100,000 → 6.1 MB, in the words of a language. */
export const formatFileSize = (bytes: number, { kilobytes, megabytes }: SizeWords): string => {
  const kilobyteCount = Math.max(1, Math.round(bytes / 1_000))
  return kilobyteCount < 1_000 ? kilobytes(String(kilobyteCount)) : megabytes((bytes / 1_000_000).toFixed(1))
}

/** The sentence about all that was saved; undefined where nothing was. */
export const describeSaved = (
  saved: readonly (SavedBytes | null)[],
  messages: SizeWords & { saved: (before: string, after: string) => string },
): string | undefined => {
  const made = saved.filter((each) => each !== null)
  const sum = (key: keyof SavedBytes) => made.reduce((total, each) => total + each[key], 0)
  if (sum('after') >= sum('before')) return undefined
  return messages.saved(formatFileSize(sum('before'), messages), formatFileSize(sum('after'), messages))
}
