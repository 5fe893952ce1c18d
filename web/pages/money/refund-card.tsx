import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CallResponse } from '#contract/call.ts'
import type { moneyCalls } from '#contract/deals/money-calls.ts'
import { ActDialog } from '#web/components/deals/act-dialog.tsx'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'

type Refund = CallResponse<(typeof moneyCalls)['GET /refunds/attention']>[number]

/** Asks for the reference of a transfer that a person made: the first person prepares it, the second approves it. */
const ByHandDialog = ({
  refund: { _id: id, amount, buyerName, reference },
  act,
  onClose,
}: {
  refund: Refund
  act: 'prepare_by_hand' | 'approve_by_hand'
  onClose: () => void
}) => {
  const { payouts } = useMessages(moneyMessages)
  const { taka } = useFormat()
  const { client } = useApp()
  const messages = act === 'prepare_by_hand' ? payouts.byHand : payouts.approveByHand
  const send = async (form: FormData) => {
    await client('PUT /refunds/:id', { params: { id }, body: { act, reference: getFormText(form, 'reference') } })
    return messages.success
  }
  return (
    <ActDialog
      heading={messages.heading(taka(amount), buyerName)}
      submit={messages.submit}
      messages={{ missing: { reference: payouts.missingReference } }}
      fields={['reference']}
      send={send}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <p className="lead">{messages.text}</p>
          <Field
            id="refund-reference"
            name="reference"
            label={payouts.reference}
            type="text"
            maxLength={120}
            defaultValue={reference ?? ''}
            problem={problems['reference']}
          />
        </>
      )}
    </ActDialog>
  )
}

const AgainButton = ({ id }: { id: string }) => {
  const { payouts: messages } = useMessages(moneyMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isBusy, run] = useAction()
  const again = () =>
    run(async () => {
      await client('PUT /refunds/:id', { params: { id }, body: { act: 'again' } })
      toast.success(messages.done)
      await revalidate()
    })
  return (
    <button className="btn btn--line" type="button" aria-busy={isBusy} onClick={again}>
      {isBusy && <Spinner size={18} className="wheel-in" />}
      {isBusy ? messages.working : messages.again}
    </button>
  )
}

/** What may be done with a refund that failed. One that is still on its way is not sent a second time. */
const RefundActs = ({ refund }: { refund: Refund }) => {
  const { payouts: messages } = useMessages(moneyMessages)
  const [act, setAct] = useState<'prepare_by_hand' | 'approve_by_hand'>()
  const isPrepared = refund.sentBy !== null
  return (
    <>
      <div className="acts">
        {isPrepared ? (
          <button className="btn btn--primary" type="button" onClick={() => setAct('approve_by_hand')}>
            {messages.approve}
          </button>
        ) : (
          <AgainButton id={refund._id} />
        )}
        <button className="btn btn--line" type="button" onClick={() => setAct('prepare_by_hand')}>
          {isPrepared ? messages.prepareAgain : messages.byHand.open}
        </button>
      </div>
      {act !== undefined && <ByHandDialog refund={refund} act={act} onClose={() => setAct(undefined)} />}
    </>
  )
}

/** A refund that failed, or that takes longer than promised. */
export const RefundCard = ({ refund }: { refund: Refund }) => {
  const { payouts: messages } = useMessages(moneyMessages)
  const { taka, moment } = useFormat()
  const { state, sentBy, reference, lastError, nextTryAt } = refund
  return (
    <li className="panel case">
      <div className="case__top">
        <h3>{refund.buyerName}</h3>
        <b className="num">{taka(refund.amount)}</b>
      </div>
      <p>{messages.refundStates[state]}</p>
      {lastError !== null && <p>{lastError}</p>}
      {nextTryAt !== null && <p>{messages.nextTry(moment(nextTryAt))}</p>}
      {sentBy !== null && (
        <p>
          <SentenceWithName text={messages.refundPreparedBy(sentBy, reference ?? '')} name={reference ?? ''} />
        </p>
      )}
      {state === 'failed' && <RefundActs refund={refund} />}
    </li>
  )
}
