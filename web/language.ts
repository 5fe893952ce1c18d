// The address chooses the language: a prefix names it, none is English. Nothing else in the program decides it.
import { en } from './words/en.ts'

/** Every sentence of the screens, in one language. */
export type Words = typeof en

export type Language = { code: 'en'; basename: string; words: Words }

const english: Language = { code: 'en', basename: '/', words: en }
const others: Language[] = []

/** The language of an address; `path` begins with a slash. */
export const languageAt = (path: string): Language =>
  others.find(({ basename }) => path === basename || path.startsWith(`${basename}/`)) ?? english
