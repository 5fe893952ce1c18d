import { Link, useRevalidator } from 'react-router'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { addedRoleMessages } from '#web/i18n/en/added-roles.ts'
import type { Roles } from '#web/session/auth-store.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { toast } from '#web/ui/toast.ts'
import { AccountSection } from './account-section.tsx'

const AddBuying = () => {
  const { account } = useMessages(addedRoleMessages)
  const { client, session } = useApp()
  const { revalidate } = useRevalidator()
  const [isBusy, run] = useAction()
  const add = () =>
    run(async () => {
      await client('POST /roles', { body: { role: 'Buyer' } })
      // The session reads the roles again, and then the menu.
      await session.refresh()
      await revalidate()
      toast.success(account.bought)
    })
  return (
    <button className="btn btn--line" type="button" aria-busy={isBusy} onClick={add}>
      {account.buy}
    </button>
  )
}

/** What the account is for, and the way to the other role. Nothing for the admin. */
export const AccountRoles = ({ isBuyer, isSeller, isAdmin }: Roles) => {
  const { account } = useMessages(addedRoleMessages)
  if (isAdmin) return null
  return (
    <AccountSection id="roles" heading={account.heading}>
      <p className="account__text">{isBuyer && isSeller ? account.both : isSeller ? account.sells : account.buys}</p>
      {!isSeller && (
        <Link className="btn btn--line" to="/dashboard/sell">
          {account.sell}
        </Link>
      )}
      {!isBuyer && <AddBuying />}
    </AccountSection>
  )
}
