import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { DeleteAccount } from './delete-account.tsx'
import { AccountEmails } from './account-emails.tsx'
import { AccountPassword } from './account-password.tsx'
import { AccountPhone } from './account-phone.tsx'
import { AccountProfile } from './account-profile.tsx'
import { AccountRoles } from './account-roles.tsx'
import { AccountSecondFactor } from './account-second-factor.tsx'
import { AccountSessions } from './account-sessions.tsx'
import { AccountStanding } from './account-standing.tsx'
import { MemberStyles } from '#web/layout/page-styles.tsx'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { accountMessages } from '#web/i18n/en/account.ts'
import { useMessages, appContext } from '#web/context/app-context.ts'

/** Loads the account's data. The endpoints of /auth authenticate by the session cookie, not by the token. */
export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { client, session } = context.get(appContext)
  const [accountDetails, { sessions }, emailSettings, decisions, roles] = await Promise.all([
    client('GET /auth/account', {}, { as: 'anyone' }),
    client('GET /auth/list-sessions', {}, { as: 'anyone' }),
    client('GET /notifications/settings'),
    client('GET /standing', { query: { limit: '1' } }),
    session.getRoles(),
  ])
  return { ...accountDetails, sessions, emailSettings, hasDecisions: decisions.length > 0, roles }
}

export default function Account() {
  const { title } = useMessages()
  const { account: messages } = useMessages(accountMessages)
  const { user, hasPassword, hasSecondFactor, secondFactorIs, sessions, emailSettings, hasDecisions, roles } =
    useLoaderData<typeof loader>()
  return (
    <>
      <MemberStyles />
      <title>{title(messages.title)}</title>
      <DashboardHead>{messages.title}</DashboardHead>
      <div className="account">
        {hasDecisions && <AccountStanding />}
        <AccountProfile user={user} />
        <AccountRoles {...roles} />
        <AccountPhone />
        <AccountPassword hasPassword={hasPassword} />
        <AccountSecondFactor
          hasPassword={hasPassword}
          isOn={hasSecondFactor}
          isRequired={secondFactorIs === 'required'}
        />
        <AccountEmails settings={emailSettings} />
        <AccountSessions list={sessions} />
        <DeleteAccount hasPassword={hasPassword} />
      </div>
    </>
  )
}
