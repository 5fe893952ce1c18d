import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { returnedPayoutMessages } from '#web/i18n/en/returned-payouts.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'
import { PayoutAccount } from './payout-account.tsx'
import {
  canBePaid,
  getActClass,
  getDoneText,
  getFieldLabel,
  getLabels,
  getPreparedText,
  isAccountTooNew,
  isAwaitingReference,
  listPayoutActs,
  type Payout,
  type PayoutAct,
  toBody,
  toStep,
} from './payout-acts.ts'

type Props = { payout: Payout; nowMs: number; ownId: string | null }

/** What was sent before, why it did not stay with the seller, and who says so. */
const Repeated = ({ repeats }: { repeats: NonNullable<Payout['repeats']> }) => {
  const messages = useMessages(returnedPayoutMessages)
  const { reference, failure, returnedBy, returnReference } = repeats
  return (
    <div className="note note--warn">
      <div>
        <p>
          <SentenceWithName
            text={(returnReference === null ? messages.repeatsFailed : messages.repeats)(
              reference ?? '–',
              failure ?? '–',
            )}
            name={reference ?? ''}
          />
        </p>
        {returnedBy !== null && (
          <p>
            {returnReference === null ? (
              messages.failedBy(returnedBy)
            ) : (
              <SentenceWithName text={messages.returnedBy(returnedBy, returnReference)} name={returnReference} />
            )}
          </p>
        )}
      </div>
    </div>
  )
}

/** Where the money goes, and what must be known before it is sent. */
const PayoutFacts = ({ payout, nowMs, ownId }: Props) => {
  const { payouts: messages } = useMessages(moneyMessages)
  const { times } = useMessages(dealMessages)
  const { destinationUsableAt } = payout
  const isWaiting = isAccountTooNew(payout, nowMs)
  return (
    <>
      <PayoutAccount payout={payout} isUsable={payout.state === 'due' && !isWaiting && !payout.isFrozen} />
      {isWaiting && destinationUsableAt !== null && <p>{messages.waitsUntil(times.at(destinationUsableAt))}</p>}
      {payout.repeats && <Repeated repeats={payout.repeats} />}
      {payout.requestedBy !== null && payout.state === 'due' && <p>{getPreparedText(payout, ownId, messages)}</p>}
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
  // What was sent by hand must not be sent again by the person who approves it.
  const { heading } = way === 'provider' ? messages.approval : messages.approveByHand
  const where =
    destination === null ? '' : `${money.current(money.kinds[destination.kind], digits(destination.last4))}. `
  return (
    <Confirm
      heading={heading(taka(amount), sellerName)}
      text={`${where}${way === 'provider' ? messages.approval.byBkash : messages.approval.byHand}`}
      labels={{ ...messages.approval.labels, busy: messages.working }}
      onConfirm={onConfirm}
      onClose={onClose}
      isUsual
    />
  )
}

/** For which bike, how much, and how far it is. */
const PayoutTop = ({ payout }: { payout: Payout }) => {
  const { payouts: messages } = useMessages(moneyMessages)
  const { times } = useMessages(dealMessages)
  const { taka } = useFormat()
  const step = toStep(payout)
  return (
    <>
      <div className="case__top">
        <h3 translate="no">{payout.productName}</h3>
        <b className="num">{taka(payout.amount)}</b>
      </div>
      <p className="case__top">
        <span
          className={`badge ${!canBePaid(payout) ? 'badge--plain' : step === 'due' ? 'badge--info' : 'badge--warn'}`}
        >
          {!canBePaid(payout)
            ? messages.waitsForSeller
            : isAwaitingReference(payout)
              ? messages.waitsForReference
              : messages.states[step]}
        </span>
        <time dateTime={payout.createdAt}>{messages.since(times.day(payout.createdAt))}</time>
      </p>
    </>
  )
}

/** A payout that waits: what it is, and what this person may do with it. */
export const PayoutCard = ({ payout, nowMs, ownId }: Props) => {
  const { payouts: messages } = useMessages(moneyMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  // bKash's own reference is not one that a person has typed.
  const isTyped = toStep(payout) !== 'sent' && payout.way !== 'provider'
  const [text, setText] = useState(isTyped ? (payout.reference ?? '') : '')
  const [hasProblem, setHasProblem] = useState(false)
  const [busyAct, setBusyAct] = useState<PayoutAct>()
  const [isBusy, run] = useAction()
  const labels = getLabels(payout, ownId, messages)
  const fieldLabel = getFieldLabel(payout, ownId, messages)
  const [isAsking, setIsAsking] = useState(false)
  const written = fieldLabel === null ? '' : text.trim()
  const send = (act: PayoutAct) => {
    setBusyAct(act)
    return run(async () => {
      await client('PUT /payouts/:id', { params: { id: payout._id }, body: toBody(payout, act, written) })
      toast.success(getDoneText(payout, act, written, messages))
      await revalidate()
    })
  }
  /** An approval is asked about first; what is approved, or saved as sent, needs a reference. */
  const press = (act: PayoutAct) => {
    const isMissing =
      fieldLabel !== null && written === '' && (act === 'approve' || labels[act] === messages.saveReference)
    setHasProblem(isMissing)
    if (isMissing) return
    if (act === 'approve') setIsAsking(true)
    else send(act)
  }
  return (
    <li className="panel case">
      <PayoutTop payout={payout} />
      <PayoutFacts payout={payout} nowMs={nowMs} ownId={ownId} />
      {fieldLabel !== null && (
        <Field
          id={`payout-${payout._id}`}
          name="reference"
          type="text"
          label={fieldLabel}
          value={text}
          maxLength={120}
          problem={hasProblem && written === '' ? messages.missingReference : undefined}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <div className="acts">
        {listPayoutActs(payout, ownId, nowMs).map((act, index) => (
          <button
            key={act}
            className={`btn ${getActClass(payout, ownId, { act, index })}`}
            type="button"
            aria-busy={isBusy && act === busyAct}
            onClick={() => press(act)}
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
