import { useLocation } from 'react-router'
import { toLanguagePath } from '#web/i18n/language.ts'
import { toSameSitePath } from '#web/session/return-path.ts'
import { useReady } from '#web/ui/hydration/use-ready.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'

/** Stands in for a page that was never seen while the shop cannot be reached; the service worker leads here. */
export default function Offline() {
  const { offline, title } = useMessages()
  const { language } = useApp()
  const { search } = useLocation()
  // The page was kept without an address to come back to; it is known once the program runs.
  const isReady = useReady()
  const wanted = toLanguagePath(language.code, isReady ? toSameSitePath(new URLSearchParams(search).get('from')) : '/')
  return (
    <div className="wrap centred">
      <title>{title(offline.title)}</title>
      <h1>{offline.heading}</h1>
      <p>{offline.text}</p>
      <div className="centred__acts">
        {/* The address is asked for anew, not by the program, which may not have come whole. */}
        <a className="btn btn--primary btn--lg" href={wanted}>
          {offline.retry}
        </a>
        <a className="btn btn--line btn--lg" href={toLanguagePath(language.code, '/')}>
          {offline.home}
        </a>
      </div>
    </div>
  )
}
