import { useLocation } from 'react-router'
import { toLanguagePath } from '#web/i18n/language.ts'
import { toSameSitePath } from '#web/session/return-path.ts'
import { useReady } from '#web/ui/hydration/use-ready.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'

/** The service worker shows this page for a page that is not cached while the network is down. */
export default function Offline() {
  const { offline, title } = useMessages()
  const { language } = useApp()
  const { search } = useLocation()
  // The cached page does not know the requested URL; it is known after hydration.
  const isReady = useReady()
  const wanted = toLanguagePath(language.code, isReady ? toSameSitePath(new URLSearchParams(search).get('from')) : '/')
  return (
    <div className="wrap centred">
      <title>{title(offline.title)}</title>
      <h1>{offline.heading}</h1>
      <p>{offline.text}</p>
      <div className="centred__acts">
        {/* A plain link, because the program may not have loaded completely offline. */}
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
