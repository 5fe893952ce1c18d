import type { z } from 'zod'
import type { Product } from '#contract/bikes.ts'
import type { Category as CategoryShape } from '#contract/categories.ts'

/** A bike as the wire has it. */
export type Bike = z.output<typeof Product>

/** What booking a bike and keeping it in mind need to know of it. */
export type Bookable = Pick<Bike, '_id' | 'productName' | 'salePrice' | 'image'>

export type Category = z.output<typeof CategoryShape>

const asciiPattern = /^[ -~]*$/

/**
 * What a reader sees as letters, such as a Bangla conjunct with its vowel, which several characters make together. A
 * Latin text is spared the browser's segmenter, which takes its time to wake.
 */
const splitGraphemes = (text: string): string[] =>
  asciiPattern.test(text)
    ? text.split('')
    : Array.from(new Intl.Segmenter('bn', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment)

/** A text cut to its first `longest` letters, followed by "..." (spec §2, category card). */
export const truncate = (text: string, maxLength: number): string =>
  `${splitGraphemes(text).slice(0, maxLength).join('')}...`

/** Whether the contact number is masked, as visitors see it where the bike is not advertised. */
export const isMasked = (contactNumber: string): boolean => contactNumber.includes('•')

/** The address that makes a telephone ring: 01712-345678 → tel:01712345678 */
export const toTelephoneUrl = (contactNumber: string): string => `tel:${contactNumber.replace(/[^\d+]/g, '')}`
