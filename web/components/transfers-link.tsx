import { Link } from 'react-router'
import { useMessages } from '#web/context/app-context.ts'
import { dashboardMessages } from '#web/i18n/en/dashboard.ts'

/** The way to the transfers of sold bikes, from the lists of orders and deals. */
export const TransfersLink = () => (
  <Link className="btn btn--quiet" to="/dashboard/transfers">
    {useMessages(dashboardMessages).transfers}
  </Link>
)
