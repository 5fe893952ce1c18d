import type { Page } from '#contract/call.ts'

/** More than a person will ever have; a list that does not end must not keep the browser asking for ever. */
export const rowsMost = 1_000

/** A list read page by page to its end. `isWhole` is false when the end was not reached within `rowsMost` rows. */
export type WholeList<T> = { items: T[]; isWhole: boolean }

/** @param pageAt fetches the page that begins at the cursor; without one, the first */
export const wholeList = async <T>(pageAt: (cursor?: string) => Promise<Page<T>>): Promise<WholeList<T>> => {
  const items: T[] = []
  let { items: found, next } = await pageAt()
  items.push(...found)
  while (next !== null && items.length < rowsMost) {
    // Each page is named by the one before it, so they cannot be asked for at once.
    // oxlint-disable-next-line no-await-in-loop
    ;({ items: found, next } = await pageAt(next))
    items.push(...found)
  }
  return { items, isWhole: next === null }
}
