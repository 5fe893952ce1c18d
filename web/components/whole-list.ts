import type { Page } from '#contract/call.ts'

/** More than a person will ever have; a list that does not end must not keep the browser asking for ever. */
export const maxRows = 1_000

/** A list read page by page to its end. `isWhole` is false when the end was not reached within `rowsMost` rows. */
export type WholeList<T> = { items: T[]; isWhole: boolean }

/** @param fetchPage fetches the page that begins at the cursor; without one, the first */
export const fetchWholeList = async <T>(fetchPage: (cursor?: string) => Promise<Page<T>>): Promise<WholeList<T>> => {
  const items: T[] = []
  let { items: pageItems, next } = await fetchPage()
  items.push(...pageItems)
  while (next !== null && items.length < maxRows) {
    // Each page is named by the one before it, so they cannot be asked for at once.
    // oxlint-disable-next-line no-await-in-loop
    ;({ items: pageItems, next } = await fetchPage(next))
    items.push(...pageItems)
  }
  return { items, isWhole: next === null }
}
