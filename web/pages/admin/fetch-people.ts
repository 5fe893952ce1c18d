import type { LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { CountedPage } from '#contract/call.ts'
import type { Client } from '#contract/client.ts'
import type { MemberSummary, SellerSummary } from '#contract/admin/members.ts'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import { appContext } from '#web/context/app-context.ts'
import { parseListPosition, type ListPosition, type SellerView } from '#web/components/list-position.ts'

export type Person = z.output<typeof MemberSummary>
export type Seller = z.output<typeof SellerSummary>

/** How many sellers are in each group of those without a badge. */
export type SellerCounts = Record<Exclude<SellerView, 'all'>, number>

export type People = {
  position: ListPosition
  page: CountedPage<Person | Seller>
  /** How many there are, or how many the search finds. */
  total: number
  /** Which sellers the list has; null on the list of buyers. */
  view: SellerView | null
  /** Null on the list of buyers. */
  counts: SellerCounts | null
  /** The day in Dhaka, from which the days that somebody waits are counted. */
  today: string
}

const rowsPerPage = '20'

type Query = { limit: string; cursor?: string | undefined; search?: string | undefined }

/**
 * Fetches the list that the URL names with the counts of the others, all at once. Without a word in the URL it is that of the
 * sellers who can be verified, or of all if none can; a search and a later page are of all.
 */
const fetchSellers = async (client: Client, { search, cursor, verified }: ListPosition, query: Query) => {
  const isFirst = search === '' && cursor === undefined
  const chosen = verified ?? (isFirst ? 'ready' : 'all')
  const read = (view: SellerView, rows: Query) =>
    client.page('GET /sellers', { query: { ...rows, ...(view !== 'all' && { verified: view }) } })
  const readPart = (view: SellerView) => {
    const isShown = search === '' && (view === chosen || (view === 'all' && verified === undefined))
    return read(view, isShown ? query : { limit: '1' })
  }
  const [found, ready, asked, empty, all] = await Promise.all([
    search === '' ? null : read(chosen, query),
    readPart('ready'),
    readPart('asked'),
    readPart('empty'),
    search === '' ? readPart('all') : null,
  ])
  const view: SellerView = verified === undefined && chosen === 'ready' && ready.total === 0 ? 'all' : chosen
  const page = found ?? { ready, asked, empty, all }[view] ?? ready
  const counts: SellerCounts = { ready: ready.total, asked: asked.total, empty: empty.total }
  // The heading counts all sellers, also above the list of a group.
  return { page, view, counts, total: (found ?? all ?? page).total }
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
  if (name === 'GET /sellers') return { position, today, ...(await fetchSellers(client, position, query)) }
  const page = await client.page(name, { query })
  return { position, page, total: page.total, view: null, counts: null, today }
}
