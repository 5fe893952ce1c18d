import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { CallResponse } from '#contract/call.ts'
import type { Client } from '#contract/client.ts'
import type { auditCalls } from '#contract/admin/audit.ts'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { adminListMessages } from '#web/i18n/en/admin-lists.ts'
import { type Column, type Filters, parseFilters, rowsPerPage, toListResult } from './filtered-list.tsx'
import type { FetchPage } from './list-csv.tsx'
import { FilteredListPage } from './page-frames.tsx'

type Entry = CallResponse<(typeof auditCalls)['GET /audit']>[number]

const createFetchPage =
  (client: Client, filters: Filters<'what' | 'email' | 'about'>): FetchPage<Entry> =>
  (page) => {
    return client.page('GET /audit', { query: { ...filters, ...page } })
  }

/** Fetches the entries that the filters of the URL name. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const filters = parseFilters(request, ['what', 'email', 'about'])
  const fetchPage = createFetchPage(context.get(appContext).client, filters)
  return { filters, result: await toListResult(fetchPage({ limit: rowsPerPage })) }
}

const isId = (text: string): boolean => /^[0-9a-f-]{36}$/.test(text)

/** A name that leads to all entries about the person or thing. */
const AboutLink = ({ id, name }: { id: string; name: string }) => {
  const { onlyAbout } = useMessages(adminListMessages).audit
  return (
    <Link to={`?about=${id}`} aria-label={onlyAbout(name)} translate="no">
      {name}
    </Link>
  )
}

const Actor = ({ entry: { actor, actorName } }: { entry: Entry }) => {
  const { actors, deleted } = useMessages(adminListMessages).audit
  if (isId(actor)) return <AboutLink id={actor} name={actorName ?? deleted} />
  if (actor.startsWith('database:')) return actors.database
  const names: Readonly<Record<string, string>> = actors
  return names[actor] ?? actor
}

const About = ({ entry }: { entry: Entry }) => {
  const { payment, deleted } = useMessages(adminListMessages).audit
  const { memberId, memberName, productId, productName, paymentId } = entry
  const things = [
    ...(memberId === null ? [] : [{ id: memberId, name: memberName ?? deleted }]),
    ...(productId === null ? [] : [{ id: productId, name: productName ?? productId }]),
    ...(paymentId === null ? [] : [{ id: paymentId, name: payment }]),
  ]
  return things.map(({ id, name }, index) => (
    <span key={id}>
      {index > 0 && ' · '}
      <AboutLink id={id} name={name} />
    </span>
  ))
}

/** The further facts of an entry, as they were recorded. */
const Details = ({ entry: { details } }: { entry: Entry }) => {
  const facts = Object.entries(details).filter(([, value]) => value !== null)
  // The names of the facts are those of the log, in English.
  return <small lang="en">{facts.map(([name, value]) => `${name}: ${String(value)}`).join(' · ')}</small>
}

const useColumns = (): Column<Entry>[] => {
  const { audit, auditActs } = useMessages(adminListMessages)
  const { moment } = useFormat()
  const { columns } = audit
  return [
    { label: columns.what, render: ({ what }) => auditActs[what] ?? what },
    { label: columns.actor, render: (entry) => <Actor entry={entry} /> },
    { label: columns.about, render: (entry) => <About entry={entry} /> },
    { label: columns.at, render: ({ at }) => <time dateTime={at}>{moment(at)}</time> },
    { label: columns.details, render: (entry) => <Details entry={entry} /> },
  ]
}

/** Who did what to whom, newest first. */
export default function Audit() {
  const { audit, auditActs } = useMessages(adminListMessages)
  const { client } = useApp()
  const { filters, result } = useLoaderData<typeof loader>()
  const columns = useColumns()
  const acts = Object.entries(auditActs)
  return (
    <FilteredListPage
      heading={audit.title}
      filters={filters}
      fields={[
        { name: 'what', label: audit.what, type: 'select', options: [['', audit.anyAct], ...acts] },
        { name: 'email', label: audit.email, type: 'email' },
        { name: 'about', label: audit.about, type: 'text' },
      ]}
      result={result}
      columns={columns}
      file="audit-trail"
      fetchPage={createFetchPage(client, filters)}
    />
  )
}
