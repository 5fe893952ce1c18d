import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { CallResponse } from '#contract/call.ts'
import type { Client } from '#contract/client.ts'
import type { adminBikeCalls } from '#contract/admin/bikes.ts'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { adminBikeMessages } from '#web/i18n/en/admin-bikes.ts'
import { adminListMessages } from '#web/i18n/en/admin-lists.ts'
import { type Column, type Filters, parseFilters, periodNames, rowsPerPage, toListResult } from './filtered-list.tsx'
import type { FetchPage } from './list-csv.tsx'
import { FilteredListPage } from './page-frames.tsx'

type BikeRow = CallResponse<(typeof adminBikeCalls)['GET /newbikes']>[number]

const createFetchPage =
  (client: Client, filters: Filters<(typeof periodNames)[number]>): FetchPage<BikeRow> =>
  (page) =>
    client.page('GET /newbikes', { query: { ...filters, ...page } })

/** Fetches the bikes that were added on the days of the URL. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const filters = parseFilters(request, periodNames)
  const fetchPage = createFetchPage(context.get(appContext).client, filters)
  return { filters, result: await toListResult(fetchPage({ limit: rowsPerPage })) }
}

const useColumns = (): Column<BikeRow>[] => {
  const bikes = useMessages(adminBikeMessages)
  const { deals } = useMessages(adminListMessages)
  const { taka, moment } = useFormat()
  const { columns } = deals
  return [
    {
      label: columns.deal,
      render: ({ slug, productName }) => (
        <Link to={`/dashboard/bike/${slug}`} translate="no">
          {productName}
        </Link>
      ),
    },
    {
      label: columns.seller,
      render: ({ sellerId, sellerName }) => (
        <Link to={`/sellers/${sellerId}`} translate="no">
          {sellerName}
        </Link>
      ),
    },
    { label: columns.state, render: ({ status }) => bikes.states[status] },
    { label: columns.price, isNumber: true, render: ({ price }) => taka(price) },
    { label: bikes.times.created, render: ({ addedAt }) => <time dateTime={addedAt}>{moment(addedAt)}</time> },
  ]
}

/** The bikes that were added, newest first, whatever became of them. */
export default function NewBikes() {
  const bikes = useMessages(adminBikeMessages)
  const { client } = useApp()
  const { filters, result } = useLoaderData<typeof loader>()
  return (
    <FilteredListPage
      heading={bikes.added}
      filters={filters}
      fields={[]}
      result={result}
      columns={useColumns()}
      file="new-bikes"
      fetchPage={createFetchPage(client, filters)}
    />
  )
}
