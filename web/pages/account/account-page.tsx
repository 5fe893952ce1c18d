import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { AccountLeave } from './delete-account.tsx'
import { AccountPassword } from './account-password.tsx'
import { AccountProfile } from './account-profile.tsx'
import { AccountSecondFactor } from './account-second-factor.tsx'
import { AccountSessions } from './account-sessions.tsx'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { account } from '#web/i18n/en/account.ts'
import { useChapter, useWords, world } from '#web/context/app-context.ts'

/** What the person can see and change of their account. These calls go by the session's cookie, not by the token. */
export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { client } = context.get(world)
  const [own, { sessions }] = await Promise.all([
    client('GET /auth/account', {}, { as: 'anyone' }),
    client('GET /auth/list-sessions', {}, { as: 'anyone' }),
  ])
  return { ...own, sessions }
}

/** One's own account. */
export default function Account() {
  const { title } = useWords()
  const { account: words } = useChapter(account)
  const { user, hasPassword, hasSecondFactor, secondFactorIs, sessions } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{title(words.title)}</title>
      <DashboardHead>{words.title}</DashboardHead>
      <div className="account">
        <AccountProfile user={user} />
        <AccountPassword hasPassword={hasPassword} />
        <AccountSecondFactor
          hasPassword={hasPassword}
          isOn={hasSecondFactor}
          isRequired={secondFactorIs === 'required'}
        />
        <AccountSessions list={sessions} />
        <AccountLeave hasPassword={hasPassword} />
      </div>
    </>
  )
}
