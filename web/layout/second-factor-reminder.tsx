import { ShieldAlert } from 'lucide'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Client } from '#contract/client.ts'
import { dashboard as dashboardWords } from '#web/i18n/en/dashboard.ts'
import { useChapter } from '#web/context/app-context.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Put off until the browser is closed. */
const laterKey = 'motohaat-second-factor-later'

const isPutOff = (): boolean => {
  try {
    return sessionStorage.getItem(laterKey) !== null
  } catch {
    return false
  }
}

const putOff = (): void => {
  try {
    sessionStorage.setItem(laterKey, 'yes')
  } catch {
    // A browser that bars storage asks again when the page is opened anew.
  }
}

/** Whether the shop asks this person for a second factor. A list is not kept back because that could not be learnt. */
export const asksForSecondFactor = async (client: Client): Promise<boolean> => {
  if (isPutOff()) return false
  const own = await client('GET /auth/account', {}, { as: 'anyone' }).catch(() => null)
  return own !== null && own.secondFactorIs !== 'free'
}

/** Asks the admin for a second factor; "Later" is an answer for as long as the browser is open. */
export const SecondFactorAsk = () => {
  const dashboard = useChapter(dashboardWords)
  const [isHidden, setIsHidden] = useState(false)
  if (isHidden) return null
  return (
    <aside className="note note--warn ask">
      <Icon of={ShieldAlert} size={20} />
      <div>
        <p>{dashboard.askSecondFactor}</p>
        <div className="ask__acts">
          <Link className="btn btn--quiet" to="/dashboard/account#second-factor" onClick={() => setIsHidden(true)}>
            {dashboard.setItUp}
          </Link>
          <button
            className="btn btn--quiet"
            type="button"
            onClick={() => {
              putOff()
              setIsHidden(true)
            }}
          >
            {dashboard.later}
          </button>
        </div>
      </div>
    </aside>
  )
}
