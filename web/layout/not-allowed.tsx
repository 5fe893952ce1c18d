import { isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router'
import type { ForbiddenData } from '#web/app/guard.ts'
import { notFoundMessages } from '#web/i18n/en/not-found.ts'
import { useMessages, useSession } from '#web/context/app-context.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { useSignOut } from './use-sign-out.ts'

const mayAddRole = (error: unknown): boolean => {
  const forbidden: Partial<ForbiddenData> | null = isRouteErrorResponse(error) ? error.data : null
  return forbidden?.mayAddRole === true
}

/**
 * Shown for 403: the person is signed in, but the page is for another role. Logging out runs the page's guard again, which
 * redirects to the log-in page with this page to return to.
 */
export const NotAllowed = () => {
  const { title } = useMessages()
  const { notAllowed } = useMessages(notFoundMessages)
  // Buyers come here with "Sell your bike".
  const isAdding = useLocation().pathname === '/dashboard/addproducts'
  const isSelling = mayAddRole(useRouteError()) && isAdding
  const texts = isSelling ? notAllowed.selling : notAllowed
  const isLoggingOut = useSession().state === 'loading'
  const signOut = useSignOut()
  return (
    <div className="wrap centred">
      <title>{title(texts.title)}</title>
      <h1>{texts.heading}</h1>
      <p>{texts.text}</p>
      <div className="centred__acts">
        {isSelling && (
          <Link className="btn btn--primary btn--lg" to="/dashboard/sell">
            {notAllowed.selling.sell}
          </Link>
        )}
        <button
          className={isSelling ? 'btn btn--line btn--lg' : 'btn btn--primary btn--lg'}
          type="button"
          aria-busy={isLoggingOut}
          disabled={isLoggingOut}
          onClick={signOut}
        >
          {isLoggingOut && <Spinner size={20} className="wheel-in" />}
          {texts.anotherAccount}
        </button>
        <Link className="btn btn--line btn--lg" to="/">
          {notAllowed.home}
        </Link>
      </div>
    </div>
  )
}
