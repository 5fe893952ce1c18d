// The URL alone chooses the language: /bn is Bangla, no prefix is English.
import type { LanguageCode } from '#contract/language.ts'
import type { Format } from './format.ts'
import type { Namespaces } from './en/namespaces.ts'
import type { Messages } from './en/core.ts'

export type { LanguageCode, Messages }

export type Language = {
  code: LanguageCode
  basename: '/' | '/bn'
  messages: Messages
  /** The sentences that in English come with their screens, or null where they do. */
  namespaces: Namespaces | null
  format: Format
}

/** The language of an address; `path` begins with a slash. */
export const parseLanguageCode = (path: string): LanguageCode => (/^\/bn(?:\/|$)/.test(path) ? 'bn' : 'en')

/** The address without its language: /bn/blog → /blog, /bn → / */
export const stripLanguage = (path: string): string =>
  parseLanguageCode(path) === 'en' ? path : path.slice('/bn'.length) || '/'

/** The same page in a language: /blog → /bn/blog; `path` names no language. */
export const toLanguagePath = (code: LanguageCode, path: string): string =>
  code === 'en' ? path : path === '/' ? '/bn' : `/bn${path}`
