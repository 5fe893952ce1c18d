import { Copy } from 'lucide'
import { useState } from 'react'
import type { CallResponse } from '#contract/call.ts'
import type { moneyCalls } from '#contract/deals/money-calls.ts'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { accountNumberMessages } from '#web/i18n/en/account-number.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'

type Account = CallResponse<(typeof moneyCalls)['POST /payouts/:id/account']>

/** Copies the number, so that nobody types it a second time. */
const CopyNumber = ({ number }: { number: string }) => {
  const messages = useMessages(accountNumberMessages)
  const copy = async () => {
    await navigator.clipboard.writeText(number)
    toast.success(messages.copied)
  }
  return (
    <button
      className="btn btn--line"
      type="button"
      aria-label={messages.copyLabel}
      onClick={() => void copy().catch(() => toast.error(number))}
    >
      <Icon of={Copy} size={18} />
      {messages.copy}
    </button>
  )
}

/** The whole number of the account to which a payout goes, on request; the shop records who saw it. */
export const AccountNumber = ({ payoutId }: { payoutId: string }) => {
  const messages = useMessages(accountNumberMessages)
  const { client } = useApp()
  const [account, setAccount] = useState<Account>()
  const [isBusy, run] = useAction()
  const show = () =>
    run(async () => setAccount(await client('POST /payouts/:id/account', { params: { id: payoutId } })))
  return (
    <>
      <button
        className="btn btn--quiet"
        type="button"
        aria-label={isBusy ? messages.showing : account ? messages.hideLabel : messages.showLabel}
        aria-busy={isBusy}
        onClick={() => (account ? setAccount(undefined) : show())}
      >
        {isBusy && <Spinner size={18} className="wheel-in" />}
        {!isBusy && (account ? messages.hide : messages.show)}
      </button>
      <div className="account-number" role="status">
        {account && (
          <>
            {/* A bank takes these digits, whatever the language of the page. */}
            <p>
              {messages.numbers[account.kind]} <b className="num">{account.number}</b>
            </p>
            <CopyNumber number={account.number} />
            {account.routingNumber !== null && (
              <p>
                {messages.routing} <b className="num">{account.routingNumber}</b>
              </p>
            )}
            <p className="hint">{messages.recorded}</p>
          </>
        )}
      </div>
    </>
  )
}
