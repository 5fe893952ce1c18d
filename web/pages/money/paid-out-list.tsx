import { maxNoteCharacters } from '#contract/deals/text-lengths.ts'
import { useState } from 'react'
import type { CallResponse } from '#contract/call.ts'
import type { moneyCalls } from '#contract/deals/money-calls.ts'
import { ActDialog } from '#web/components/deals/act-dialog.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import type { WholeList } from '#web/components/whole-list.ts'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { returnedPayoutMessages } from '#web/i18n/en/returned-payouts.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'

type Payout = CallResponse<(typeof moneyCalls)['GET /payouts']>[number]

/** Asks why the money came back and for the bank's reference, and says what follows. */
const ReturnedDialog = ({ payout, onClose }: { payout: Payout; onClose: () => void }) => {
  const { payouts } = useMessages(moneyMessages)
  const { taka } = useFormat()
  const { client } = useApp()
  const returned = useMessages(returnedPayoutMessages)
  const send = async (form: FormData) => {
    const [reason, reference] = [getFormText(form, 'reason'), getFormText(form, 'reference')]
    const body = { act: 'returned', reason, reference } as const
    await client('PUT /payouts/:id', { params: { id: payout._id }, body })
    return returned.success
  }
  return (
    <ActDialog
      heading={returned.heading(taka(payout.amount))}
      submit={returned.submit}
      messages={{ missing: { reason: returned.missing, reference: returned.missingReference } }}
      fields={['reason', 'reference']}
      send={send}
      onClose={onClose}
      isDanger
    >
      {(problems) => (
        <>
          <p className="lead">{returned.text(payout.sellerName)}</p>
          <Field
            id="returned-reason"
            name="reason"
            label={payouts.reason}
            type="text"
            maxLength={maxNoteCharacters}
            problem={problems['reason']}
          />
          <Field
            id="returned-reference"
            name="reference"
            label={returned.reference}
            type="text"
            maxLength={120}
            autoComplete="off"
            problem={problems['reference']}
          />
        </>
      )}
    </ActDialog>
  )
}

const PaidOutCard = ({ payout }: { payout: Payout }) => {
  const { payouts, money } = useMessages(moneyMessages)
  const { taka, digits, moment } = useFormat()
  const [isAsking, setIsAsking] = useState(false)
  const { destination, reference, way } = payout
  const at = payout.confirmedAt ?? payout.createdAt
  return (
    <li className="panel case">
      <div className="case__top">
        <h2 translate="no">{payout.sellerName}</h2>
        <b className="num">{taka(way === 'set_off' ? payout.setOff : payout.amount)}</b>
      </div>
      <p>
        <span className="badge badge--good">{money.states.confirmed}</span> <time dateTime={at}>{moment(at)}</time>
        {reference !== null && way !== 'set_off' && (
          <>
            {' '}
            · <SentenceWithName text={money.reference(reference)} name={reference} />
          </>
        )}
      </p>
      <p translate="no">{payout.productName}</p>
      <p translate="no">{payout.sellerEmail}</p>
      {destination && <p>{money.current(money.kinds[destination.kind], digits(destination.last4))}</p>}
      {way === 'set_off' ? (
        <p>{payouts.setOff}</p>
      ) : (
        <div className="acts">
          <button className="btn btn--line" type="button" onClick={() => setIsAsking(true)}>
            {payouts.fail}
          </button>
        </div>
      )}
      {isAsking && <ReturnedDialog payout={payout} onClose={() => setIsAsking(false)} />}
    </li>
  )
}

/** What was paid out, newest first. A bank may send a transfer back days after it arrived. */
export const PaidOutList = ({ items, isWhole }: WholeList<Payout>) => {
  const { payouts } = useMessages(moneyMessages)
  if (items.length === 0)
    return (
      <EmptyState heading={payouts.nonePaid} action={null}>
        {payouts.nonePaidText}
      </EmptyState>
    )
  return (
    <>
      <p className="deal__say">{payouts.paidLead}</p>
      <ul className="dl">
        {items.map((payout) => (
          <PaidOutCard key={payout._id} payout={payout} />
        ))}
      </ul>
      {!isWhole && <Note>{payouts.onlyNewest(items.length)}</Note>}
    </>
  )
}
