import type { z } from 'zod'
import type { ListedOwnProduct, Product } from '#contract/bikes.ts'
import type { Category as CategoryShape } from '#contract/categories.ts'

/** A bike as the API returns it. */
export type Bike = z.output<typeof Product>

/** A bike in the list of its seller. */
export type OwnBike = z.output<typeof ListedOwnProduct>

/** The fields that bookings and the wishlist need. */
export type Bookable = Pick<Bike, '_id' | 'productName' | 'salePrice' | 'image'>

export type Category = z.output<typeof CategoryShape>

const asciiPattern = /^[ -~]*$/

/**
 * Splits a text into graphemes, such as a Bangla conjunct with its vowel. ASCII text skips the browser's segmenter, which is
 * slow to initialise. Firefox has none before 125 and cuts between characters.
 */
const splitGraphemes = (text: string): string[] =>
  asciiPattern.test(text) || !('Segmenter' in Intl)
    ? [...text]
    : Array.from(new Intl.Segmenter('bn', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment)

/** Cuts a text to `maxLength` graphemes and always appends "..." (spec §2, category card). */
export const truncate = (text: string, maxLength: number): string =>
  `${splitGraphemes(text).slice(0, maxLength).join('')}...`

/** Whether the contact number is masked, as for visitors when the bike is not advertised. */
export const isMasked = (contactNumber: string): boolean => contactNumber.includes('•')

/** 01712-345678 → tel:01712345678 */
export const toTelephoneUrl = (contactNumber: string): string => `tel:${contactNumber.replace(/[^\d+]/g, '')}`

/** The fragment of a page that opens the dialog of one of its bikes: a visitor who logged in to book returns there. */
export const toBookingFragment = (slug: string): string => `#book-${slug}`

/** The slug of the bike that a fragment names for booking; undefined for any other fragment. */
export const parseBookingFragment = (hash: string): string | undefined => hash.split('#book-')[1]
