// Pure. E-mail templates by language. An e-mail has the language of the page that caused it.
import type { LanguageCode } from '#contract/language.ts'
import { importantNoticeKinds } from '#market/mail/important-notices.ts'
import { maskContactDetails } from '#platform/contact-details/masking.ts'
import { bangla } from './bangla.ts'
import { english, type EmailTemplates } from './english.ts'
import { removeWordsOfMembers, withUnproven } from './template.ts'

export type { EmailTemplates }

export { proofLinkLifetimeMs, resetLinkLifetimeMs } from './template.ts'

/** Adds what an address that nobody has proven gets instead, for the e-mails about one's own deals, money and reports. */
const addUnproven = (templates: EmailTemplates): EmailTemplates => ({
  ...templates,
  dealNotice: ({ notice, ...recipient }) => {
    const [email, plain] = [
      templates.dealNotice({ ...recipient, notice }),
      templates.dealNotice({ ...recipient, name: null, notice: removeWordsOfMembers(notice) }),
    ]
    return email && plain && withUnproven(email, plain, importantNoticeKinds.has(notice.kind))
  },
  caseNotice: (input) =>
    withUnproven(
      templates.caseNotice(input),
      templates.caseNotice({ ...input, name: null, bikeName: null }),
      importantNoticeKinds.has(input.kind),
    ),
  accountRemoved: (input) =>
    withUnproven(
      templates.accountRemoved(input),
      // The moderator may have quoted what the member wrote.
      templates.accountRemoved({ ...input, name: null, reason: input.reason && maskContactDetails(input.reason) }),
      true,
    ),
  payoutDestinationChanged: (input) =>
    withUnproven(
      templates.payoutDestinationChanged(input),
      templates.payoutDestinationChanged({ ...input, name: null }),
      true,
    ),
})

const templatesByLanguage = { en: addUnproven(english), bn: addUnproven(bangla) }

/** The templates of a language. */
export const getEmailTemplates = (language: LanguageCode): EmailTemplates => templatesByLanguage[language]
