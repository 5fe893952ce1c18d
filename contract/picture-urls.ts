// Addresses of pictures, for the server and the screens alike: nothing is imported here, so no schema is shipped.

/** One size of a picture: its address, and how wide it is at most, in pixels. */
export type PictureVariant = { url: string; widthPx: number }

// What the shop made itself is named by the hash of the file it was made from; what ships with it has a name of words.
const uploadedPattern = /^(\/pictures\/[0-9a-f]{32})\.webp$/
const bundledPattern = /^(\/pictures\/[a-z0-9-]+)\.webp$/

/** The widths that an upload is kept in, in pixels; a smaller picture is never enlarged. */
export const pictureWidthsPx = [320, 640, 1280] as const

// A phone's view is 360 to 412 px of two pixels each, so the middle one is what most people see.
const bundledWidthsPx = [540, 760, 1080] as const

const toVariant = (name: string, widthPx: number, isLargest: boolean): PictureVariant => ({
  url: isLargest ? `${name}.webp` : `${name}-${widthPx}.webp`,
  widthPx,
})

const toVariants = (name: string, widthsPx: readonly number[]): PictureVariant[] =>
  widthsPx.map((widthPx, index) => toVariant(name, widthPx, index === widthsPx.length - 1))

/**
 * The sizes of a picture of the shop, the smallest first. The address itself is the largest one; the others carry their
 * width: /pictures/<name>.webp, /pictures/<name>-640.webp. Gives none for an address that is not the shop's.
 */
export const getPictureVariants = (url: string): PictureVariant[] => {
  const uploadName = uploadedPattern.exec(url)?.[1]
  if (uploadName !== undefined) return toVariants(uploadName, pictureWidthsPx)
  const bundledName = bundledPattern.exec(url)?.[1]
  return bundledName === undefined ? [] : toVariants(bundledName, bundledWidthsPx)
}

/** The address of the picture that was made from a file with this hash: 32 hexadecimal digits. */
export const toPictureUrl = (hash: string): string => `/pictures/${hash}.webp`

/** The hash in the address of an upload, or null for any other address. */
export const parsePictureHash = (url: string): string | null =>
  uploadedPattern.exec(url)?.[1]?.slice('/pictures/'.length) ?? null
