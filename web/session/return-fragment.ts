// The fragment of the page to return to, while a person is at the social provider. It may be the code of a handover, which no
// server may see, so it stays in this tab.
import { withFallback } from '#web/lib/with-fallback.ts'

/** Per page, so that a login that was given up passes its fragment to no other page. */
const toKey = (returnPath: string): string => `motohaat-return-fragment-${returnPath}`

/** The fragment stored for a return path, with its `#`; '' when there is none, or without storage. */
export const readReturnFragment = (returnPath: string): string =>
  withFallback(() => sessionStorage.getItem(toKey(returnPath)) ?? '', '')

/** Stores a fragment with its `#` until the tab closes; an empty one stores nothing. Does nothing without storage. */
export const saveReturnFragment = (returnPath: string, fragment: string): void => {
  if (fragment !== '') withFallback(() => sessionStorage.setItem(toKey(returnPath), fragment), undefined)
}

export const clearReturnFragment = (returnPath: string): void =>
  withFallback(() => sessionStorage.removeItem(toKey(returnPath)), undefined)
