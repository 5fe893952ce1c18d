// What a search filters by, and the cursor of its next page.
import { ApiError } from '#contract/errors/api-errors.ts'
import type { filterKeys } from '#contract/search.ts'
import { parseCursorId } from '#platform/database/paging.ts'

/** Both ends are inclusive; null is open. */
export type Range = { from: number | null; to: number | null }

export type FilterKey = (typeof filterKeys)[number]

/** A contract key, `area`, a part of a town that the response calls a place too, or `excluded`, what a bike must not be. */
export type CriterionKey = FilterKey | 'area' | 'excluded'

/** What a bike has or has not. */
export type FlagKey = 'verified' | 'papers' | 'inspected'

/** What a bike is. */
export type Trait =
  /** `audience`: the models that fit who the bike is for. */
  | { key: 'brand' | 'model' | 'kind' | 'audience'; makeIds: readonly number[] }
  | { key: 'cc' | 'price' | 'year' | 'km' | 'owners'; range: Range }
  /** Positions in `conditions` of the contract, from 1. */
  | { key: 'condition'; conditionNumbers: readonly number[] }
  /** Positions in `districts` of the contract, from 1. */
  | { key: 'place'; level: 'division' | 'district'; districtNumbers: readonly number[] }
  /** The text of the bike must contain one of the names; the area lies in this district. */
  | { key: 'area'; spellings: readonly string[]; districtNumbers: readonly number[] }
  /** `verified`: of its seller; `papers`: they are complete. */
  | { key: FlagKey }
  /**
   * The text of the bike must contain one of these spellings of a word; a word of three characters and more may go on,
   * unless the spelling is exact.
   */
  | { key: 'words'; spellings: readonly string[]; isExact?: true }

/** What a bike must be or must not be, whoever asks for it. */
export type Condition = Trait | { key: 'excluded'; excluded: Trait }

/** One condition on a bike. `isTyped`: read from the words of the query, not chosen in a form; `what` names it. */
export type Criterion = { isTyped: boolean; what: readonly string[]; typed: string } & Condition

/** A search finds the bikes that meet every criterion; an empty list finds all bikes. */
export type SearchFilter = readonly Criterion[]

/** The criteria with this key. */
export const getCriteria = <Key extends CriterionKey>(filter: SearchFilter, key: Key): (Criterion & { key: Key })[] =>
  filter.filter((criterion): criterion is Criterion & { key: Key } => criterion.key === key)

/** The filter without what was chosen for some keys; what was typed stays. */
export const omitChosen = (filter: SearchFilter, keys: readonly CriterionKey[]): SearchFilter =>
  filter.filter(({ key, isTyped }) => isTyped || !keys.includes(key))

const intersect = (lists: readonly (readonly number[])[]): number[] | null => {
  const [first, ...others] = lists
  return first ? first.filter((one) => others.every((list) => list.includes(one))) : null
}

/** The makes that all brand, model and kind criteria allow; null allows every make. */
export const getMakeIds = (filter: SearchFilter): number[] | null =>
  intersect(filter.flatMap((criterion) => ('makeIds' in criterion ? [criterion.makeIds] : [])))

/** The districts that all place criteria allow; null allows every district. */
export const getDistrictNumbers = (filter: SearchFilter): number[] | null =>
  intersect(getCriteria(filter, 'place').map(({ districtNumbers }) => districtNumbers))

// ---------- cursor ----------

/** The last bike of a page, its sort value, and how far the page widened each criterion of the filter, in its order. */
export type Cursor = { id: string; value: number; widened: number[] }

/** The error for a cursor that this search did not give. */
export const createCursorError = () => new ApiError('bad_request', { field: 'cursor', reason: 'invalid_cursor' })

/** The cursor as URL text, such as `0.2.1~150000~<uuid>`. */
export const formatCursor = ({ id, value, widened }: Cursor): string => `${widened.join('.')}~${value}~${id}`

/** Parses a cursor; throws `bad_request` for text that `formatCursor` did not write. */
export const parseCursor = (cursor: string): Cursor => {
  const [widened = '', value = '', id = '', ...more] = cursor.split('~')
  if (!/^\d{1,7}$/.test(value) || !/^(?:\d(?:\.\d){0,59})?$/.test(widened) || more.length > 0) throw createCursorError()
  return { id: parseCursorId(id), value: Number(value), widened: widened === '' ? [] : widened.split('.').map(Number) }
}
