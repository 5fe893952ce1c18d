// Which letters the shop writes, and in which language: that of the page on which the deed was done.
import type { LanguageCode } from '#contract/language.ts'
import { bangla } from './templates/bangla.ts'
import { english } from './templates/english.ts'

export { resetLinkLifetimeMs } from './templates/rules.ts'

/** Every letter of the shop, in one language. */
export type EmailTemplates = typeof english

/** The letters in a language. */
export const getEmailTemplates = (language: LanguageCode): EmailTemplates => (language === 'bn' ? bangla : english)
