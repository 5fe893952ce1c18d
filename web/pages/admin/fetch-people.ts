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
  /** How many sellers have no badge; 0 on the list of buyers. */
  unverified: number
  /** The day in Dhaka, from which the days that somebody waits are counted. */
  today: string
}

const rowsPerPage = '20'

/** Fetches the page of sellers or buyers that the URL names. */
export const fetchPeople = async (
  { context, request }: LoaderFunctionArgs,
  name: 'GET /sellers' | 'GET /buyers',
): Promise<People> => {
  const position = parseListPosition(new URL(request.url).searchParams)
  const { client } = context.get(appContext)
  const { search, cursor, isUnverified } = position
  const query = { limit: rowsPerPage, cursor, search: search === '' ? undefined : search }
  const today = getDhakaDay(new Date())
  if (name === 'GET /buyers') return { position, page: await client.page(name, { query }), unverified: 0, today }
  const [page, { total: unverified }] = await Promise.all([
    client.page(name, { query: { ...query, ...(isUnverified && { verified: 'no' }) } }),
    client.page(name, { query: { limit: '1', verified: 'no' } }),
  ])
  return { position, page, unverified, today }
}
