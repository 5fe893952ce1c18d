import { useLocation } from 'react-router'
import { pathIn } from '#web/i18n/language.ts'
import { ownPath } from '#web/session/return-path.ts'
import { useReady } from '#web/ui/hydration/use-ready.ts'
import { useWords, useWorld } from '#web/context/app-context.ts'

/** Stands in for a page that was never seen while the shop cannot be reached; the service worker leads here. */
export default function Offline() {
  const { away, title } = useWords()
  const { language } = useWorld()
  const { search } = useLocation()
  // The page was kept without an address to come back to; it is known once the program runs.
  const isReady = useReady()
  const wanted = pathIn(language.code, isReady ? ownPath(new URLSearchParams(search).get('from')) : '/')
  return (
    <div className="wrap centred">
      <title>{title(away.title)}</title>
      <h1>{away.heading}</h1>
      <p>{away.text}</p>
      <div className="centred__acts">
        {/* The address is asked for anew, not by the program, which may not have come whole. */}
        <a className="btn btn--primary btn--lg" href={wanted}>
          {away.retry}
        </a>
        <a className="btn btn--line btn--lg" href={pathIn(language.code, '/')}>
          {away.home}
        </a>
      </div>
    </div>
  )
}
