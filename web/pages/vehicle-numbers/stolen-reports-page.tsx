// The reports of stolen bikes that wait: a moderator opens one, looks and decides.
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { paperOpeningMinutes } from '#contract/time/lifetimes.ts'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import { appContext, useFormat, useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { stolenMessages } from '#web/i18n/en/stolen.ts'
import { QueueKeysSwitch } from '#web/ui/forms/queue-keys.tsx'
import { ErrorNote } from '#web/ui/note.tsx'
import { OpenReport } from './open-report.tsx'
import { useChecking } from './use-checking.ts'

/** Loads the waiting reports, the one that waits longest first. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  return toPageResult(client.page('GET /stolen/queue', { query: { limit: '25', cursor } }))
}

type Page = Extract<Awaited<ReturnType<typeof loader>>, { ok: true }>['value']

type RowProps = {
  report: Page['items'][number]
  isNext: boolean
  isBusy: boolean
  onOpen: (id: string) => Promise<void>
}

const Row = ({ report, isNext, isBusy, onOpen }: RowProps) => {
  const { check } = useMessages(stolenMessages)
  const { times } = useMessages(dealMessages)
  const { count } = useFormat()
  return (
    <li className="panel case">
      <b translate="no">{report.reporterName}</b>
      <p>
        {check.waitsSince(times.at(report.reportedAt))} · {check.advertisements(count(report.advertisements))}
      </p>
      {report.openedBy !== null && (
        <p>
          <span className="badge badge--warn">{check.read(report.openedBy)}</span>
        </p>
      )}
      <div className="acts">
        <button
          className={`btn ${isNext ? 'btn--primary' : 'btn--line'}`}
          type="button"
          aria-label={check.openLabel(report.reporterName)}
          disabled={isBusy}
          onClick={() => void onOpen(report._id)}
        >
          {check.open}
        </button>
      </div>
    </li>
  )
}

const Queue = ({ page }: { page: Page }) => {
  const { check } = useMessages(stolenMessages)
  const { digits } = useFormat()
  const { opened, isBusy, open, decide, close } = useChecking()
  const next = page.items.find(({ openedBy }) => openedBy === null)
  return (
    <>
      {(page.items.length > 0 || opened) && <QueueKeysSwitch label={check.keys} />}
      <div className={opened ? 'queue queue--one' : 'queue'}>
        <section aria-label={check.list}>
          {page.items.length === 0 ? (
            <EmptyState heading={check.empty} action={null}>
              {check.emptyText}
            </EmptyState>
          ) : (
            <p className="hint">{check.openHint(digits(paperOpeningMinutes))}</p>
          )}
          <ul className="dl">
            {page.items.map((report) => (
              <Row
                key={report._id}
                report={report}
                isNext={!opened && report._id === next?._id}
                isBusy={isBusy}
                onOpen={open}
              />
            ))}
          </ul>
          {page.next !== null && (
            <Link className="btn btn--line" to={`/dashboard/stolen-reports?cursor=${page.next}`}>
              {check.more}
            </Link>
          )}
        </section>
        {opened && (
          <OpenReport
            key={opened.openUntil}
            report={opened}
            isBusy={isBusy}
            onDecide={(decision) => decide(opened._id, decision)}
            onClose={close}
          />
        )}
      </div>
    </>
  )
}

export default function StolenReports() {
  const { title } = useMessages()
  const { check } = useMessages(stolenMessages)
  const { revalidate } = useRevalidator()
  const result = useLoaderData<typeof loader>()
  return (
    <>
      <title>{title(check.title)}</title>
      <DealStyles />
      <DashboardHead>{check.title}</DashboardHead>
      {result.ok ? (
        <Queue page={result.value} />
      ) : (
        <ErrorNote message={result.message} retry={check.retry} onRetry={() => void revalidate()} />
      )}
    </>
  )
}
