import { ChevronDown } from 'lucide'
import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { returnedPayoutMessages } from '#web/i18n/en/returned-payouts.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'
import { ConfirmBkash } from './confirm-bkash.tsx'
import { PayoutAccount } from './payout-account.tsx'
import { PayoutTime } from './payout-time.tsx'
import {
  asksBkash,
  canBePaid,
  getActClass,
  getButtonText,
  getDoneText,
  getFieldLabel,
  getLabels,
  getPreparedText,
  isAccountTooNew,
  isAwaitingReference,
  isWaitingForSeller,
  listPayoutActs,
  maySendTwice,
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

type InsteadProps = { payout: Payout; ownId: string | null; onConfirm: () => Promise<void>; onClose: () => void }

/** Asks before money is sent that whoever prepared it by hand may have sent. */
const ConfirmInstead = ({ payout: { requestedBy, requestedById }, ownId, ...asked }: InsteadProps) => {
  const { payouts: messages } = useMessages(moneyMessages)
  const { you, other, labels } = messages.instead
  const name = requestedBy ?? ''
  const { heading, text } = requestedById === ownId ? you : { heading: other.heading(name), text: other.text(name) }
  return <Confirm heading={heading} text={text} labels={{ ...labels, busy: messages.working }} {...asked} />
}

/** For which bike, how much, and how far it is. */
export const PayoutTop = ({ payout, nowMs }: { payout: Payout; nowMs: number }) => {
  const { payouts: messages } = useMessages(moneyMessages)
  const { taka } = useFormat()
  const step = toStep(payout)
  // Those that wait for their seller stand below a heading of their own.
  const Heading = isWaitingForSeller(payout, nowMs) ? 'h4' : 'h3'
  return (
    <>
      <div className="case__top">
        <Heading translate="no">{payout.productName}</Heading>
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
        <PayoutTime payout={payout} nowMs={nowMs} />
      </p>
    </>
  )
}

/** The question before money may be sent. */
const Asked = ({ act, ownId, payout, ...asked }: InsteadProps & { act: PayoutAct }) => {
  if (act === 'approve') return <ConfirmApproval payout={payout} {...asked} />
  if (maySendTwice(payout, ownId, act)) return <ConfirmInstead payout={payout} ownId={ownId} {...asked} />
  return <ConfirmBkash payouts={[payout]} {...asked} />
}

type ActsProps = Props & { busyAct: PayoutAct | undefined; onPress: (act: PayoutAct) => void }

/** What this person may do with the payout now; while another one sends it by hand, below "Other options". */
const Acts = ({ payout, nowMs, ownId, busyAct, onPress }: ActsProps) => {
  const { payouts: messages } = useMessages(moneyMessages)
  const { taka } = useFormat()
  const labels = getLabels(payout, ownId, messages)
  const acts = listPayoutActs(payout, ownId, nowMs)
  const buttons = (
    <div className="acts">
      {acts.map((act, index) => (
        <button
          key={act}
          className={`btn ${getActClass(payout, ownId, { act, index })}`}
          type="button"
          aria-busy={act === busyAct}
          onClick={() => onPress(act)}
        >
          {act === busyAct && <Spinner size={18} className="wheel-in" />}
          {act === busyAct ? messages.working : getButtonText(labels[act], act, taka(payout.amount), messages)}
        </button>
      ))}
    </div>
  )
  if (!isAwaitingReference(payout) || payout.requestedById === ownId) return buttons
  return (
    <details className="folded">
      <summary>
        <b>{messages.others}</b>
        <Icon of={ChevronDown} size={20} />
      </summary>
      {buttons}
    </details>
  )
}

/** A payout that waits: what it is, what this person may do with it, and below that what else belongs to it. */
export const PayoutCard = ({ payout, nowMs, ownId, children }: Props & { children?: ReactNode }) => {
  const { payouts: messages } = useMessages(moneyMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  // bKash's own reference is not one that a person has typed.
  const isTyped = toStep(payout) !== 'sent' && payout.way !== 'provider'
  const [text, setText] = useState(isTyped ? (payout.reference ?? '') : '')
  const [hasProblem, setHasProblem] = useState(false)
  const [busyAct, setBusyAct] = useState<PayoutAct>()
  const [isBusy, run] = useAction()
  const fieldLabel = getFieldLabel(payout, ownId, messages)
  const [askedAct, setAskedAct] = useState<PayoutAct>()
  const written = fieldLabel === null ? '' : text.trim()
  const send = (act: PayoutAct) => {
    setBusyAct(act)
    return run(async () => {
      await client('PUT /payouts/:id', {
        params: { id: payout._id },
        body: toBody(payout, act, { text: written, ownId }),
      })
      toast.success(getDoneText(payout, act, written, messages))
      await revalidate()
    })
  }
  /** What may send money is asked about first; what is approved, or saved as sent, needs a reference. */
  const press = (act: PayoutAct) => {
    const isMissing =
      fieldLabel !== null &&
      written === '' &&
      (act === 'approve' || getLabels(payout, ownId, messages)[act] === messages.saveReference)
    setHasProblem(isMissing)
    if (isMissing) return
    if (act === 'approve' || asksBkash(payout, act) || maySendTwice(payout, ownId, act)) setAskedAct(act)
    else send(act)
  }
  return (
    <li className="panel case">
      <PayoutTop payout={payout} nowMs={nowMs} />
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
      <Acts {...{ payout, nowMs, ownId }} busyAct={isBusy ? busyAct : undefined} onPress={press} />
      {children}
      {askedAct !== undefined && (
        <Asked
          payout={payout}
          ownId={ownId}
          act={askedAct}
          onConfirm={async () => send(askedAct)}
          onClose={() => setAskedAct(undefined)}
        />
      )}
    </li>
  )
}
