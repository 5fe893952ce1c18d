// Links: a page's code is prefetched when a link to it is hovered, touched or focused, so that the click waits for data only;
// a link in a part that is not hydrated yet opens its page without loading the document again.
import { matchRoutes, type DataRouter, type RouteObject } from 'react-router'

const intentEvents = ['pointerover', 'focusin', 'touchstart'] as const

const findLink = (event: Event): HTMLAnchorElement | null =>
  event.target instanceof Element ? event.target.closest('a') : null

const leadsToOtherPage = ({ origin, pathname }: HTMLAnchorElement): boolean =>
  origin === location.origin && pathname !== location.pathname

/** Uses event delegation, so links that are added later work too. */
export const prefetchOnIntent = (routes: RouteObject[], basename: string): void => {
  const prefetch = (event: Event) => {
    const link = findLink(event)
    if (!link || !leadsToOtherPage(link)) return
    for (const { route } of matchRoutes(routes, link.pathname, basename) ?? []) {
      // After a failure the click fetches the code again and shows the error.
      if (typeof route.lazy === 'object') route.lazy.Component?.().catch(() => {})
    }
  }
  for (const eventName of intentEvents) document.addEventListener(eventName, prefetch, { passive: true })
}

/** Follows links that React does not handle yet (web/ui/hydration/lazy-hydration.tsx); React stops their events on the way. */
export const followUnreadyLinks = (router: DataRouter, basename: string): void => {
  const follow = (event: MouseEvent) => {
    const link = findLink(event)
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!link?.closest('.lazy-part:not([data-ready])') || link.target || !isPlain || !leadsToOtherPage(link)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    void router.navigate(link.href.slice(link.origin.length + (basename === '/' ? 0 : basename.length)) || '/')
  }
  addEventListener('click', follow, { capture: true })
}
