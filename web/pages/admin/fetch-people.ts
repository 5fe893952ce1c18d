import type { LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { CountedPage } from '#contract/call.ts'
import type { MemberSummary, SellerSummary } from '#contract/admin/members.ts'
import { appContext } from '#web/context/app-context.ts'
import { parseListPosition, type ListPosition } from '#web/components/list-position.ts'

export type Person = z.output<typeof MemberSummary>
export type Seller = z.output<typeof SellerSummary>

export type People = { position: ListPosition; page: CountedPage<Person | Seller> }

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
  if (name === 'GET /buyers') return { position, page: await client.page(name, { query }) }
  return { position, page: await client.page(name, { query: { ...query, ...(isUnverified && { verified: 'no' }) } }) }
}
