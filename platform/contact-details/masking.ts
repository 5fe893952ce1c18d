// Replaces contact details in a message, so that nobody has to give their number to strangers.
import { findAddresses } from './addresses.ts'
import type { TextRange } from './digit-runs.ts'
import { findNetworkNames } from './network-names.ts'
import { findTelephoneNumbers } from './telephone-numbers.ts'

const mask = '••••••'

const wide = /[\uff01-\uff5e\ufe52\ufe6b]/g
const narrowSigns: Record<string, string> = { '\ufe52': '.', '\ufe6b': '@' }

/** Wide signs and characters as the usual ones, each in its place: ｋａｒｉｍ＠ｇｍａｉｌ．ｃｏｍ. */
const toNarrow = (text: string): string =>
  text.replace(wide, (sign) => narrowSigns[sign] ?? String.fromCharCode(sign.charCodeAt(0) - 0xfee0))

/** Finds the contact details of a text: sorted, and joined where they touch. */
export const findContactDetails = (written: string): TextRange[] => {
  const text = toNarrow(written)
  const found = [...findTelephoneNumbers(text), ...findAddresses(text), ...findNetworkNames(text)].toSorted(
    (a, b) => a.start - b.start,
  )
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
