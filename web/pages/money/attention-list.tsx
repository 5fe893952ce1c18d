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

type Payment = CallResponse<(typeof paymentAttentionCalls)['GET /payments/attention']>[number]

/** Charges the seller with what the shop lost, after a question. */
const ChargeButton = ({ payment: { _id: id, lost } }: { payment: Payment }) => {
  const { charge } = useMessages(moneyMessages).payouts.attention
  const { taka } = useFormat()
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isAsking, setIsAsking] = useState(false)
  const [, run] = useAction()
  const send = () =>
    new Promise<void>((resolve) =>
      run(async () => {
        try {
          await client('PUT /payments/attention/:id', { params: { id }, body: { act: 'charge_seller' } })
          toast.success(charge.success)
          await revalidate()
        } finally {
          resolve()
        }
      }),
    )
  return (
    <div className="acts">
      <button className="btn btn--line" type="button" onClick={() => setIsAsking(true)}>
        {charge.open}
      </button>
      {isAsking && (
        <Confirm
          heading={charge.heading(taka(lost))}
          text={charge.text}
          labels={charge}
          onConfirm={send}
          onClose={() => setIsAsking(false)}
        />
      )}
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
  const { attention } = useMessages(moneyMessages).payouts
  const { taka, moment } = useFormat()
  const { productName, price, createdAt, transactionId, waits, lost } = payment
  return (
    <li className="panel case">
      <div className="case__top">
        <h2>{productName}</h2>
        <b className="num">{taka(price)}</b>
      </div>
      <Causes payment={payment} />
      {lost > 0 && <p>{attention.lost(taka(lost))}</p>}
      <p>
        <time dateTime={createdAt}>{moment(createdAt)}</time>
        {transactionId !== null && <> · {attention.transaction(transactionId)}</>}
      </p>
      {waits === 'problem_undecided' && (
        <Link className="link" to="/dashboard/disputes">
          {attention.decide}
        </Link>
      )}
      {lost > 0 && <ChargeButton payment={payment} />}
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
