// What a search filters by, which filters it drops when nothing is found, and the cursor of its next page.
import { ApiError } from '#contract/errors/api-errors.ts'
import { filterKeys } from '#contract/search.ts'
import { parseCursorId } from '#platform/database/paging.ts'

/** Both ends are inclusive; null is open. */
export type Range = { from: number | null; to: number | null }

export type FilterKey = (typeof filterKeys)[number]

/** One condition on a bike. `isTyped`: read from the words of the query, not chosen in a form. */
export type Criterion = { isTyped: boolean } & (
  | { key: 'brand' | 'model'; makeIds: readonly number[] }
  | { key: 'cc' | 'price' | 'year' | 'km'; range: Range }
  /** Positions in `conditions` of the contract, from 1. */
  | { key: 'condition'; conditionNumbers: readonly number[] }
  /** Positions in `districts` of the contract, from 1. */
  | { key: 'place'; level: 'division' | 'district'; districtNumbers: readonly number[] }
  | { key: 'verified' }
  /** The text of the bike must contain one of these spellings of a word. */
  | { key: 'words'; spellings: readonly string[] }
)

/** A search finds the bikes that meet every criterion; an empty list finds all bikes. */
export type SearchFilter = readonly Criterion[]

/** The criteria with this key. */
export const getCriteria = <Key extends FilterKey>(filter: SearchFilter, key: Key): (Criterion & { key: Key })[] =>
  filter.filter((criterion): criterion is Criterion & { key: Key } => criterion.key === key)

/** The filter without the criteria of some keys. */
export const omitCriteria = (filter: SearchFilter, keys: readonly FilterKey[]): SearchFilter =>
  filter.filter(({ key }) => !keys.includes(key))

/** The filter without what was chosen for some keys; what was typed stays. */
export const omitChosen = (filter: SearchFilter, keys: readonly FilterKey[]): SearchFilter =>
  filter.filter(({ key, isTyped }) => isTyped || !keys.includes(key))

/** The keys that the filter has criteria for, in the order of the contract. */
export const getActiveKeys = (filter: SearchFilter): FilterKey[] =>
  filterKeys.filter((key) => filter.some((criterion) => criterion.key === key))

const intersect = (lists: readonly (readonly number[])[]): number[] | null => {
  const [first, ...others] = lists
  return first ? first.filter((one) => others.every((list) => list.includes(one))) : null
}

/** The makes that all brand and model criteria allow; null allows every make. */
export const getMakeIds = (filter: SearchFilter): number[] | null =>
  intersect([...getCriteria(filter, 'brand'), ...getCriteria(filter, 'model')].map(({ makeIds }) => makeIds))

/** The districts that all place criteria allow; null allows every district. */
export const getDistrictNumbers = (filter: SearchFilter): number[] | null =>
  intersect(getCriteria(filter, 'place').map(({ districtNumbers }) => districtNumbers))

// Of two filters that find equally few bikes, the first in this list is dropped first: buyers mind it least.
const dropOrder: readonly FilterKey[] = [
  'words',
  'verified',
  'condition',
  'km',
  'year',
  'cc',
  'price',
  'place',
  'model',
  'brand',
]

/** The keys in the order in which a search drops them: first the one that alone finds the fewest bikes. */
export const sortByNarrowest = (keys: readonly FilterKey[], counts: ReadonlyMap<FilterKey, number>): FilterKey[] =>
  dropOrder.filter((key) => keys.includes(key)).toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0))

// ---------- cursor ----------

/** The last bike of a page, its sort value, and the filters that the page dropped to find anything. */
export type Cursor = { id: string; value: number; dropped: FilterKey[] }

const createCursorError = () => new ApiError('bad_request', { field: 'cursor', reason: 'invalid_cursor' })

/** The cursor as URL text, such as `words.km~150000~<uuid>`. */
export const formatCursor = ({ id, value, dropped }: Cursor): string => `${dropped.join('.')}~${value}~${id}`

/** Parses a cursor; throws `bad_request` for text that `formatCursor` did not write. */
export const parseCursor = (cursor: string): Cursor => {
  const [dropped = '', value = '', id = '', ...more] = cursor.split('~')
  if (!/^\d{1,7}$/.test(value) || more.length > 0) throw createCursorError()
  const names = dropped === '' ? [] : dropped.split('.')
  const keys = filterKeys.filter((key) => names.includes(key))
  if (keys.length !== names.length) throw createCursorError()
  return { id: parseCursorId(id), value: Number(value), dropped: keys }
}
