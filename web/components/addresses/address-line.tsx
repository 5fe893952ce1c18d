import type { z } from 'zod'
import type { accountCalls } from '#contract/auth/account.ts'
import type { Client } from '#contract/client.ts'
import { ConfirmAddress } from './confirm-address.tsx'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { confirmAddressMessages } from '#web/i18n/en/confirm-address.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'
import type { SessionUser } from '#web/session/auth-store.ts'
import { useCurrentMember } from '#web/session/use-current-member.ts'

/** What may still be sent to an address that is not confirmed, or that refuses e-mails. */
export type Allowance = z.output<(typeof accountCalls)['GET /auth/account']['response']>['unproven']

/** Null where the address is fine, and where the server does not say, so that the dashboard still loads. */
export const fetchAllowance = async (client: Client): Promise<Allowance> => {
  const account = await client('GET /auth/account', {}, { as: 'anyone' }).catch(() => null)
  return account?.unproven ?? null
}

/** With more e-mails left than this, their number is of no account. */
const maxNamed = 3

/** What still reaches an address that is not confirmed. */
export const describeAllowance = (
  messages: Namespaces['confirmAddress'],
  {
    email,
    left,
    leftToday,
    count,
  }: { email: string; left: number; leftToday: number; count: (number: number) => string },
): string => {
  if (leftToday > maxNamed) return messages.some(email)
  return leftToday > 0 ? messages.few(email, count(leftToday), leftToday === 1) : messages.none(email, left > 0)
}

type LineProps = { user: SessionUser; allowance: NonNullable<Allowance> }

/** The line of a member whose address is not confirmed, or refuses e-mails. */
export const UnprovenLine = ({ user: { email, emailBounced }, allowance }: LineProps) => {
  const messages = useMessages(confirmAddressMessages)
  const { count } = useFormat()
  const { noticesLeft, noticesLeftToday, isLinkSent } = allowance
  const send = isLinkSent ? messages.again : messages.send
  if (emailBounced)
    return (
      <ConfirmAddress email={email} heading={messages.bouncedHeading} send={send}>
        {messages.bounced(email)}
      </ConfirmAddress>
    )
  return (
    <ConfirmAddress email={email} heading={messages.heading} send={send}>
      {describeAllowance(messages, { email, left: noticesLeft, leftToday: noticesLeftToday, count })}
    </ConfirmAddress>
  )
}

/** On every page of the dashboard until the address is confirmed: what is sent there, and the way to confirm it. */
export const AddressLine = ({ allowance }: { allowance: Allowance }) => {
  const user = useCurrentMember()
  const isFine = user === null || (user.emailVerified && !user.emailBounced)
  return isFine || allowance === null ? null : <UnprovenLine user={user} allowance={allowance} />
}
