import { useState } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import type { Client } from '#contract/client.ts'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { ErrorNote } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.ts'

const fetchPayouts = async (client: Client) => {
  const [payouts, refunds] = await Promise.all([client('GET /payouts'), client('GET /refunds/attention')])
  return { payouts, refunds }
}
type Loaded = Awaited<ReturnType<typeof fetchPayouts>>
type Payout = Loaded['payouts'][number]
type PayoutAct = 'prepare' | 'approve' | 'confirm' | 'fail' | 'paid_already'

/** Loads what a cashier has to do: payouts that wait, and refunds that failed. */
export const loader = ({ context }: LoaderFunctionArgs) => toPageResult(fetchPayouts(context.get(appContext).client))

/** What may be done with a payout now. */
const listPayoutActs = ({ state, requestedBy }: Payout): PayoutAct[] => {
  if (state === 'sent') return ['confirm', 'fail']
  return requestedBy === null ? ['prepare', 'paid_already'] : ['approve', 'fail']
}

const PayoutCard = ({ payout }: { payout: Payout }) => {
  const { payouts: messages, money } = useMessages(moneyMessages)
  const { taka } = useFormat()
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [text, setText] = useState(payout.reference ?? '')
  const [isBusy, run] = useAction()
  const labels: Record<PayoutAct, string> = { ...messages, paid_already: messages.paidAlready }
  const send = (act: PayoutAct) =>
    run(async () => {
      const written = text.trim() === '' ? {} : act === 'fail' ? { reason: text } : { reference: text }
      await client('PUT /payouts/:id', { params: { id: payout._id }, body: { act, ...written } })
      toast.success(messages.done)
      await revalidate()
    })
  const [destination] = [payout.destination]
  return (
    <li className="panel">
      <p>
        <b className="num">{taka(payout.amount)}</b> {payout.sellerName} ({payout.sellerEmail})
      </p>
      <p>
        {payout.productName}.{' '}
        {destination ? money.current(money[destination.kind], destination.last4) : messages.noDestination}
      </p>
      {payout.needsReview && <p>{messages.review}</p>}
      <label className="field">
        <span>{payout.state === 'sent' ? messages.reason : messages.reference}</span>
        <input
          className="input"
          value={text}
          maxLength={120}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <div className="acts">
        {listPayoutActs(payout).map((act) => (
          <button key={act} className="btn btn--line" type="button" aria-busy={isBusy} onClick={() => send(act)}>
            {labels[act]}
          </button>
        ))}
      </div>
    </li>
  )
}

const RefundCard = ({ refund }: { refund: Loaded['refunds'][number] }) => {
  const { payouts: messages } = useMessages(moneyMessages)
  const { taka } = useFormat()
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isBusy, run] = useAction()
  const again = () =>
    run(async () => {
      await client('PUT /refunds/:id', { params: { id: refund._id }, body: { act: 'again' } })
      toast.success(messages.done)
      await revalidate()
    })
  return (
    <li className="panel">
      <p>
        <b className="num">{taka(refund.amount)}</b> {refund.buyerName}
      </p>
      {refund.lastError !== null && <p>{refund.lastError}</p>}
      <div className="acts">
        <button className="btn btn--line" type="button" aria-busy={isBusy} onClick={again}>
          {messages.again}
        </button>
      </div>
    </li>
  )
}

const PayoutsScreen = ({ payouts, refunds }: Loaded) => {
  const { payouts: messages } = useMessages(moneyMessages)
  return (
    <div className="deal__main">
      <p>{messages.lead}</p>
      {payouts.length === 0 && <p>{messages.none}</p>}
      <ul className="dl">
        {payouts.map((payout) => (
          <PayoutCard key={`${payout._id} ${payout.state}`} payout={payout} />
        ))}
      </ul>
      {refunds.length > 0 && <h2 className="h3">{messages.refunds}</h2>}
      <ul className="dl">
        {refunds.map((refund) => (
          <RefundCard key={refund._id} refund={refund} />
        ))}
      </ul>
    </div>
  )
}

export default function Payouts() {
  const { title } = useMessages()
  const { payouts, money } = useMessages(moneyMessages)
  const { revalidate } = useRevalidator()
  const result = useLoaderData<typeof loader>()
  return (
    <>
      <title>{title(payouts.title)}</title>
      <DealStyles />
      <DashboardHead>{payouts.title}</DashboardHead>
      {result.ok ? (
        <PayoutsScreen {...result.value} />
      ) : (
        <ErrorNote message={result.message} retry={money.retry} onRetry={() => void revalidate()} />
      )}
    </>
  )
}
