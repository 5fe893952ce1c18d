// Without zod, because pages import it: zod probes `eval`, which the pages' policy refuses and reports.
import { toLatinDigits } from '#contract/text.ts'

export const numberKinds = ['registration', 'engine', 'chassis'] as const
/** What "check a bike" answers. */
export const numberAnswers = ['nothing_known', 'reported', 'being_checked'] as const
export type NumberKind = (typeof numberKinds)[number]

/** Characters of words and digits alone, in upper case, with Latin digits: what is compared by eye. */
export const toCharacters = (typed: string): string =>
  toLatinDigits(typed.normalize('NFKC'))
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{Nd}]/gu, '')

/**
 * The one spelling of a number that two spellings of it share. A chassis number has no O, I and Q (ISO 3779), so whoever
 * types one means 0 or 1.
 */
export const normalizeNumber = (kind: NumberKind, typed: string): string => {
  const characters = toCharacters(typed)
  return kind === 'chassis' ? characters.replaceAll(/[OQ]/g, '0').replaceAll('I', '1') : characters
}

// Chassis numbers have 17 characters by ISO 3779; those of older and of some Chinese bikes have fewer.
const wholePatterns: Record<NumberKind, RegExp> = {
  registration: /^(?=(?:\D*\d){4})(?=.*\p{L}).{6,30}$/u,
  engine: /^(?=.*\d)[0-9A-Z]{5,20}$/,
  chassis: /^(?=.*\d)[0-9A-Z]{10,20}$/,
}

/** Whether it can be a whole number of this kind. */
export const isWholeNumber = (kind: NumberKind, typed: string): boolean =>
  wholePatterns[kind].test(normalizeNumber(kind, typed))

/** The last four characters, by which two people compare a number. */
export const getLastFour = (typed: string): string => toCharacters(typed).slice(-4)
