import { useState } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import type { Client } from '#contract/client.ts'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import { fetchWholeList } from '#web/components/whole-list.ts'
import { appContext, useApp, useFormat, useMessages, useSession } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { returnedPayoutMessages } from '#web/i18n/en/returned-payouts.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { ErrorNote } from '#web/ui/note.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import { AccountNumber } from './account-number.tsx'
import { AttentionList } from './attention-list.tsx'
import { BankFileButtons } from './bank-file-buttons.tsx'
import { PaidOutList } from './paid-out-list.tsx'
import {
  canBePaid,
  getDoneText,
  getFieldLabel,
  getLabels,
  getSendingText,
  listPayoutActs,
  type Payout,
  type PayoutAct,
  sortPayouts,
  toBody,
  toStep,
} from './payout-acts.ts'
import { RefundCard } from './refund-card.tsx'

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
  const view = parseView(new URL(request.url).searchParams.get('show'), isAdmin)
  return { isAdmin, view, result: await toPageResult(fetchView(client, view)) }
}

/** What was sent before, why it did not stay with the seller, and who says so. */
const Repeated = ({ repeats }: { repeats: NonNullable<Payout['repeats']> }) => {
  const messages = useMessages(returnedPayoutMessages)
  const { reference, failure, returnedBy, returnReference } = repeats
  return (
    <div className="note note--warn">
      <div>
        <p>
          {(returnReference === null ? messages.repeatsFailed : messages.repeats)(reference ?? '–', failure ?? '–')}
        </p>
        {returnedBy !== null && (
          <p>
            {returnReference === null
              ? messages.failedBy(returnedBy)
              : messages.returnedBy(returnedBy, returnReference)}
          </p>
        )}
      </div>
    </div>
  )
}

/** Where the money goes, and what must be known before it is sent. */
const PayoutFacts = ({ payout, nowMs }: { payout: Payout; nowMs: number }) => {
  const { payouts: messages, money } = useMessages(moneyMessages)
  const { times } = useMessages(dealMessages)
  const { digits } = useFormat()
  const { destination, destinationUsableAt, holderName, bankName, requestedBy } = payout
  const isWaiting = destinationUsableAt !== null && new Date(destinationUsableAt).getTime() > nowMs
  return (
    <>
      {destination ? (
        <p>
          <b>{money.current(money.kinds[destination.kind], digits(destination.last4))}</b>
          {[holderName, bankName].map(
            (part) =>
              part !== null && (
                <span key={part}>
                  <br />
                  {part}
                </span>
              ),
          )}
        </p>
      ) : (
        destinationUsableAt === null && <p>{messages.noDestination}</p>
      )}
      {payout.state === 'due' && destination && !isWaiting && !payout.isFrozen && (
        <AccountNumber payoutId={payout._id} />
      )}
      {isWaiting && <p>{messages.waitsUntil(times.at(destinationUsableAt))}</p>}
      {payout.repeats && <Repeated repeats={payout.repeats} />}
      {requestedBy !== null && payout.state === 'due' && (
        <p>
          {messages.preparedBy(requestedBy)} {getSendingText(payout, messages)}
        </p>
      )}
      {payout.way === 'provider' && payout.state === 'sent' && (
        <p>{payout.isUnanswered ? messages.unanswered : messages.beingSent}</p>
      )}
      {payout.needsReview && <p>{messages.review}</p>}
      {payout.isFrozen && <p>{messages.frozen}</p>}
    </>
  )
}

/** Asks before money is sent: how much, to whom and where. */
const ConfirmApproval = ({
  payout,
  onConfirm,
  onClose,
}: {
  payout: Payout
  onConfirm: () => Promise<void>
  onClose: () => void
}) => {
  const { payouts: messages, money } = useMessages(moneyMessages)
  const { taka, digits } = useFormat()
  const { destination, amount, sellerName, way } = payout
  const where =
    destination === null ? '' : `${money.current(money.kinds[destination.kind], digits(destination.last4))}. `
  return (
    <Confirm
      heading={messages.approval.heading(taka(amount), sellerName)}
      text={`${where}${way === 'provider' ? messages.approval.byBkash : messages.approval.byHand}`}
      labels={{ ...messages.approval.labels, busy: messages.working }}
      onConfirm={onConfirm}
      onClose={onClose}
      isUsual
    />
  )
}

