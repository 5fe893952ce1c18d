// Which letters the shop writes, and in which language: that of the page on which the deed was done.
import type { LanguageCode } from '#contract/language.ts'
import { bangla } from './templates/bangla.ts'
import { english, type EmailTemplates } from './templates/english.ts'

export type { EmailTemplates }

export { resetLinkLifetimeMs } from './templates/rules.ts'

/** The letters in a language. */
export const getEmailTemplates = (language: LanguageCode): EmailTemplates => (language === 'bn' ? bangla : english)
