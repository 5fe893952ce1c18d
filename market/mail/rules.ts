// E-mail templates by language. An e-mail has the language of the page that caused it.
import type { LanguageCode } from '#contract/language.ts'
import { bangla } from './templates/bangla.ts'
import { english, type EmailTemplates } from './templates/english.ts'

export type { EmailTemplates }

export { proofLinkLifetimeMs, resetLinkLifetimeMs } from './templates/rules.ts'

/** The templates of a language. */
export const getEmailTemplates = (language: LanguageCode): EmailTemplates => (language === 'bn' ? bangla : english)
