// The address chooses the language: a prefix names it, none is English. Nothing else in the program decides it.
import type { LanguageCode } from '#contract/language.ts'
import { englishFigures, type Figures } from './format.ts'
import type { Chapters } from './en/namespaces.ts'
import { en } from './en/core.ts'

/** The sentences of every screen, in one language. */
export type Words = typeof en

export type { LanguageCode }

export type Language = {
  code: LanguageCode
  basename: '/' | '/bn'
  words: Words
  /** The sentences that in English come with their screens, or null where they do. */
  chapters: Chapters | null
  figures: Figures
}

const english: Language = { code: 'en', basename: '/', words: en, chapters: null, figures: englishFigures }

/** The language of an address; `path` begins with a slash. */
export const languageCodeAt = (path: string): LanguageCode => (/^\/bn(?:\/|$)/.test(path) ? 'bn' : 'en')

/** The address without its language: /bn/blog → /blog, /bn → / */
export const pathWithoutLanguage = (path: string): string =>
  languageCodeAt(path) === 'en' ? path : path.slice('/bn'.length) || '/'

/** The same page in a language: /blog → /bn/blog; `path` names no language. */
export const pathIn = (code: LanguageCode, path: string): string =>
  code === 'en' ? path : path === '/' ? '/bn' : `/bn${path}`

/** The language of an address with its words; those of Bangla are fetched only where they are read. */
export const openLanguage = async (path: string): Promise<Language> =>
  languageCodeAt(path) === 'bn' ? (await import('./bangla.ts')).bangla : english
