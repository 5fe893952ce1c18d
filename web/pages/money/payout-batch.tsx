import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import { ConfirmBkash } from './confirm-bkash.tsx'
import { PayoutTop } from './payout-card.tsx'
import { PayoutAccount } from './payout-account.tsx'
import {
  asksBkash,
  getButtonText,
  getDoneText,
  getLabels,
  listPayoutActs,
  type Payout,
  type PayoutAct,
  toBody,
} from './payout-acts.ts'

type Props = { payouts: readonly [Payout, ...Payout[]]; nowMs: number; ownId: string | null }

/** Payouts of one seller to one account, prepared together: each amount in a row, and one pair of buttons with their sum. */
export const PayoutBatch = ({ payouts, nowMs, ownId }: Props) => {
  const { payouts: messages } = useMessages(moneyMessages)
  const { taka } = useFormat()
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [busyAct, setBusyAct] = useState<PayoutAct>()
  const [isBusy, run] = useAction()
  const [askedAct, setAskedAct] = useState<PayoutAct>()
  const [first] = payouts
  const labels = getLabels(first, ownId, messages)
  const acts = listPayoutActs(first, ownId, nowMs)
  const sum = taka(payouts.reduce((total, { amount }) => total + amount, 0))
  const send = (act: PayoutAct) => {
    setBusyAct(act)
    return run(async () => {
      try {
        // One after the other: where one is refused, the page shows those that were prepared before it.
        for (const payout of payouts) {
          await client('PUT /payouts/:id', {
            params: { id: payout._id },
            body: toBody(payout, act, { text: '', ownId }),
          })
        }
        toast.success(getDoneText(first, act, '', messages))
      } finally {
        await revalidate()
      }
    })
  }
  return (
    <li className="panel case">
      <ul className="dl">
        {payouts.map((payout) => (
          <li key={payout._id}>
            <PayoutTop payout={payout} nowMs={nowMs} />
          </li>
        ))}
      </ul>
      <PayoutAccount payout={first} isUsable />
      <div className="acts">
        {acts.map((act, index) => (
          <button
            key={act}
            className={`btn ${index === 0 ? 'btn--primary' : 'btn--quiet'}`}
            type="button"
            aria-busy={isBusy && act === busyAct}
            onClick={() => (asksBkash(first, act) ? setAskedAct(act) : send(act))}
          >
            {isBusy && act === busyAct && <Spinner size={18} className="wheel-in" />}
            {isBusy && act === busyAct ? messages.working : getButtonText(labels[act], act, sum, messages)}
          </button>
        ))}
      </div>
      {askedAct !== undefined && (
        <ConfirmBkash payouts={payouts} onConfirm={async () => send(askedAct)} onClose={() => setAskedAct(undefined)} />
      )}
    </li>
  )
}
