import { ShieldAlert } from 'lucide'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Client } from '#contract/client.ts'
import { dashboardMessages } from '#web/i18n/en/dashboard.ts'
import { useMessages } from '#web/context/app-context.ts'
import { withFallback } from '#web/lib/with-fallback.ts'
import staffMenuStyles from '#web/styles/staff-menu.css?url'
import { Icon } from '#web/ui/icon.tsx'

/** Session storage key: the reminder stays dismissed until the browser is closed. */
const dismissedKey = 'motohaat-second-factor-later'

const isDismissed = (): boolean => withFallback(() => sessionStorage.getItem(dismissedKey) !== null, false)

// Without session storage the reminder is shown again after a reload.
const dismiss = (): void => withFallback(() => sessionStorage.setItem(dismissedKey, 'yes'), undefined)

/**
 * Whether an admin should be reminded to set up a second factor. False when the request fails, so the dashboard still
 * loads.
 */
export const isSecondFactorRequested = async (client: Client): Promise<boolean> => {
  if (isDismissed()) return false
  const account = await client('GET /auth/account', {}, { as: 'anyone' }).catch(() => null)
  return account !== null && account.secondFactorIs !== 'free'
}

/** Reminds an admin in one line to set up a second factor; "Later" hides it until the browser is closed. */
export const SecondFactorReminder = () => {
  const dashboard = useMessages(dashboardMessages)
  const [isHidden, setIsHidden] = useState(false)
  if (isHidden) return null
  return (
    <aside className="note note--warn second-factor">
      <link rel="stylesheet" href={staffMenuStyles} precedence="screen" />
      <Icon of={ShieldAlert} size={20} />
      {/* On a phone there is room for what to do alone; screen readers read both. */}
      <p>{dashboard.secondFactorReminder}</p>
      <Link className="btn btn--quiet" to="/dashboard/account#second-factor" onClick={() => setIsHidden(true)}>
        {dashboard.setUp}
      </Link>
      <button
        className="btn btn--quiet"
        type="button"
        onClick={() => {
          dismiss()
          setIsHidden(true)
        }}
      >
        {dashboard.later}
      </button>
    </aside>
  )
}
