import { useEffectEvent, useLayoutEffect } from 'react'
import { Link, useLoaderData, useNavigate, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { CaseSummary as SummaryShape } from '#contract/cases/case-calls.ts'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import { appContext, useFormat, useMessages } from '#web/context/app-context.ts'
import { caseMessages } from '#web/i18n/en/cases.ts'
import { publishingMessages } from '#web/i18n/en/publishing.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { isForQueue, QueueKeysSwitch } from '#web/ui/forms/queue-keys.tsx'
import { ErrorNote } from '#web/ui/note.tsx'
import { CasePanel } from './case-panel.tsx'

type CaseSummary = z.output<typeof SummaryShape>

const pageSize = '25'

/** Loads the cases that the URL names, and the one that is open. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  const { searchParams } = new URL(request.url)
  const state = searchParams.get('state') === 'decided' ? ('decided' as const) : ('open' as const)
  const cursor = searchParams.get('cursor') ?? undefined
  const id = searchParams.get('case')
  const load = async () => ({
    page: await client.page('GET /cases', { query: { limit: pageSize, state, cursor } }),
    found: id === null ? null : await client('GET /cases/:id', { params: { id } }),
  })
  return { state, cursor, result: await toPageResult(load()) }
}

type Place = { state: 'open' | 'decided'; cursor?: string | undefined }

const toPath = ({ state, cursor }: Place, id?: string): string => {
  const query = new URLSearchParams({
    ...(state === 'decided' && { state }),
    ...(cursor !== undefined && { cursor }),
    ...(id !== undefined && { case: id }),
  })
  return `/dashboard/cases${query.size > 0 ? `?${query}` : ''}`
}

const Score = ({ score }: { score: number }) => {
  const { queue } = useMessages(caseMessages)
  const { digits } = useFormat()
  return (
    <span className={`badge ${score >= 30 ? 'badge--stop' : 'badge--warn'}`}>
      {queue.weight} {digits((score / 10).toFixed(1))}
    </span>
  )
}

const Row = ({ one, path, isCurrent }: { one: CaseSummary; path: string; isCurrent: boolean }) => {
  const { queue, reasons } = useMessages(caseMessages)
  const { rules } = useMessages(publishingMessages)
  const { times } = useMessages(dealMessages)
  const { count } = useFormat()
  const name = one.productName ?? one.memberName
  const because = [
    ...one.rules.map((rule) => rules[rule]),
    ...(one.sellersOfSameText > 0 ? [queue.sameText(count(one.sellersOfSameText))] : []),
    ...one.reasons.map((reason) => reasons[reason]),
  ]
  return (
    <li className="panel case">
      <Link className="link" to={path} aria-current={isCurrent || undefined}>
        {name}
      </Link>
      <p>
        <Score score={one.score} /> {one.isAppeal && <span className="badge badge--warn">{queue.appeal}</span>}{' '}
        {one.isRemovalProposed && <span className="badge badge--warn">{queue.removal.badge}</span>}{' '}
        {one.isHidden && <span className="badge badge--stop">{queue.isHidden}</span>}
      </p>
      <p>
        {because.join(' · ')}
        {one.reporters > 0 && <> · {queue.reporters(one.reporters, count(one.reporters))}</>}
      </p>
      {one.takenBy !== null && one.takenUntil !== null && (
        <p>{one.isMine ? queue.mine(times.at(one.takenUntil)) : queue.taken(one.takenBy)}</p>
      )}
      {one.decision !== null && <p>{queue.decisions[one.decision]}</p>}
    </li>
  )
}

/** j and k open the next and the previous case; they do nothing in a field. */
const useQueueKeys = (cases: readonly CaseSummary[], place: Place, currentId: string | undefined): void => {
  const navigate = useNavigate()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const step = { j: 1, k: -1 }[event.key]
    if (step === undefined || !isForQueue(event)) return
    const position = cases.findIndex(({ _id }) => _id === currentId)
    const next = cases[position === -1 ? 0 : position + step]
    if (next) void navigate(toPath(place, next._id), { preventScrollReset: true })
  })
  // A layout effect, because a key may follow the painted list at once.
  useLayoutEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

const StateLinks = ({ state }: Place) => {
  const { queue } = useMessages(caseMessages)
  return (
    <nav className="views" aria-label={queue.states}>
      {(['open', 'decided'] as const).map((one) => (
        <Link key={one} to={toPath({ state: one })} aria-current={one === state ? 'page' : undefined}>
          {queue[one]}
        </Link>
      ))}
    </nav>
  )
}

type Loaded = Extract<Awaited<ReturnType<typeof loader>>['result'], { ok: true }>['value']

/** Whether the keys of the queue have something to act on. */
const hasCases = ({ page, found }: Loaded): boolean => page.items.length > 0 || Boolean(found)

const Queue = ({ page, found, state, cursor }: Loaded & Place) => {
  const { queue } = useMessages(caseMessages)
  const place = { state, cursor }
  useQueueKeys(page.items, place, found?._id)
  const next = page.items[page.items.findIndex(({ _id }) => _id === found?._id) + 1]
  return (
    <div className={found ? 'queue queue--one' : 'queue'}>
      <section aria-label={queue.list}>
        {page.items.length === 0 && (
          <EmptyState heading={queue.empty} action={null}>
            {queue.emptyText}
          </EmptyState>
        )}
        <ul className="dl">
          {page.items.map((one) => (
            <Row key={one._id} one={one} path={toPath(place, one._id)} isCurrent={one._id === found?._id} />
          ))}
        </ul>
        {page.next !== null && (
          <Link className="btn btn--line" to={toPath({ state, cursor: page.next })}>
            {queue.more}
          </Link>
        )}
      </section>
      {found && (
        <CasePanel
          key={found._id}
          found={found}
          backPath={toPath(place)}
          nextPath={state === 'open' ? toPath(place, next?._id) : toPath(place, found._id)}
        />
      )}
    </div>
  )
}

/** The queue of moderators: the greatest weight first, decided with the keys j, k and 1 to 7. */
export default function Cases() {
  const { title } = useMessages()
  const { queue } = useMessages(caseMessages)
  const { revalidate } = useRevalidator()
  const { state, cursor, result } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{title(queue.title)}</title>
      <DealStyles />
      <DashboardHead>{queue.title}</DashboardHead>
      <StateLinks state={state} />
      {result.ok && hasCases(result.value) && <QueueKeysSwitch label={queue.keys} />}
      {result.ok ? (
        <Queue {...result.value} state={state} cursor={cursor} />
      ) : (
        <ErrorNote message={result.message} retry={queue.retry} onRetry={() => void revalidate()} />
      )}
    </>
  )
}
