// Replaces contact details in a message, so that nobody has to give their number to strangers.
import { findAddresses } from './addresses.ts'
import { findTelephoneNumbers, type TextRange } from './telephone-numbers.ts'

const mask = '••••••'

/** Finds the contact details of a text: sorted, and joined where they touch. */
export const findContactDetails = (text: string): TextRange[] => {
  const found = [...findTelephoneNumbers(text), ...findAddresses(text)].toSorted((a, b) => a.start - b.start)
  const joined: TextRange[] = []
  for (const range of found) {
    const last = joined.at(-1)
    if (!last || range.start > last.end) joined.push({ ...range })
    else last.end = Math.max(last.end, range.end)
  }
  return joined
}

const maskOnce = (text: string): string => {
  let shown = ''
  let from = 0
  for (const { start, end } of findContactDetails(text)) {
    shown += text.slice(from, start) + mask
    from = end
  }
  return shown + text.slice(from)
}

/**
 * The text with every telephone number, wallet, e-mail address, link and network name replaced by dots. A number that another
 * one hides by standing beside it is found in the next round; each round leaves less to find.
 */
export const maskContactDetails = (text: string): string => {
  const shown = maskOnce(text)
  return shown === text ? text : maskContactDetails(shown)
}
