import { Link } from 'react-router'
import { useMessages } from '#web/context/app-context.ts'
import { accountStandingMessages } from '#web/i18n/en/account-standing.ts'
import { AccountSection } from './account-section.tsx'

/** The way to what was decided about the member, which the refusals of a suspended one name. */
export const AccountStanding = () => {
  const { heading, text, open } = useMessages(accountStandingMessages)
  return (
    <AccountSection id="standing" heading={heading}>
      <p className="account__text">{text}</p>
      <Link className="btn btn--line" to="/dashboard/standing">
        {open}
      </Link>
    </AccountSection>
  )
}
