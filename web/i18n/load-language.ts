import { englishFormat } from './format.ts'
import { en } from './en/core.ts'
import { parseLanguageCode, type Language } from './language.ts'

const english: Language = { code: 'en', basename: '/', messages: en, namespaces: null, format: englishFormat }

/** Loads the messages and formats of the language in `path`; Bangla is a chunk of its own. */
export const loadLanguage = async (path: string): Promise<Language> =>
  parseLanguageCode(path) === 'bn' ? (await import('./bangla.ts')).bangla : english
