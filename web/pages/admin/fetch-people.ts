import type { LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { CountedPage } from '#contract/call.ts'
import type { MemberSummary, SellerSummary } from '#contract/admin/members.ts'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import { appContext } from '#web/context/app-context.ts'
import { parseListPosition, type ListPosition } from '#web/components/list-position.ts'

export type Person = z.output<typeof MemberSummary>
export type Seller = z.output<typeof SellerSummary>

export type People = {
  position: ListPosition
  page: CountedPage<Person | Seller>
  /** How many there are, or how many the search finds. */
  total: number
  /** How many sellers have no badge; 0 on the list of buyers. */
  unverified: number
  /** Whether the list has sellers without a badge alone. */
  isWaitingOnly: boolean
  /** The day in Dhaka, from which the days that somebody waits are counted. */
  today: string
}

const rowsPerPage = '20'

/** Without a word in the URL the list is that of the sellers who wait, if any do; a search and a later page are of all. */
const getView = ({ verified, search, cursor }: ListPosition, unverified: number): 'no' | 'all' => {
  if (verified !== undefined) return verified
  return search === '' && cursor === undefined && unverified > 0 ? 'no' : 'all'
}

/** Fetches the page of sellers or buyers that the URL names. */
export const fetchPeople = async (
  { context, request }: LoaderFunctionArgs,
  name: 'GET /sellers' | 'GET /buyers',
): Promise<People> => {
  const position = parseListPosition(new URL(request.url).searchParams)
  const { client } = context.get(appContext)
  const { search, cursor } = position
  const query = { limit: rowsPerPage, cursor, search: search === '' ? undefined : search }
  const today = getDhakaDay(new Date())
  if (name === 'GET /buyers') {
    const page = await client.page(name, { query })
    return { position, page, total: page.total, unverified: 0, isWaitingOnly: false, today }
  }
  const { total: unverified } = await client.page(name, { query: { limit: '1', verified: 'no' } })
  const isWaitingOnly = getView(position, unverified) === 'no'
  const [page, total] = await Promise.all([
    client.page(name, { query: { ...query, ...(isWaitingOnly && { verified: 'no' }) } }),
    // The heading counts all sellers, also above the list of those who wait.
    search === '' && isWaitingOnly ? client.page(name, { query: { limit: '1' } }).then((all) => all.total) : null,
  ])
  return { position, page, total: total ?? page.total, unverified, isWaitingOnly, today }
}
