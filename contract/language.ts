// The languages of Motohaat, the choice by Accept-Language, and the digits of Bangla.

export type LanguageCode = 'en' | 'bn'

/** Parses Accept-Language: Bangla if it comes first, otherwise English. */
export const parseAcceptLanguage = (acceptLanguage: string | undefined): LanguageCode =>
  /^\s*bn\b/i.test(acceptLanguage ?? '') ? 'bn' : 'en'

const banglaZero = '০'.charCodeAt(0)

/** Replaces Latin digits by Bangla ones: 48 → ৪৮ */
export const toBanglaDigits = (text: string | number): string =>
  String(text).replace(/\d/g, (digit) => String.fromCharCode(banglaZero + Number(digit)))
