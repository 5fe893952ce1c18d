import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { CallResponse } from '#contract/call.ts'
import type { Client } from '#contract/client.ts'
import { accountKinds, ledgerFlows } from '#contract/admin/list-filters.ts'
import type { adminMoneyCalls } from '#contract/admin/money.ts'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { adminListMessages } from '#web/i18n/en/admin-lists.ts'
import { type Column, type Filters, parseFilters, periodNames, rowsPerPage, toListResult } from './filtered-list.tsx'
import { EntryLines } from './ledger-entry.tsx'
import type { FetchPage } from './list-csv.tsx'
import { FilteredListPage } from './page-frames.tsx'

type EntryRow = CallResponse<(typeof adminMoneyCalls)['GET /ledger']>[number]

const filterNames = ['day', 'account', 'flow', ...periodNames] as const

const parseFlow = (text: string | undefined) => ledgerFlows.find((one) => one === text)

const createFetchPage =
  (client: Client, filters: Filters<(typeof filterNames)[number]>): FetchPage<EntryRow> =>
  (page) => {
    const account = accountKinds.find((one) => one === filters.account)
    return client.page('GET /ledger', { query: { ...filters, account, flow: parseFlow(filters.flow), ...page } })
  }

/** Fetches the entries that the filters of the URL name. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const filters = parseFilters(request, filterNames)
  const fetchPage = createFetchPage(context.get(appContext).client, filters)
  return { filters, result: await toListResult(fetchPage({ limit: rowsPerPage })) }
}

const useColumns = (): Column<EntryRow>[] => {
  const { ledger, causes } = useMessages(adminListMessages)
  const { moment } = useFormat()
  const { columns } = ledger
  return [
    { label: columns.cause, render: ({ cause }) => causes[cause] ?? cause },
    { label: columns.lines, render: ({ lines }) => <EntryLines lines={lines} /> },
    { label: columns.at, render: ({ at }) => <time dateTime={at}>{moment(at)}</time> },
    {
      label: columns.payment,
      render: ({ paymentId }) =>
        paymentId === null ? '–' : <Link to={`/dashboard/allpayments/${paymentId}`}>{ledger.open}</Link>,
    },
  ]
}

/** Every movement of money, newest first. */
export default function Ledger() {
  const { ledger, accounts, deals, day } = useMessages(adminListMessages)
  const { client } = useApp()
  const { filters, result } = useLoaderData<typeof loader>()
  const columns = useColumns()
  const flow = parseFlow(filters.flow)
  const options = accountKinds.map((kind) => [kind, accounts[kind] ?? kind] as const)
  return (
    <FilteredListPage
      heading={ledger.title}
      lead={ledger.lead}
      filters={filters}
      fields={[
        { name: 'day', label: day, type: 'date' },
        { name: 'account', label: ledger.account, type: 'select', options: [['', deals.anyState], ...options] },
      ]}
      event={{ name: 'flow', text: flow && ledger.flows[flow] }}
      result={result}
      columns={columns}
      file="ledger"
      fetchPage={createFetchPage(client, filters)}
    />
  )
}
