import { useState, type ReactNode } from 'react'
import { toDisplayError } from '#web/context/display-error.ts'
import { confirmAddressMessages } from '#web/i18n/en/confirm-address.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'

type Props = {
  email: string
  heading: string
  /** Why the address should be confirmed. */
  children: ReactNode
  /** The text of the button. */
  send: string
}

/** Says that the member's address is not confirmed, and sends the link that confirms it. */
export const ConfirmAddress = ({ email, heading, children, send: label }: Props) => {
  const messages = useMessages(confirmAddressMessages)
  const { client } = useApp()
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle')
  const [error, setError] = useState<string>()
  const send = async () => {
    if (state === 'busy') return
    setState('busy')
    setError(undefined)
    try {
      await client('POST /auth/send-verification-email', {}, { as: 'anyone' })
      setState('sent')
    } catch (cause) {
      setError(toDisplayError(cause).message)
      setState('idle')
    }
  }
  return (
    <div className="note ask no-print">
      <div>
        <p>
          <b>{heading}</b> {children}{' '}
          {state !== 'sent' && (
            <button className="note__retry" type="button" aria-busy={state === 'busy'} onClick={() => void send()}>
              {label}
            </button>
          )}
        </p>
        <p role="status">{state === 'sent' ? messages.sent(email) : error}</p>
      </div>
    </div>
  )
}
