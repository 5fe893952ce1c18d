import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import type { Client } from '#contract/client.ts'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import { fetchWholeList } from '#web/components/whole-list.ts'
import { appContext, useFormat, useMessages } from '#web/context/app-context.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { ErrorNote } from '#web/ui/note.tsx'
import { AttentionList } from './attention-list.tsx'
import { BankFileButtons } from './bank-file-buttons.tsx'
import { PaidOutList } from './paid-out-list.tsx'
import { groupBySeller, isWaitingForSeller, sortPayouts, summarizePayouts } from './payout-acts.ts'
import { RefundCard } from './refund-card.tsx'
import { SellerPayouts } from './seller-payouts.tsx'

const fetchWaiting = async (client: Client) => {
  const [payouts, refunds] = await Promise.all([client('GET /payouts'), client('GET /refunds/attention')])
  return { view: 'waiting' as const, payouts, refunds, nowMs: Date.now() }
}
const fetchPaidOut = async (client: Client) => {
  const query = { state: 'confirmed' } as const
  const list = await fetchWholeList((cursor) => client.page('GET /payouts', { query: { ...query, cursor } }))
  return { view: 'paid' as const, ...list }
}
const fetchAttention = async (client: Client) => {
  const list = await fetchWholeList((cursor) => client.page('GET /payments/attention', { query: { cursor } }))
  return { view: 'attention' as const, ...list }
}
type Waiting = Awaited<ReturnType<typeof fetchWaiting>>
type Loaded = Waiting | Awaited<ReturnType<typeof fetchPaidOut>> | Awaited<ReturnType<typeof fetchAttention>>
const parseView = (show: string | null, isAdmin: boolean): Loaded['view'] => {
  if (show === 'paid') return 'paid'
  // Only the admin may call it.
  return show === 'attention' && isAdmin ? 'attention' : 'waiting'
}

const fetchView = (client: Client, view: Loaded['view']): Promise<Loaded> => {
  if (view === 'paid') return fetchPaidOut(client)
  return view === 'attention' ? fetchAttention(client) : fetchWaiting(client)
}

/**
 * Loads what a cashier has to do: payouts that wait, and refunds that failed; with `?show=paid` what was paid out, and for
 * the admin with `?show=attention` the payments that a person should look at.
 */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { client, session } = context.get(appContext)
  const { isAdmin } = await session.getRoles()
  const authState = session.getState()
  const ownId = authState.state === 'member' ? authState.user.uid : null
  const view = parseView(new URL(request.url).searchParams.get('show'), isAdmin)
  return { isAdmin, ownId, view, result: await toPageResult(fetchView(client, view)) }
}

/** How many payouts wait, for whom, and how much they are: what can be paid, and on lines of their own the others. */
const Summary = ({ payouts, nowMs }: Pick<Waiting, 'payouts' | 'nowMs'>) => {
  const { payouts: messages } = useMessages(moneyMessages)
  const { taka, count } = useFormat()
  const { counts, stepTaka, readyTaka, late, waitingSellers } = summarizePayouts(payouts, nowMs)
  const listSteps = (...steps: (keyof typeof counts)[]) => steps.filter((step) => counts[step] > 0)
  const toPart = (step: keyof typeof counts) => {
    const shown = step === 'waiting' ? waitingSellers : counts[step]
    return messages.counts[step](shown, count(shown))
  }
  const ready = listSteps('due', 'byHand', 'prepared').map(toPart)
  const others = listSteps('sent', 'waiting', 'accountTooNew', 'frozen')
  return (
    <p className="deal__say">
      {late > 0 && <span className="badge badge--stop">{messages.counts.late(late, count(late))}</span>}{' '}
      {ready.length > 0 && <b>{messages.ready(ready.join(', '), taka(readyTaka))} </b>}
      {others.map((step) => (
        <span key={step}>
          <br />
          {messages.ready(toPart(step), taka(stepTaka[step]))}
        </span>
      ))}
    </p>
  )
}

const WaitingPayouts = ({ payouts, refunds, nowMs, ownId }: Waiting & { ownId: string | null }) => {
  const { payouts: messages } = useMessages(moneyMessages)
  const toSellers = (list: Waiting['payouts']) =>
    groupBySeller(list).map((group) => (
      <SellerPayouts key={group[0].sellerId} payouts={group} nowMs={nowMs} ownId={ownId} />
    ))
  const sorted = sortPayouts(payouts, ownId, nowMs)
  const waiting = sorted.filter((payout) => isWaitingForSeller(payout, nowMs))
  return (
    <>
      {payouts.length === 0 ? (
        <EmptyState heading={messages.none} action={null}>
          {messages.noneText}
        </EmptyState>
      ) : (
        <>
          <Summary payouts={payouts} nowMs={nowMs} />
          <div className="hint">
            {payouts.some(({ canSendByBkash }) => canSendByBkash) && <p>{messages.ways.bkash}</p>}
            <p>{messages.ways.byHand}</p>
          </div>
          {toSellers(sorted.filter((payout) => !isWaitingForSeller(payout, nowMs)))}
        </>
      )}
      <BankFileButtons />
      {waiting.length > 0 && <h2 className="h3">{messages.waitingSellers}</h2>}
      {toSellers(waiting)}
      {refunds.length > 0 && (
        <>
          <h2 className="h3">{messages.refunds}</h2>
          <ul className="dl">
            {refunds.map((refund) => (
              <RefundCard key={refund._id} refund={refund} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const Views = ({ view, isAdmin }: { view: Loaded['view']; isAdmin: boolean }) => {
  const { payouts: messages } = useMessages(moneyMessages)
  const views = [
    ['waiting', '?', messages.waiting],
    ['paid', '?show=paid', messages.paid],
    ...(isAdmin ? ([['attention', '?show=attention', messages.attention.title]] as const) : []),
  ] as const
  return (
    <nav className="views" aria-label={messages.title}>
      {views.map(([name, to, label]) => (
        <Link key={name} to={to} aria-current={view === name ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}

const View = ({ loaded, ownId }: { loaded: Loaded; ownId: string | null }) => {
  if (loaded.view === 'paid') return <PaidOutList {...loaded} />
  return loaded.view === 'attention' ? <AttentionList {...loaded} /> : <WaitingPayouts {...loaded} ownId={ownId} />
}

export default function Payouts() {
  const { title } = useMessages()
  const { payouts, money } = useMessages(moneyMessages)
  const { revalidate } = useRevalidator()
  const { isAdmin, ownId, view, result } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{title(payouts.title)}</title>
      <DealStyles />
      <DashboardHead>{payouts.title}</DashboardHead>
      <div className="deal__main">
        <Views view={view} isAdmin={isAdmin} />
        {result.ok ? (
          <View loaded={result.value} ownId={ownId} />
        ) : (
          <ErrorNote message={result.message} retry={money.retry} onRetry={() => void revalidate()} />
        )}
        {/* In the list of what waits they stand above the sellers who have not said where to send it. */}
        {!(result.ok && view === 'waiting') && <BankFileButtons />}
      </div>
    </>
  )
}
