import { Link } from 'react-router'
import { useMessages } from '#web/context/app-context.ts'
import { phoneMessages } from '#web/i18n/en/phone.ts'
import { AccountSection } from './account-section.tsx'

/** The way to the page of the mobile number. */
export const AccountPhone = () => {
  const { title, lead, open } = useMessages(phoneMessages)
  return (
    <AccountSection id="phone" heading={title}>
      <p className="account__text">{lead}</p>
      <Link className="btn btn--line" to="/dashboard/phone">
        {open}
      </Link>
    </AccountSection>
  )
}
