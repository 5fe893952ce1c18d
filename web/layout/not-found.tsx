import { data, Link } from 'react-router'
import { MilestoneIllustration } from './milestone-illustration.tsx'
import { notFoundMessages } from '#web/i18n/en/not-found.ts'
import { useMessages } from '#web/context/app-context.ts'

export const loader = () => data(null, { status: 404 })

/** The 404 page of the specification, shown for any routing error. */
export default function NotFound() {
  const { title } = useMessages()
  const { pageNotFound } = useMessages(notFoundMessages)
  return (
    <div className="wrap centred">
      <title>{title(pageNotFound.title)}</title>
      <MilestoneIllustration />
      <h1>{pageNotFound.heading}</h1>
      <p>{pageNotFound.text}</p>
      <Link className="btn btn--primary btn--lg" to="/">
        {pageNotFound.home}
      </Link>
    </div>
  )
}
