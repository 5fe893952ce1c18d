// What the admin's pages to read share: the heading, the error with a retry, and the style sheet.
import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { Page } from '#contract/call.ts'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { useMessages } from '#web/context/app-context.ts'
import type { LoadResult } from '#web/context/display-error.ts'
import { adminListMessages } from '#web/i18n/en/admin-lists.ts'
import { MemberStyles } from '#web/layout/page-styles.tsx'
import listStyles from '#web/styles/admin-lists.css?url'
import { ErrorNote } from '#web/ui/note.tsx'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'
import { type Column, type FilterField, FilterForm, type Filters, ListTable, PeriodLine } from './filtered-list.tsx'
import { type FetchPage, ListCsvButton } from './list-csv.tsx'

type PageHead = {
  heading: string
  /** The name of a bike in the heading. */
  bikeName?: string | undefined
  /** What stands beside the heading, such as a link. */
  aside?: ReactNode
}

const Head = ({ heading, bikeName = '', aside }: PageHead) => {
  const { title } = useMessages()
  return (
    <>
      <MemberStyles />
      <link rel="stylesheet" href={listStyles} precedence="screen" />
      <title>{title(heading)}</title>
      <DashboardHead aside={aside}>
        <SentenceWithName text={heading} name={bikeName} />
      </DashboardHead>
    </>
  )
}

type ResultProps<Value> = { result: LoadResult<Value>; children: (value: Value) => ReactNode }

const Result = <Value,>({ result, children }: ResultProps<Value>) => {
  const { retry } = useMessages(adminListMessages)
  const { revalidate } = useRevalidator()
  if (result.ok) return children(result.value)
  return <ErrorNote message={result.message} retry={retry} onRetry={() => void revalidate()} />
}

type ListPageProps<Item> = PageHead & {
  lead?: string
  filters: Filters<string>
  fields: readonly FilterField[]
  /** What happened on the days of the URL, as a link of the overview chose it: the filter's name and the words for its value. */
  event?: { name: string; text: string | undefined }
  result: LoadResult<Page<Item>>
  columns: readonly Column<Item>[]
  /** The name of the CSV file, without its ending. */
  file: string
  fetchPage: FetchPage<Item>
}

/** A list with filters: its heading, the filters, and one page of rows or why there is none. */
export const FilteredListPage = <Item extends { _id: string }>(props: ListPageProps<Item>) => {
  const { heading, aside, lead, filters, fields, event, result, columns, file, fetchPage } = props
  return (
    <>
      <Head heading={heading} aside={aside} />
      {lead !== undefined && <p className="notices__lead">{lead}</p>}
      {fields.length > 0 && <FilterForm filters={filters} fields={fields} />}
      <PeriodLine filters={filters} of={event?.text} names={event ? [event.name] : []} />
      <Result result={result}>
        {(page) => (
          <>
            <ListTable caption={heading} page={page} filters={filters} columns={columns} getKey={({ _id }) => _id} />
            {page.items.length > 0 && <ListCsvButton heading={heading} file={file} fetchPage={fetchPage} />}
          </>
        )}
      </Result>
    </>
  )
}

/** One record to read: its heading, and its parts or why they cannot be shown. */
export const RecordPage = <Value,>({ result, children, ...head }: PageHead & ResultProps<Value>) => (
  <div className="one-record">
    <Head {...head} />
    <Result result={result}>{children}</Result>
  </div>
)
