// The address chooses the language: a prefix names it, none is English. Nothing else in the program decides it.
import type { LanguageCode } from '#contract/language.ts'
import { englishFormat, type Format } from './format.ts'
import type { Namespaces } from './en/namespaces.ts'
import { en } from './en/core.ts'

/** The sentences of every screen, in one language. */
export type Messages = typeof en

export type { LanguageCode }

export type Language = {
  code: LanguageCode
  basename: '/' | '/bn'
  messages: Messages
  /** The sentences that in English come with their screens, or null where they do. */
  namespaces: Namespaces | null
  format: Format
}

const english: Language = { code: 'en', basename: '/', messages: en, namespaces: null, format: englishFormat }

/** The language of an address; `path` begins with a slash. */
export const parseLanguageCode = (path: string): LanguageCode => (/^\/bn(?:\/|$)/.test(path) ? 'bn' : 'en')

/** The address without its language: /bn/blog → /blog, /bn → / */
export const stripLanguage = (path: string): string =>
  parseLanguageCode(path) === 'en' ? path : path.slice('/bn'.length) || '/'

/** The same page in a language: /blog → /bn/blog; `path` names no language. */
export const toLanguagePath = (code: LanguageCode, path: string): string =>
  code === 'en' ? path : path === '/' ? '/bn' : `/bn${path}`

/** The language of an address with its words; those of Bangla are fetched only where they are read. */
export const loadLanguage = async (path: string): Promise<Language> =>
  parseLanguageCode(path) === 'bn' ? (await import('./bangla.ts')).bangla : english
