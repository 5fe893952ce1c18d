import { data, Link, useLocation } from 'react-router'
import { MilestoneIllustration } from './milestone-illustration.tsx'
import { notFoundMessages } from '#web/i18n/en/not-found.ts'
import { useMessages } from '#web/context/app-context.ts'

export const loader = () => data(null, { status: 404 })

/**
 * The 404 page of the specification, shown for any routing error and for what is not there. In the dashboard it leads to its
 * first page, where the lists are.
 */
export default function NotFound() {
  const { title } = useMessages()
  const isInDashboard = useLocation().pathname.startsWith('/dashboard/')
  const { pageNotFound } = useMessages(notFoundMessages)
  return (
    <div className="wrap centred">
      <title>{title(pageNotFound.title)}</title>
      <MilestoneIllustration />
      <h1>{pageNotFound.heading}</h1>
      <p>{pageNotFound.text}</p>
      <div className="centred__acts">
        {isInDashboard && (
          <Link className="btn btn--primary btn--lg" to="/dashboard">
            {pageNotFound.dashboard}
          </Link>
        )}
        <Link className={`btn btn--lg ${isInDashboard ? 'btn--line' : 'btn--primary'}`} to="/">
          {pageNotFound.home}
        </Link>
      </div>
    </div>
  )
}
