// The language that a person chose, remembered on this device. The script of the first paint reads it (theme-script.ts).
import type { LanguageCode } from '#web/i18n/language.ts'
import { languageKey } from './theme-script.ts'

export const saveLanguage = (code: LanguageCode): void => {
  try {
    localStorage.setItem(languageKey, code)
  } catch {
    // Where storage is barred, the address alone keeps the language.
  }
}
