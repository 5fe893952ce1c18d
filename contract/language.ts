// The languages that the shop speaks, and which of them somebody asks for.

export type LanguageCode = 'en' | 'bn'

/** The language that a request asks for by its Accept-Language header: Bangla when that comes first, otherwise English. */
export const parseAcceptLanguage = (acceptLanguage: string | undefined): LanguageCode =>
  /^\s*bn\b/i.test(acceptLanguage ?? '') ? 'bn' : 'en'
