// Every sentence in both languages, as it is said about people and things called "X".
import { noticeAdvice as banglaAdvice } from '#market/mail/bangla-notice-advice.ts'
import { noticeAdvice as englishAdvice } from '#market/mail/notice-advice.ts'
import { getMessage } from '#market/phone-proofs/codes.ts'
import { formatReason, toReason } from '#contract/errors/reasons.ts'
import { toBangla } from '#contract/errors/bangla.ts'
import { apiErrors } from '#contract/errors/error-codes.ts'
import type { ApiErrorCode } from '#contract/errors/api-errors.ts'
import { banglaCaseNotices, banglaNotices } from '#contract/notices/bangla.ts'
import { englishCaseNotices, englishNotices } from '#contract/notices/english.ts'
import { legal as banglaLegal } from '#web/i18n/bn/legal.ts'
import { inspectionMessages } from '#web/i18n/bn/inspections.ts'
import { memberNamespaces } from '#web/i18n/bn/member-namespaces.ts'
import { namespaces } from '#web/i18n/bn/namespaces.ts'
import { legal as englishLegal } from '#web/i18n/en/legal.ts'

/** A sentence by its key, which both languages have. */
export type Saying = { key: string; english: string; bangla: string }

const isNamespace = (value: unknown): value is { name: string; en: object } =>
  typeof value === 'object' && value !== null && 'name' in value && 'en' in value

const modules = import.meta.glob<Record<string, unknown>>('../../web/i18n/en/*.ts', { eager: true })

const say = (value: unknown): string =>
  typeof value === 'function' ? String(value(...Array.from({ length: value.length }, () => 'X'))) : String(value)

const listTexts = (value: unknown, key: string): [key: string, text: string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, one]) => listTexts(one, `${key}.${name}`))
    : [[key, say(value)]]

const isCode = (code: string): code is ApiErrorCode => Object.hasOwn(apiErrors, code)

/** The reasons that name a number of the contract; others take theirs as a parameter. */
const reasons = (
  [
    'password_too_short',
    'password_too_long',
    'invalid_contact_number',
    'prove_address_for_numbers',
    'number_checks_used_up',
    'price_too_low',
    'price_too_high',
    'original_price_too_low',
    'original_price_too_high',
    'purchase_year_too_early',
    'registration_year_too_early',
    'year_too_early',
    'years_of_use_too_high',
    'kilometres_too_high',
    'too_many_owners',
    'engine_too_small',
    'engine_too_large',
  ] as const
).map((key) => toReason(key))

/** Every sentence of the screens, the errors, the advice of e-mails and the text message. */
export const listSayings = (): Saying[] => {
  const screens = Object.values(modules).flatMap((module) => Object.values(module).filter(isNamespace))
  const codes = Object.keys(apiErrors).filter(isCode)
  const english = {
    ...Object.fromEntries(screens.map(({ name, en }) => [name, en])),
    legal: englishLegal,
    notices: { englishNotices, englishCaseNotices },
    advice: englishAdvice,
    errors: codes.map((code) => apiErrors[code].message),
    reasons: reasons.map((reason) => formatReason(reason, 'en')),
    message: getMessage('en', 'X'),
  }
  const bangla = {
    ...namespaces,
    ...memberNamespaces,
    inspections: inspectionMessages,
    legal: banglaLegal,
    notices: { englishNotices: banglaNotices, englishCaseNotices: banglaCaseNotices },
    advice: banglaAdvice,
    errors: codes.map((code) => toBangla({ code, reason: null })),
    reasons: reasons.map((reason) => formatReason(reason, 'bn')),
    message: getMessage('bn', 'X'),
  }
  const texts = new Map(listTexts(bangla, ''))
  return listTexts(english, '').flatMap(([key, text]) => {
    const translation = texts.get(key)
    return translation === undefined ? [] : [{ key, english: text, bangla: translation }]
  })
}
