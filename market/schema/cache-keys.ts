// What public responses depend on. The triggers of migrations/schema/28-cache-keys.sql name these keys when something changes.
import type { CacheKey } from '#platform/ssr/cache-keys.ts'

/**
 * - `bikes`: what a list shows of a bike on sale; the position is the bike's in the list of all bikes on sale.
 * - `counts`: how many bikes on sale there are of each brand; the position is the smallest sample that the bike is in.
 * - `catalogue`: the brands and models.
 * - `categories`: the categories.
 */
export const cacheKeys: ReadonlySet<string> = new Set(['bikes', 'counts', 'catalogue', 'categories'])

const whole = (key: string): CacheKey => ({ key, from: '', to: '' })
export const catalogueKey = whole('catalogue')
export const categoriesKey = whole('categories')

/** Counts from a sample of one bike in 8 to the power of `sampleLevel`. */
export const toCountsKey = (sampleLevel: number): CacheKey => ({ key: 'counts', from: String(sampleLevel), to: '9' })

type ListedBike = { id: string; advertised: boolean }

/** Advertised bikes come first, then the newest, so a list goes from the highest position to the lowest. */
const toPosition = ({ id, advertised }: ListedBike): string => `${advertised ? '1' : '0'}${id}`
const firstPosition = '2'
const lastPosition = { all: '0', advertised: '1' }

/**
 * A page of the bikes on sale.
 * @param after the last bike of the page before; null for the first page
 * @param next the first bike of the next page, whose existence the page shows; null for the last page
 */
export const toPageKey = (
  list: keyof typeof lastPosition,
  { after, next }: { after: ListedBike | null; next: ListedBike | null },
): CacheKey => ({
  key: 'bikes',
  from: next ? toPosition(next) : lastPosition[list],
  to: after ? toPosition(after) : firstPosition,
})
