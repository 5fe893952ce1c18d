// The sizes in which pictures are stored, and their URLs. This file imports nothing, so the browser loads no schema with it.

/** One size of a picture: its URL and maximum width in pixels. */
export type PictureVariant = { url: string; widthPx: number }

// Uploads are named by the hash of the original file; pictures of the repository have names of words.
const uploadedPattern = /^(\/pictures\/[0-9a-f]{32})\.webp$/
const bundledPattern = /^(\/pictures\/[a-z0-9-]+)\.webp$/

/** The widths of the stored sizes of an upload, in pixels; smaller pictures are not enlarged. */
export const pictureWidthsPx = [320, 640, 1280] as const

// A phone is 360 to 412 CSS px wide at two device pixels each, so most people load the middle size.
const bundledWidthsPx = [540, 760, 1080] as const

// Pictures of the demonstration bikes are smaller, because there are hundreds in the repository.
const listingPattern = /^(\/pictures\/listing-[a-z0-9-]+)\.webp$/
const listingWidthsPx = [540, 760] as const
// The view of the lists, whose photos are some 110 CSS px wide on a phone.
const listedPattern = /^\/pictures\/listing-[a-z0-9-]+-side$/
const listedWidthsPx = [270, ...listingWidthsPx] as const

const toVariant = (name: string, widthPx: number, isLargest: boolean): PictureVariant => ({
  url: isLargest ? `${name}.webp` : `${name}-${widthPx}.webp`,
  widthPx,
})

const toVariants = (name: string, widthsPx: readonly number[]): PictureVariant[] =>
  widthsPx.map((widthPx, index) => toVariant(name, widthPx, index === widthsPx.length - 1))

/**
 * Returns the sizes of a picture, smallest first. The URL itself is the largest; the others carry their width:
 * /pictures/<name>.webp, /pictures/<name>-640.webp. Returns none for URLs of other sites.
 */
export const getPictureVariants = (url: string): PictureVariant[] => {
  const uploadName = uploadedPattern.exec(url)?.[1]
  if (uploadName !== undefined) return toVariants(uploadName, pictureWidthsPx)
  const listingName = listingPattern.exec(url)?.[1]
  if (listingName !== undefined) {
    return toVariants(listingName, listedPattern.test(listingName) ? listedWidthsPx : listingWidthsPx)
  }
  const bundledName = bundledPattern.exec(url)?.[1]
  return bundledName === undefined ? [] : toVariants(bundledName, bundledWidthsPx)
}

/** The URL of an upload; `hash` has 32 hexadecimal digits. */
export const toPictureUrl = (hash: string): string => `/pictures/${hash}.webp`

/** The hash in the URL of an upload, or null for any other URL. */
export const parsePictureHash = (url: string): string | null =>
  uploadedPattern.exec(url)?.[1]?.slice('/pictures/'.length) ?? null
