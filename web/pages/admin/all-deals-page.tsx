import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { CallResponse } from '#contract/call.ts'
import type { Client } from '#contract/client.ts'
import type { adminDealCalls } from '#contract/admin/deals.ts'
import { dealEvents, dealFilters } from '#contract/admin/list-filters.ts'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { adminListMessages } from '#web/i18n/en/admin-lists.ts'
import { type Column, type Filters, parseFilters, periodNames, rowsPerPage, toListResult } from './filtered-list.tsx'
import type { FetchPage } from './list-csv.tsx'
import { FilteredListPage } from './page-frames.tsx'

type DealRow = CallResponse<(typeof adminDealCalls)['GET /alldeals']>[number]

const filterNames = ['state', 'email', 'productId', 'event', ...periodNames] as const

const parseEvent = (text: string | undefined) => dealEvents.find((one) => one === text)

const createFetchPage =
  (client: Client, filters: Filters<(typeof filterNames)[number]>): FetchPage<DealRow> =>
  (page) => {
    const state = dealFilters.find((one) => one === filters.state)
    return client.page('GET /alldeals', { query: { ...filters, state, event: parseEvent(filters.event), ...page } })
  }

/** Fetches the deals that the filters of the URL name. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const filters = parseFilters(request, filterNames)
  const fetchPage = createFetchPage(context.get(appContext).client, filters)
  return { filters, result: await toListResult(fetchPage({ limit: rowsPerPage })) }
}

export const stateBadges: Record<DealRow['state'], string> = {
  requested: 'badge--plain',
  accepted: 'badge--info',
  held: 'badge--info',
  handed_over: 'badge--good',
  disputed: 'badge--stop',
  closed: 'badge--plain',
}

const useColumns = (): Column<DealRow>[] => {
  const { deals, closeReasons } = useMessages(adminListMessages)
  const { taka, moment } = useFormat()
  const { columns } = deals
  return [
    {
      label: columns.deal,
      render: ({ _id, productName }) => (
        <Link to={`/dashboard/alldeals/${_id}`} translate="no">
          {productName}
        </Link>
      ),
    },
    { label: columns.buyer, render: ({ buyerName }) => buyerName },
    { label: columns.seller, render: ({ sellerName }) => sellerName },
    {
      label: columns.state,
      render: ({ state, closeReason }) => (
        <>
          <span className={`badge ${stateBadges[state]}`}>{deals.states[state]}</span>
          {closeReason !== null && <small>{closeReasons[closeReason] ?? closeReason}</small>}
        </>
      ),
    },
    { label: columns.price, isNumber: true, render: ({ price }) => taka(price) },
    { label: columns.held, isNumber: true, render: ({ held }) => (held === 0 ? '–' : taka(held)) },
    { label: columns.requested, render: ({ requestedAt }) => moment(requestedAt) },
  ]
}

/** Everybody's bookings and deals, newest first. */
export default function AllDeals() {
  const { deals } = useMessages(adminListMessages)
  const { client } = useApp()
  const { filters, result } = useLoaderData<typeof loader>()
  const columns = useColumns()
  const event = parseEvent(filters.event)
  const states = dealFilters.map((state) => [state, deals.filters[state]] as const)
  return (
    <FilteredListPage
      heading={deals.title}
      filters={filters}
      fields={[
        { name: 'state', label: deals.columns.state, type: 'select', options: [['', deals.anyState], ...states] },
        { name: 'email', label: deals.email, type: 'email' },
      ]}
      event={{ name: 'event', text: event && deals.events[event] }}
      result={result}
      columns={columns}
      file="deals"
      fetchPage={createFetchPage(client, filters)}
    />
  )
}
