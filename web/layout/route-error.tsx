import { lazy, Suspense, useEffect } from 'react'
import { isRouteErrorResponse, Link, useRevalidator, useRouteError } from 'react-router'
import { Unreachable } from '#contract/client.ts'
import { isRefusal } from '#web/context/display-error.ts'
import { useWords } from '#web/context/app-context.ts'
import { Waiting } from '#web/ui/loading-screen.tsx'

const statusOf = (error: unknown): number => (isRouteErrorResponse(error) || isRefusal(error) ? error.status : 500)

// Seldom seen, so they are fetched when they are: a screen that throws these has run in the browser.
// The server has this one at hand, so that a bike that is gone is told of without scripts too.
const loadLost = async () => (await import('./not-found.tsx')).default
const Lost = import.meta.env.SSR ? await loadLost() : lazy(async () => ({ default: await loadLost() }))
const NotAllowed = lazy(async () => ({ default: (await import('./not-allowed.tsx')).NotAllowed }))

const Failed = ({ message, onRetry }: { message: string; onRetry?: () => void }) => {
  const { failed, title } = useWords()
  const { revalidate, state } = useRevalidator()
  return (
    <div className="wrap centred" role="alert">
      <title>{title(failed.title)}</title>
      <h1>{failed.heading}</h1>
      <p>{message}</p>
      <div className="centred__acts">
        <button
          className="btn btn--primary btn--lg"
          type="button"
          aria-busy={state === 'loading'}
          onClick={onRetry ?? (() => void revalidate())}
        >
          {failed.retry}
        </button>
        <Link className="btn btn--line btn--lg" to="/">
          {failed.home}
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
const NewVersion = () => {
  const { failed } = useWords()
  const isHopeless = !navigator.onLine || wasReloaded()
  useEffect(() => {
    if (!isHopeless) location.reload()
  }, [isHopeless])
  if (!isHopeless) return <Waiting />
  return <Failed message={navigator.onLine ? failed.text : failed.unreachable} onRetry={() => location.reload()} />
}

/** What stands in place of a screen that could not be shown. */
export const PageTrouble = () => {
  const error = useRouteError()
  const { failed } = useWords()
  const status = statusOf(error)
  if (status === 404 || status === 403)
    return <Suspense fallback={<Waiting />}>{status === 404 ? <Lost /> : <NotAllowed />}</Suspense>
  if (isCodeMissing(error)) return <NewVersion />
  const isTold = isRefusal(error) || error instanceof Unreachable
  return <Failed message={isTold ? error.message : failed.text} />
}
