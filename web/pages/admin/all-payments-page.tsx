import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { CallResponse } from '#contract/call.ts'
import type { Client } from '#contract/client.ts'
import { paymentStates } from '#contract/admin/list-filters.ts'
import type { adminMoneyCalls } from '#contract/admin/money.ts'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { adminListMessages } from '#web/i18n/en/admin-lists.ts'
import { type Column, type Filters, parseFilters, rowsPerPage, toListResult } from './filtered-list.tsx'
import type { FetchPage } from './list-csv.tsx'
import { FilteredListPage } from './page-frames.tsx'

type PaymentRow = CallResponse<(typeof adminMoneyCalls)['GET /allpayments']>[number]

const createFetchPage =
  (client: Client, filters: Filters<'state' | 'day'>): FetchPage<PaymentRow> =>
  (page) => {
    const state = paymentStates.find((one) => one === filters.state)
    return client.page('GET /allpayments', { query: { ...filters, state, ...page } })
  }

/** Fetches the payments that the filters of the URL name. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const filters = parseFilters(request, ['state', 'day'])
  const fetchPage = createFetchPage(context.get(appContext).client, filters)
  return { filters, result: await toListResult(fetchPage({ limit: rowsPerPage })) }
}

const useColumns = (): Column<PaymentRow>[] => {
  const { payments, paymentStates: states } = useMessages(adminListMessages)
  const { taka, moment } = useFormat()
  const { columns } = payments
  return [
    {
      label: columns.bike,
      render: ({ _id, productName }) => (
        <Link to={`/dashboard/allpayments/${_id}`} translate="no">
          {productName}
        </Link>
      ),
    },
    { label: columns.buyer, render: ({ buyerName }) => buyerName },
    { label: columns.state, isWord: true, render: ({ state }) => states[state] },
    { label: columns.amount, isNumber: true, render: ({ amount }) => taka(amount) },
    { label: columns.at, render: ({ createdAt }) => <time dateTime={createdAt}>{moment(createdAt)}</time> },
    { label: columns.number, render: ({ transactionId }) => <small translate="no">{transactionId ?? '–'}</small> },
  ]
}

/** Everybody's payments, newest first. */
export default function AllPayments() {
  const { payments, paymentStates: states, deals, day } = useMessages(adminListMessages)
  const { client } = useApp()
  const { filters, result } = useLoaderData<typeof loader>()
  const columns = useColumns()
  const options = paymentStates.map((state) => [state, states[state] ?? state] as const)
  return (
    <FilteredListPage
      heading={payments.title}
      filters={filters}
      fields={[
        { name: 'state', label: payments.columns.state, type: 'select', options: [['', deals.anyState], ...options] },
        { name: 'day', label: day, type: 'date' },
      ]}
      result={result}
      columns={columns}
      file="payments"
      fetchPage={createFetchPage(client, filters)}
    />
  )
}
