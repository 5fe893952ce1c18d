// The papers that wait for a check: a moderator opens one, looks and decides.
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { EvidenceQueue } from '#web/components/evidence-queue/evidence-queue.tsx'
import { useOpened } from '#web/components/evidence-queue/use-opened.ts'
import { toPageResult } from '#web/components/load-page.ts'
import { appContext, useApp, useMessages } from '#web/context/app-context.ts'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { paperMessages } from '#web/i18n/en/papers.ts'
import { ErrorNote } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Decision, type OpenedPaper, OpenPaper } from './open-paper.tsx'

const pageSize = '25'

/** Loads the waiting papers, the one that waits longest first. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  return toPageResult(client.page('GET /papers/queue', { query: { limit: pageSize, cursor } }))
}

type Page = Extract<Awaited<ReturnType<typeof loader>>, { ok: true }>['value']
/** Opens a paper and decides it. */
const useChecking = () => {
  const { check } = useMessages(paperMessages)
  const { client } = useApp()
  const { opened, isBusy, run, close } = useOpened<OpenedPaper>()
  const open = (id: string) => run(() => client('POST /papers/:id/openings', { params: { id } }))
  const decide = ({ _id: id, fileId }: OpenedPaper, decision: Decision) =>
    run(async () => {
      await client('PUT /papers/:id', { params: { id }, body: { fileId, decision } })
      toast.success(check.success)
      return null
    })
  return { opened, isBusy, open, decide, close }
}

const Queue = ({ page }: { page: Page }) => {
  const { check } = useMessages(paperMessages)
  const { kinds } = useMessages(bikePageMessages).papers
  const { times } = useMessages(dealMessages)
  const { opened, isBusy, open, decide, close } = useChecking()
  return (
    <EvidenceQueue
      words={check}
      items={page.items}
      morePath={page.next === null ? null : `/dashboard/papers?cursor=${page.next}`}
      isBusy={isBusy}
      onOpen={open}
      describe={({ kind, productName, sellerName, shownAt }) => ({
        text: (
          <>
            <b>{kinds[kind]}</b>
            <p>
              <span translate="no">{productName}</span> · <span translate="no">{sellerName}</span> ·{' '}
              {check.waitsSince(times.at(shownAt))}
            </p>
          </>
        ),
        openLabel: check.openLabel(kinds[kind], productName),
      })}
      opened={
        opened && (
          <OpenPaper
            key={opened.fileId}
            paper={opened}
            isBusy={isBusy}
            onDecide={(decision) => decide(opened, decision)}
            onClose={close}
          />
        )
      }
    />
  )
}

export default function CheckPapers() {
  const { title } = useMessages()
  const { check } = useMessages(paperMessages)
  const { revalidate } = useRevalidator()
  const result = useLoaderData<typeof loader>()
  return (
    <>
      <title>{title(check.title)}</title>
      <DealStyles />
      <DashboardHead
        aside={
          <Link className="btn btn--line" to="/dashboard/stolen-reports">
            {check.stolen}
          </Link>
        }
      >
        {check.title}
      </DashboardHead>
      {result.ok ? (
        <Queue page={result.value} />
      ) : (
        <ErrorNote message={result.message} retry={check.retry} onRetry={() => void revalidate()} />
      )}
    </>
  )
}
