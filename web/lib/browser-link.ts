// The address that leaves an app for the browser of the phone, with what was typed so far. It stands in the fragment, which
// no server sees, behind the fragment of the page itself.

const marker = '&typed='

/** What was typed by field name, and the fragment that the page had before, with its `#`. */
export type Typed = { values: Readonly<Record<string, string>>; fragment: string }

/** The fragment with what was typed. Without values it is the fragment of the page itself. */
export const toTypedFragment = ({ values, fragment }: Typed): string => {
  const filled = Object.entries(values).filter(([, value]) => value !== '')
  return filled.length === 0 ? fragment : `${fragment || '#'}${marker}${encodeURIComponent(JSON.stringify(filled))}`
}

const isPair = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')

/** Reads what `splitTyped` found; nothing of a text that somebody changed. */
export const parseTyped = (typed: string): Record<string, string> => {
  try {
    const pairs: unknown = JSON.parse(decodeURIComponent(typed))
    return Object.fromEntries(Array.isArray(pairs) ? pairs.filter(isPair) : [])
  } catch {
    return {}
  }
}

/**
 * An address that Android opens in the browser of the phone instead of the app. An app that does not know such addresses
 * opens the page itself again.
 */
export const toAndroidBrowserUrl = (url: string): string => {
  const { protocol, host, pathname, search, hash } = new URL(url)
  const fallback = encodeURIComponent(url)
  return `intent://${host}${pathname}${search}${hash}#Intent;scheme=${protocol.slice(0, -1)};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;S.browser_fallback_url=${fallback};end`
}
