// Stores the chosen language on this device. theme-script.ts reads it before the first paint.
import type { LanguageCode } from '#web/i18n/language.ts'
import { languageKey } from './theme-script.ts'

export const saveLanguage = (code: LanguageCode): void => {
  try {
    localStorage.setItem(languageKey, code)
  } catch {
    // Without storage only the URL determines the language.
  }
}
