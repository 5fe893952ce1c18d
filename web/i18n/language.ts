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
  /**
   * The messages of the namespaces, those of members' pages after `loadMemberMessages`; null in English, where they load
   * with their screens.
   */
  namespaces: Partial<Namespaces> | null
  format: Format
}

/** The language of a URL path, which begins with a slash. */
export const parseLanguageCode = (path: string): LanguageCode => (/^\/bn(?:\/|$)/.test(path) ? 'bn' : 'en')

/** The path without its language prefix: /bn/blog → /blog, /bn → / */
export const stripLanguage = (path: string): string =>
  parseLanguageCode(path) === 'en' ? path : path.slice('/bn'.length) || '/'

/** The path of a page in a language: /blog → /bn/blog. `path` has no language prefix. */
export const toLanguagePath = (code: LanguageCode, path: string): string =>
  code === 'en' ? path : path === '/' ? '/bn' : `/bn${path}`
