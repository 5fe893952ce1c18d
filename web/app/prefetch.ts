// Prefetches a page's code when a link to it is hovered, touched or focused. The click then waits for data only.
import { matchRoutes, type RouteObject } from 'react-router'

const intentEvents = ['pointerover', 'focusin', 'touchstart'] as const

const findLink = (event: Event): HTMLAnchorElement | null =>
  event.target instanceof Element ? event.target.closest('a') : null

/** Uses event delegation, so links that are added later work too. */
export const prefetchOnIntent = (routes: RouteObject[], basename: string): void => {
  const prefetch = (event: Event) => {
    const link = findLink(event)
    if (!link || link.origin !== location.origin || link.pathname === location.pathname) return
    for (const { route } of matchRoutes(routes, link.pathname, basename) ?? []) {
      // After a failure the click fetches the code again and shows the error.
      if (typeof route.lazy === 'object') route.lazy.Component?.().catch(() => {})
    }
  }
  for (const eventName of intentEvents) document.addEventListener(eventName, prefetch, { passive: true })
}
