// The languages of Motohaat, the choice by Accept-Language, the digits of Bangla, and groups of digits.

export type LanguageCode = 'en' | 'bn'

/** Parses Accept-Language: Bangla if it comes first, otherwise English. */
export const parseAcceptLanguage = (acceptLanguage: string | undefined): LanguageCode =>
  /^\s*bn\b/i.test(acceptLanguage ?? '') ? 'bn' : 'en'

const banglaZero = '০'.charCodeAt(0)

/** Replaces Latin digits by Bangla ones: 48 → ৪৮ */
export const toBanglaDigits = (text: string | number): string =>
  String(text).replace(/\d/g, (digit) => String.fromCharCode(banglaZero + Number(digit)))

/**
 * A whole number in groups of lakh and crore: 21500000 → 2,15,00,000. `Intl.NumberFormat` takes 13 ms to initialise in
 * the browser, which would delay every page with a price (docs/decisions/0039-first-paint-before-scripts.md).
 */
export const groupInLakhs = (number: number): string =>
  String(Math.round(number)).replace(/\d(?=(?:\d\d)*\d{3}$)/g, '$&,')

/** A whole number in Bangla digits and groups of lakh and crore: 21500000 → ২,১৫,০০,০০০ */
export const groupBangla = (number: number): string => toBanglaDigits(groupInLakhs(number))
