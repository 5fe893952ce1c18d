import { Link } from 'react-router'
import { notFoundMessages } from '#web/i18n/en/not-found.ts'
import { useMessages, useSession } from '#web/context/app-context.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { useSignOut } from './use-sign-out.ts'

/**
 * Shown for 403: the person is signed in, but the page is for another role. Logging out runs the page's guard again, which
 * redirects to the log-in page with this page to return to.
 */
export const NotAllowed = () => {
  const { title } = useMessages()
  const { notAllowed } = useMessages(notFoundMessages)
  const isLoggingOut = useSession().state === 'loading'
  const signOut = useSignOut()
  return (
    <div className="wrap centred">
      <title>{title(notAllowed.title)}</title>
      <h1>{notAllowed.heading}</h1>
      <p>{notAllowed.text}</p>
      <div className="centred__acts">
        <button
          className="btn btn--primary btn--lg"
          type="button"
          aria-busy={isLoggingOut}
          disabled={isLoggingOut}
          onClick={signOut}
        >
          {isLoggingOut && <Spinner size={20} className="wheel-in" />}
          {notAllowed.anotherAccount}
        </button>
        <Link className="btn btn--line btn--lg" to="/">
          {notAllowed.home}
        </Link>
      </div>
    </div>
  )
}
