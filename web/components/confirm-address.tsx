import { useState } from 'react'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { confirmAddressMessages } from '#web/i18n/en/confirm-address.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'

type Props = {
  email: string
  /** Which of the sentences says why the address should be confirmed. */
  reason: 'account' | 'searches' | 'bounced'
}

/** Says that the member's address is not confirmed, and sends the link that confirms it. */
export const ConfirmAddress = ({ email, reason }: Props) => {
  const messages = useMessages(confirmAddressMessages)
  const { client } = useApp()
  const [isSent, setIsSent] = useState(false)
  const [isBusy, run] = useAction()
  const send = () =>
    run(async () => {
      await client('POST /auth/send-verification-email', {}, { as: 'anyone' })
      setIsSent(true)
    })
  return (
    <div className="note ask">
      <div>
        <p>
          <b>{messages.heading}</b>
        </p>
        <p>{messages[reason](email)}</p>
        <p role="status">{isSent && messages.sent(email)}</p>
        {!isSent && (
          <button className="btn btn--line" type="button" aria-busy={isBusy} onClick={send}>
            {messages.send}
          </button>
        )}
      </div>
    </div>
  )
}
