// The reports of stolen bikes that wait: a moderator opens one, looks and decides.
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { EvidenceQueue } from '#web/components/evidence-queue/evidence-queue.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import { appContext, useFormat, useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { stolenMessages } from '#web/i18n/en/stolen.ts'
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

const Queue = ({ page }: { page: Page }) => {
  const { check } = useMessages(stolenMessages)
  const { times } = useMessages(dealMessages)
  const { count } = useFormat()
  const { opened, isBusy, open, decide, close } = useChecking()
  return (
    <EvidenceQueue
      words={check}
      items={page.items}
      morePath={page.next === null ? null : `/dashboard/stolen-reports?cursor=${page.next}`}
      isBusy={isBusy}
      onOpen={open}
      describe={({ reporterName, reportedAt, advertisements }) => ({
        text: (
          <>
            <b translate="no">{reporterName}</b>
            <p>
              {check.waitsSince(times.at(reportedAt))} · {check.advertisements(count(advertisements))}
            </p>
          </>
        ),
        openLabel: check.openLabel(reporterName),
      })}
      opened={
        opened && (
          <OpenReport
            key={opened.openUntil}
            report={opened}
            isBusy={isBusy}
            onDecide={(decision) => decide(opened._id, decision)}
            onClose={close}
          />
        )
      }
    />
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
