// Fetches a screen's code when a link to it is pointed at, touched or focused: the click then waits for data only.
import { matchRoutes, type RouteObject } from 'react-router'

const intentEvents = ['pointerover', 'focusin', 'touchstart'] as const

const findLink = (event: Event): HTMLAnchorElement | null =>
  event.target instanceof Element ? event.target.closest('a') : null

/** Listens on the whole page, for links that come later too. */
export const prefetchOnIntent = (routes: RouteObject[], basename: string): void => {
  const prefetch = (event: Event) => {
    const link = findLink(event)
    if (!link || link.origin !== location.origin || link.pathname === location.pathname) return
    for (const { route } of matchRoutes(routes, link.pathname, basename) ?? []) {
      // A chunk that does not come now is asked for again by the click, which tells the person.
      if (typeof route.lazy === 'object') route.lazy.Component?.().catch(() => {})
    }
  }
  for (const eventName of intentEvents) document.addEventListener(eventName, prefetch, { passive: true })
}
