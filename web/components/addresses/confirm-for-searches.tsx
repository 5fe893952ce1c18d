import { ConfirmAddress } from './confirm-address.tsx'
import { useMessages } from '#web/context/app-context.ts'
import { confirmAddressMessages } from '#web/i18n/en/confirm-address.ts'

/** Asks somebody who has just saved a search to confirm the address, as no alert is sent before. */
export const ConfirmForSearches = ({ email }: { email: string }) => {
  const messages = useMessages(confirmAddressMessages)
  return (
    <ConfirmAddress email={email} heading={messages.heading} send={messages.send}>
      {messages.searches(email)}
    </ConfirmAddress>
  )
}
