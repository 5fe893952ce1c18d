import { lazy, Suspense, useEffect } from 'react'
import { isRouteErrorResponse, Link, useRevalidator, useRouteError } from 'react-router'
import { UnreachableError } from '#contract/client.ts'
import { isApiResponseError } from '#web/context/display-error.ts'
import { useMessages } from '#web/context/app-context.ts'
import { LoadingPage } from '#web/ui/loading-screen.tsx'

// Trying again does not mend an address whose id is none.
const getStatus = (error: unknown): number => {
  if (isRouteErrorResponse(error)) return error.status
  if (!isApiResponseError(error)) return 500
  return error.body.field === 'id' ? 404 : error.status
}

// Rarely shown, so the browser loads these screens on demand.
// The server imports the 404 screen directly, so that it also works without JavaScript.
const loadNotFound = async () => (await import('./not-found.tsx')).default
const NotFound = import.meta.env.SSR ? await loadNotFound() : lazy(async () => ({ default: await loadNotFound() }))
const NotAllowed = lazy(async () => ({ default: (await import('./not-allowed.tsx')).NotAllowed }))

const ErrorMessage = ({ message, onRetry }: { message: string; onRetry?: () => void }) => {
  const { errorPage, title } = useMessages()
  const { revalidate, state } = useRevalidator()
  return (
    <div className="wrap centred" role="alert">
      <title>{title(errorPage.heading)}</title>
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

/** Whether a code chunk failed to load: no network, or a new deployment replaced the chunks. */
const isCodeMissing = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|importing a module script failed/i.test(error.message)

/** Whether a code chunk did not come in time (routes.tsx). */
const isCodeLate = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'

// A chunk that is still missing after a reload will not appear by reloading again.
const wasReloaded = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload')

// Firefox gives up the code that it fetches when somebody leaves the page. A reload at once would cancel where they go.
const leavingMs = 4_000

/** Reloads the page once, because a new version may be deployed; offline it shows an error instead. */
const NewVersionReload = () => {
  const { errorPage } = useMessages()
  const isReloadUseless = !navigator.onLine || wasReloaded()
  useEffect(() => {
    if (isReloadUseless) return undefined
    const timer = setTimeout(() => location.reload(), leavingMs)
    return () => clearTimeout(timer)
  }, [isReloadUseless])
  if (!isReloadUseless) return <LoadingPage />
  return (
    <ErrorMessage
      message={navigator.onLine ? errorPage.text : errorPage.unreachable}
      onRetry={() => location.reload()}
    />
  )
}

/** The error boundary of the routes, shown in place of a screen that failed. */
export const ErrorPage = () => {
  const error = useRouteError()
  const { errorPage } = useMessages()
  const status = getStatus(error)
  if (status === 404 || status === 403)
    return <Suspense fallback={<LoadingPage />}>{status === 404 ? <NotFound /> : <NotAllowed />}</Suspense>
  if (isCodeMissing(error)) return <NewVersionReload />
  if (isCodeLate(error)) return <ErrorMessage message={errorPage.unreachable} onRetry={() => location.reload()} />
  // What the API says of an unknown error begins with the words of the heading.
  const hasMessage = (isApiResponseError(error) && status !== 500) || error instanceof UnreachableError
  return <ErrorMessage message={hasMessage ? error.message : errorPage.text} />
}
