import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { CallResponse } from '#contract/call.ts'
import type { Client } from '#contract/client.ts'
import type { adminCalls } from '#contract/admin/members.ts'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { adminListMessages } from '#web/i18n/en/admin-lists.ts'
import { type Column, type Filters, parseFilters, periodNames, rowsPerPage, toListResult } from './filtered-list.tsx'
import type { FetchPage } from './list-csv.tsx'
import { FilteredListPage } from './page-frames.tsx'

type MemberRow = CallResponse<(typeof adminCalls)['GET /newmembers']>[number]

const createFetchPage =
  (client: Client, filters: Filters<(typeof periodNames)[number]>): FetchPage<MemberRow> =>
  (page) =>
    client.page('GET /newmembers', { query: { ...filters, ...page } })

/** Fetches the members who joined on the days of the URL. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const filters = parseFilters(request, periodNames)
  const fetchPage = createFetchPage(context.get(appContext).client, filters)
  return { filters, result: await toListResult(fetchPage({ limit: rowsPerPage })) }
}

const useColumns = (): Column<MemberRow>[] => {
  const { people, audit, actors } = useMessages(adminListMessages)
  const { moment } = useFormat()
  const roles = { Buyer: actors.buyer, Seller: actors.seller }
  return [
    {
      label: people.name,
      render: ({ email, name }) => (email === null ? audit.deleted : <span translate="no">{name}</span>),
    },
    { label: people.email, render: ({ email }) => <span translate="no">{email ?? '–'}</span> },
    { label: people.role, render: ({ role }) => roles[role] },
    { label: people.joined, render: ({ joinedAt }) => <time dateTime={joinedAt}>{moment(joinedAt)}</time> },
  ]
}

/** The sellers and buyers who joined, newest first, whatever became of them. */
export default function NewMembers() {
  const { people } = useMessages(adminListMessages)
  const { client } = useApp()
  const { filters, result } = useLoaderData<typeof loader>()
  return (
    <FilteredListPage
      heading={people.added}
      filters={filters}
      fields={[]}
      result={result}
      columns={useColumns()}
      file="new-members"
      fetchPage={createFetchPage(client, filters)}
    />
  )
}