/** To whom, how much, how far it is, and for which bike. */
const PayoutTop = ({ payout }: { payout: Payout }) => {
  const { payouts: messages } = useMessages(moneyMessages)
  const { times } = useMessages(dealMessages)
  const { taka } = useFormat()
  const step = toStep(payout)
  return (
    <>
      <div className="case__top">
        <h2>{payout.sellerName}</h2>
        <b className="num">{taka(payout.amount)}</b>
      </div>
      <p>
        <span
          className={`badge ${!canBePaid(payout) ? 'badge--plain' : step === 'due' ? 'badge--info' : 'badge--warn'}`}
        >
          {canBePaid(payout) ? messages.states[step] : messages.waitsForSeller}
        </span>{' '}
        <time dateTime={payout.createdAt}>{messages.since(times.at(payout.createdAt))}</time>
      </p>
      <p>
        <span translate="no">{payout.productName}</span>
        <br />
        {payout.sellerEmail}
      </p>
    </>
  )
}

const PayoutCard = ({ payout, nowMs }: { payout: Payout; nowMs: number }) => {
  const { payouts: messages } = useMessages(moneyMessages)
  const { client } = useApp()
  const authState = useSession()
  const ownId = authState.state === 'member' ? authState.user.uid : null
  const { revalidate } = useRevalidator()
  const step = toStep(payout)
  // bKash's own reference is not one that a person has typed.
  const [text, setText] = useState(step === 'sent' || payout.way === 'provider' ? '' : (payout.reference ?? ''))
  const [busyAct, setBusyAct] = useState<PayoutAct>()
  const [isBusy, run] = useAction()
  const labels = getLabels(payout, messages)
  const fieldLabel = getFieldLabel(payout, messages)
  const [isAsking, setIsAsking] = useState(false)
  const send = (act: PayoutAct) => {
    setBusyAct(act)
    return run(async () => {
      const body = toBody(payout, act, fieldLabel === null ? '' : text.trim())
      await client('PUT /payouts/:id', { params: { id: payout._id }, body })
      toast.success(getDoneText(act, messages)(payout.sellerName))
      await revalidate()
    })
  }
  const inputId = `payout-${payout._id}`
  return (
    <li className="panel case">
      <PayoutTop payout={payout} />
      <PayoutFacts payout={payout} nowMs={nowMs} />
      {fieldLabel !== null && (
        <div className="field">
          <label htmlFor={inputId}>{fieldLabel}</label>
          <input
            className="input"
            id={inputId}
            value={text}
            maxLength={120}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </div>
      )}
      <div className="acts">
        {listPayoutActs(payout, ownId).map((act, index) => (
          <button
            key={act}
            className={`btn ${index === 0 && (step !== 'prepared' || act === 'approve') ? 'btn--primary' : 'btn--line'}`}
            type="button"
            aria-busy={isBusy && act === busyAct}
            onClick={() => (act === 'approve' ? setIsAsking(true) : send(act))}
          >
            {isBusy && act === busyAct && <Spinner size={18} className="wheel-in" />}
            {isBusy && act === busyAct ? messages.working : labels[act]}
          </button>
        ))}
      </div>
      {isAsking && (
        <ConfirmApproval payout={payout} onConfirm={async () => send('approve')} onClose={() => setIsAsking(false)} />
      )}
    </li>
  )
}

const WaitingPayouts = ({ payouts, refunds, nowMs }: Waiting) => {
  const { payouts: messages } = useMessages(moneyMessages)
  const { taka, count } = useFormat()
  const ready = payouts.filter(canBePaid)
  const readyTaka = ready.reduce((sum, { amount }) => sum + amount, 0)
  const waiting = payouts.length - ready.length
  return (
    <>
      <p className="deal__say">
        {ready.length > 0 && <b>{messages.ready(count(ready.length), taka(readyTaka))} </b>}
        {waiting > 0 && <>{messages.waitingFor(waiting, count(waiting))} </>}
        {messages.lead}
      </p>
      {payouts.length === 0 ? (
        <EmptyState heading={messages.none} action={null}>
          {messages.noneText}
        </EmptyState>
      ) : (
        <ul className="dl">
          {sortPayouts(payouts).map((payout) => (
            <PayoutCard key={`${payout._id} ${payout.state} ${payout.requestedBy}`} payout={payout} nowMs={nowMs} />
          ))}
        </ul>
      )}
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

const View = ({ loaded }: { loaded: Loaded }) => {
  if (loaded.view === 'paid') return <PaidOutList {...loaded} />
  return loaded.view === 'attention' ? <AttentionList {...loaded} /> : <WaitingPayouts {...loaded} />
}

export default function Payouts() {
  const { title } = useMessages()
  const { payouts, money } = useMessages(moneyMessages)
  const { revalidate } = useRevalidator()
  const { isAdmin, view, result } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{title(payouts.title)}</title>
      <DealStyles />
      <DashboardHead>{payouts.title}</DashboardHead>
      <div className="deal__main">
        <Views view={view} isAdmin={isAdmin} />
        {result.ok ? (
          <View loaded={result.value} />
        ) : (
          <ErrorNote message={result.message} retry={money.retry} onRetry={() => void revalidate()} />
        )}
        <BankFileButtons />
      </div>
    </>
  )
}
