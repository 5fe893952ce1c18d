// Replaces a short text that a member wrote, such as a name, where it may be somebody's way to reach strangers.
import { toLatinDigits } from '#contract/text.ts'

// The signs of a URL or an address.
const linkPattern = /[/@\\:]|\.\p{L}{2,}|www/iu
// A Bangladeshi mobile number with whatever stands between its digits, or eight digits: prices have seven at most.
const telephonePattern = /0[^\p{L}\d]{0,2}1(?:[^\p{L}\d]{0,2}\d){9}|\d{8}/u

/**
 * Whether a text has a link, an e-mail address or a telephone number. Members write names of people, bikes and searches;
 * our e-mail must not carry an offer of theirs to somebody else.
 */
export const hasContactDetails = (text: string): boolean =>
  linkPattern.test(text) || telephonePattern.test(toLatinDigits(text))

/** Returns the text, or the fallback if it is empty or has a link, an e-mail address or a telephone number. */
export const replaceContactDetails = (text: string, fallback: string): string =>
  text === '' || hasContactDetails(text) ? fallback : text
