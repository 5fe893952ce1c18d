import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { toLanguagePath } from '#web/i18n/language.ts'
import { toSameSitePath } from '#web/session/return-path.ts'
import { useReady } from '#web/ui/hydration/use-ready.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'
import { offlinePageMessages } from '#web/i18n/en/offline-page.ts'

type SavedPage = { path: string; title: string }

const maxSavedPages = 10

/** The pages of this language that the service worker has saved, the newest first. */
const findSavedPages = async (language: string): Promise<SavedPage[]> => {
  const cache = await caches.open('pages-1')
  const requests = [...(await cache.keys())].reverse()
  const pages = await Promise.all(
    requests.map(async (request) => {
      const { pathname, search } = new URL(request.url)
      const html = await (await cache.match(request))?.text()
      const document = new DOMParser().parseFromString(html ?? '', 'text/html')
      return { path: pathname + search, title: document.title, language: document.documentElement.lang }
    }),
  )
  return pages.filter((page) => page.title !== '' && page.language === language).slice(0, maxSavedPages)
}

/** Links to the pages that can be read without a network; nothing where none is saved. */
const SavedPages = () => {
  const messages = useMessages(offlinePageMessages)
  const { code } = useApp().language
  const [pages, setPages] = useState<SavedPage[]>([])
  useEffect(() => {
    // Without a cache there is nothing to list.
    findSavedPages(code).then(setPages, () => {})
  }, [code])
  if (pages.length === 0) return null
  return (
    <nav aria-labelledby="saved-pages">
      <h2 className="h3" id="saved-pages">
        {messages.saved}
      </h2>
      {pages.map(({ path, title }) => (
        <p key={path}>
          <a className="link" href={path}>
            {title}
          </a>
        </p>
      ))}
    </nav>
  )
}

/** The service worker shows this page for a page that is not cached while the network is down. */
export default function Offline() {
  const { title } = useMessages()
  const messages = useMessages(offlinePageMessages)
  const { language } = useApp()
  const { search } = useLocation()
  // The cached page does not know the requested URL; it is known after hydration.
  const isReady = useReady()
  const wanted = toLanguagePath(language.code, isReady ? toSameSitePath(new URLSearchParams(search).get('from')) : '/')
  return (
    <div className="wrap centred">
      <title>{title(messages.title)}</title>
      <h1>{messages.heading}</h1>
      <p>{messages.text}</p>
      <div className="centred__acts">
        {/* A plain link, because the program may not have loaded completely offline. */}
        <a className="btn btn--primary btn--lg" href={wanted}>
          {messages.retry}
        </a>
        <a className="btn btn--line btn--lg" href={toLanguagePath(language.code, '/')}>
          {messages.home}
        </a>
      </div>
      <SavedPages />
    </div>
  )
}
