import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { CallResponse } from '#contract/call.ts'
import type { paymentAttentionCalls } from '#contract/payments.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import type { WholeList } from '#web/components/whole-list.ts'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.ts'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'

type Payment = CallResponse<(typeof paymentAttentionCalls)['GET /payments/attention']>[number]

type Act = 'charge_seller' | 'accept_risk' | 'refuse_risk'
type DecisionProps = {
  payment: Payment
  act: Act
  labels: { open: string; text: string; confirm: string; busy: string; cancel: string; success: string }
  heading: string
  className?: string
}

/** Decides about a payment, after a question: what moves money is not taken back. */
const DecisionButton = ({ payment, act, labels, heading, className = 'btn btn--line' }: DecisionProps) => {
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isAsking, setIsAsking] = useState(false)
  const [, run] = useAction()
  const send = () =>
    new Promise<void>((resolve) =>
      run(async () => {
        try {
          await client('PUT /payments/attention/:id', { params: { id: payment._id }, body: { act } })
          toast.success(labels.success)
          await revalidate()
        } finally {
          resolve()
        }
      }),
    )
  return (
    <>
      <button className={className} type="button" onClick={() => setIsAsking(true)}>
        {labels.open}
      </button>
      {isAsking && (
        <Confirm
          heading={heading}
          text={labels.text}
          labels={labels}
          onConfirm={send}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

/** What the admin can do about a payment: decide about a payer whom the provider doubts, and charge the seller with a loss. */
const Decisions = ({ payment }: { payment: Payment }) => {
  const { charge, risk, doubled, see } = useMessages(moneyMessages).payouts.attention
  const { taka } = useFormat()
  const { waits, lost, price } = payment
  const { accept, refuse } = waits === 'number_doubled' ? doubled : risk
  return (
    <div className="acts">
      {(waits === 'risk_undecided' || waits === 'number_doubled') && (
        <>
          <DecisionButton
            payment={payment}
            act="accept_risk"
            labels={accept}
            heading={accept.heading(taka(price))}
            className="btn btn--primary"
          />
          <DecisionButton payment={payment} act="refuse_risk" labels={refuse} heading={refuse.heading(taka(price))} />
        </>
      )}
      {lost > 0 && (
        <DecisionButton payment={payment} act="charge_seller" labels={charge} heading={charge.heading(taka(lost))} />
      )}
      <Link className="link" to={`/dashboard/allpayments/${payment._id}`}>
        {see}
      </Link>
    </div>
  )
}

/** Why a person should look at the payment: each cause as a short name and a sentence. */
const Causes = ({ payment: { waits, dispute, reason, sentBack } }: { payment: Payment }) => {
  const { attention } = useMessages(moneyMessages).payouts
  const { taka } = useFormat()
  const causes = [
    ...(waits === null ? [] : [attention.waits[waits]]),
    ...(dispute === null ? [] : [attention.disputes[dispute]]),
    ...(reason === 'mismatch' || reason === 'at_provider' ? [attention.reasons[reason]] : []),
    ...(sentBack > 0 ? [attention.partly(taka(sentBack))] : []),
  ]
  return causes.map(({ name, text }) => (
    <p key={name}>
      <span className="badge badge--warn">{name}</span> {text}
    </p>
  ))
}

const PaymentCard = ({ payment }: { payment: Payment }) => {
  const { attention, nextTry } = useMessages(moneyMessages).payouts
  const { taka, moment } = useFormat()
  const { productName, price, createdAt, transactionId, waits, nextTryAt, lost } = payment
  return (
    <li className="panel case">
      <div className="case__top">
        <h2 translate="no">{productName}</h2>
        <b className="num">{taka(price)}</b>
      </div>
      <Causes payment={payment} />
      {nextTryAt !== null && <p>{nextTry(moment(nextTryAt))}</p>}
      {lost > 0 && <p>{attention.lost(taka(lost))}</p>}
      <p>
        <time dateTime={createdAt}>{moment(createdAt)}</time>
        {transactionId !== null && (
          <>
            {' '}
            · <SentenceWithName text={attention.transaction(transactionId)} name={transactionId} />
          </>
        )}
      </p>
      {waits === 'problem_undecided' && (
        <Link className="link" to="/dashboard/disputes">
          {attention.decide}
        </Link>
      )}
      <Decisions payment={payment} />
    </li>
  )
}

/** The payments that the rules cannot settle alone, newest first. */
export const AttentionList = ({ items, isWhole }: WholeList<Payment>) => {
  const { payouts } = useMessages(moneyMessages)
  const { attention } = payouts
  if (items.length === 0)
    return (
      <EmptyState heading={attention.none} action={null}>
        {attention.noneText}
      </EmptyState>
    )
  return (
    <>
      <p className="deal__say">{attention.lead}</p>
      <ul className="dl">
        {items.map((payment) => (
          <PaymentCard key={payment._id} payment={payment} />
        ))}
      </ul>
      {!isWhole && <Note>{payouts.onlyNewest(items.length)}</Note>}
    </>
  )
}
