// The languages of Motohaat, and the choice by Accept-Language.

export type LanguageCode = 'en' | 'bn'

/** Parses Accept-Language: Bangla if it comes first, otherwise English. */
export const parseAcceptLanguage = (acceptLanguage: string | undefined): LanguageCode =>
  /^\s*bn\b/i.test(acceptLanguage ?? '') ? 'bn' : 'en'
