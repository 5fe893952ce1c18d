import type { Page } from '#contract/call.ts'

/** Upper limit against an endless list; nobody has that many rows. */
export const maxRows = 1_000

/** All rows of a paged list. `isWhole` is false when the list is longer than `maxRows`. */
export type WholeList<T> = { items: T[]; isWhole: boolean }

/**
 * Fetches a paged list to its end, or up to `maxRows`.
 * @param fetchPage fetches the page at the cursor; without a cursor, the first page
 */
export const fetchWholeList = async <T>(fetchPage: (cursor?: string) => Promise<Page<T>>): Promise<WholeList<T>> => {
  const items: T[] = []
  let { items: pageItems, next } = await fetchPage()
  items.push(...pageItems)
  while (next !== null && items.length < maxRows) {
    // Each page's cursor comes from the page before, so the requests cannot run in parallel.
    // oxlint-disable-next-line no-await-in-loop
    ;({ items: pageItems, next } = await fetchPage(next))
    items.push(...pageItems)
  }
  return { items, isWhole: next === null }
}
