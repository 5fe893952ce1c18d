import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { CallResponse } from '#contract/call.ts'
import type { Client } from '#contract/client.ts'
import { refundStates } from '#contract/admin/list-filters.ts'
import type { adminMoneyCalls } from '#contract/admin/money.ts'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { adminListMessages } from '#web/i18n/en/admin-lists.ts'
import { type Column, type Filters, parseFilters, rowsPerPage, toListResult } from './filtered-list.tsx'
import type { FetchPage } from './list-csv.tsx'
import { FilteredListPage } from './page-frames.tsx'

type RefundRow = CallResponse<(typeof adminMoneyCalls)['GET /allrefunds']>[number]

const createFetchPage =
  (client: Client, filters: Filters<'state'>): FetchPage<RefundRow> =>
  (page) => {
    const state = refundStates.find((one) => one === filters.state)
    return client.page('GET /allrefunds', { query: { ...filters, state, ...page } })
  }

/** Fetches the refunds that the filter of the URL names. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const filters = parseFilters(request, ['state'])
  const fetchPage = createFetchPage(context.get(appContext).client, filters)
  return { filters, result: await toListResult(fetchPage({ limit: rowsPerPage })) }
}

const useColumns = (): Column<RefundRow>[] => {
  const { refunds, refundStates: states } = useMessages(adminListMessages)
  const { taka, moment } = useFormat()
  const { columns } = refunds
  return [
    {
      label: columns.bike,
      render: ({ paymentId, productName }) => (
        <Link to={`/dashboard/allpayments/${paymentId}`} translate="no">
          {productName}
        </Link>
      ),
    },
    { label: columns.buyer, render: ({ buyerName }) => buyerName },
    {
      label: columns.state,
      render: ({ state, lastError }) => (
        <>
          <span className={`badge ${state === 'failed' ? 'badge--stop' : 'badge--plain'}`}>{states[state]}</span>
          {lastError !== null && <small>{lastError}</small>}
        </>
      ),
    },
    { label: columns.amount, isNumber: true, render: ({ amount }) => taka(amount) },
    { label: columns.at, render: ({ createdAt }) => <time dateTime={createdAt}>{moment(createdAt)}</time> },
    { label: columns.done, render: ({ settledAt }) => (settledAt === null ? '–' : moment(settledAt)) },
  ]
}

/** Everybody's refunds, newest first. What may be done with one that is stuck is on the page of payouts. */
export default function AllRefunds() {
  const { refunds, refundStates: states, deals } = useMessages(adminListMessages)
  const { client } = useApp()
  const { filters, result } = useLoaderData<typeof loader>()
  const columns = useColumns()
  const options = refundStates.map((state) => [state, states[state] ?? state] as const)
  return (
    <FilteredListPage
      heading={refunds.title}
      aside={
        <Link className="btn btn--line" to="/dashboard/payouts">
          {refunds.stuck}
        </Link>
      }
      filters={filters}
      fields={[
        { name: 'state', label: refunds.columns.state, type: 'select', options: [['', deals.anyState], ...options] },
      ]}
      result={result}
      columns={columns}
      file="refunds"
      fetchPage={createFetchPage(client, filters)}
    />
  )
}
