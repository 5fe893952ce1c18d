import { lazy, Suspense, useEffect } from 'react'
import { isRouteErrorResponse, Link, useRevalidator, useRouteError } from 'react-router'
import { UnreachableError } from '#contract/client.ts'
import { isApiResponseError } from '#web/context/display-error.ts'
import { useMessages } from '#web/context/app-context.ts'
import { LoadingPage } from '#web/ui/loading-screen.tsx'

const getStatus = (error: unknown): number =>
  isRouteErrorResponse(error) || isApiResponseError(error) ? error.status : 500

// Seldom seen, so they are fetched when they are: a screen that throws these has run in the browser.
// The server has this one at hand, so that a bike that is gone is told of without scripts too.
const loadNotFound = async () => (await import('./not-found.tsx')).default
const NotFound = import.meta.env.SSR ? await loadNotFound() : lazy(async () => ({ default: await loadNotFound() }))
const NotAllowed = lazy(async () => ({ default: (await import('./not-allowed.tsx')).NotAllowed }))

const ErrorMessage = ({ message, onRetry }: { message: string; onRetry?: () => void }) => {
  const { errorPage, title } = useMessages()
  const { revalidate, state } = useRevalidator()
  return (
    <div className="wrap centred" role="alert">
      <title>{title(errorPage.title)}</title>
      <h1>{errorPage.heading}</h1>
      <p>{message}</p>
      <div className="centred__acts">
        <button
          className="btn btn--primary btn--lg"
          type="button"
          aria-busy={state === 'loading'}
          onClick={onRetry ?? (() => void revalidate())}
        >
          {errorPage.retry}
        </button>
        <Link className="btn btn--line btn--lg" to="/">
          {errorPage.home}
        </Link>
      </div>
    </div>
  )
}

/** A part of the program that did not come: no network, or a newer version that has other parts. */
const isCodeMissing = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|importing a module script failed/i.test(error.message)

// The navigation tells whether this page has come by loading it anew: what is missing then too, will not come by itself.
const wasReloaded = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload')

/** Loads the page anew, once, since the shop may have a new version; without a network it says so instead. */
const NewVersionReload = () => {
  const { errorPage } = useMessages()
  const isReloadUseless = !navigator.onLine || wasReloaded()
  useEffect(() => {
    if (!isReloadUseless) location.reload()
  }, [isReloadUseless])
  if (!isReloadUseless) return <LoadingPage />
  return (
    <ErrorMessage
      message={navigator.onLine ? errorPage.text : errorPage.unreachable}
      onRetry={() => location.reload()}
    />
  )
}

/** What stands in place of a screen that could not be shown. */
export const ErrorPage = () => {
  const error = useRouteError()
  const { errorPage } = useMessages()
  const status = getStatus(error)
  if (status === 404 || status === 403)
    return <Suspense fallback={<LoadingPage />}>{status === 404 ? <NotFound /> : <NotAllowed />}</Suspense>
  if (isCodeMissing(error)) return <NewVersionReload />
  const hasMessage = isApiResponseError(error) || error instanceof UnreachableError
  return <ErrorMessage message={hasMessage ? error.message : errorPage.text} />
}
