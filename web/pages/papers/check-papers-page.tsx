// The papers that wait for a check: a moderator opens one, looks and decides.
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { paperOpeningMinutes } from '#contract/time/lifetimes.ts'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { paperMessages } from '#web/i18n/en/papers.ts'
import { QueueKeysSwitch } from '#web/ui/forms/queue-keys.tsx'
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
type WaitingPaper = Page['items'][number]

/** Opens a paper and decides it. What fails is said, and the list is loaded again. */
const useChecking = () => {
  const { check } = useMessages(paperMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [opened, setOpened] = useState<OpenedPaper | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const run = async (act: () => Promise<OpenedPaper | null>) => {
    if (isBusy) return
    setIsBusy(true)
    try {
      setOpened(await act())
    } catch (error) {
      toast.error(toDisplayError(error).message)
      // Changed, decided by a colleague, or open for too long: it is opened again from the list.
      setOpened(null)
    }
    await revalidate()
    setIsBusy(false)
  }
  const open = (id: string) => run(() => client('POST /papers/:id/openings', { params: { id } }))
  const decide = (decision: Decision) =>
    run(async () => {
      if (!opened) return null
      const { _id: id, fileId } = opened
      await client('PUT /papers/:id', { params: { id }, body: { fileId, decision } })
      toast.success(check.success)
      return null
    })
  return { opened, isBusy, open, decide, close: () => setOpened(null) }
}

type RowProps = { paper: WaitingPaper; isNext: boolean; isBusy: boolean; onOpen: (id: string) => Promise<void> }

const Row = ({ paper, isNext, isBusy, onOpen }: RowProps) => {
  const { check } = useMessages(paperMessages)
  const { kinds } = useMessages(bikePageMessages).papers
  const { times } = useMessages(dealMessages)
  return (
    <li className="panel case">
      <b>{kinds[paper.kind]}</b>
      <p>
        <span translate="no">{paper.productName}</span> · <span translate="no">{paper.sellerName}</span> ·{' '}
        {check.waitsSince(times.at(paper.shownAt))}
      </p>
      {paper.openedBy !== null && (
        <p>
          <span className="badge badge--warn">{check.read(paper.openedBy)}</span>
        </p>
      )}
      <div className="acts">
        <button
          className={`btn ${isNext ? 'btn--primary' : 'btn--line'}`}
          type="button"
          aria-label={check.openLabel(kinds[paper.kind], paper.productName)}
          disabled={isBusy}
          onClick={() => void onOpen(paper._id)}
        >
          {check.open}
        </button>
      </div>
    </li>
  )
}

const Queue = ({ page }: { page: Page }) => {
  const { check } = useMessages(paperMessages)
  const { digits } = useFormat()
  const { opened, isBusy, open, decide, close } = useChecking()
  // One that a colleague reads is not the next one.
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
            {page.items.map((paper) => (
              <Row
                key={paper._id}
                paper={paper}
                isNext={!opened && paper._id === next?._id}
                isBusy={isBusy}
                onOpen={open}
              />
            ))}
          </ul>
          {page.next !== null && (
            <Link className="btn btn--line" to={`/dashboard/papers?cursor=${page.next}`}>
              {check.more}
            </Link>
          )}
        </section>
        {opened && <OpenPaper key={opened.fileId} paper={opened} isBusy={isBusy} onDecide={decide} onClose={close} />}
      </div>
    </>
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
