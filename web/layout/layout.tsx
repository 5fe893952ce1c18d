import { useEffect, useRef } from 'react'
import { createPath, Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router'
import { LoadingPart } from '#web/ui/loading-part.tsx'
import { useMessages } from '#web/context/app-context.ts'
import { CanonicalLinks, publicScreen } from './canonical-links.tsx'
import { ScrollPlaces } from './scroll-places.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { Footer } from './footer.tsx'
import { TopBar } from './top-bar.tsx'

/** Another document's first page has the same key; where somebody was in it, ScrollPlaces knows. */
const getScrollKey = ({ key }: { key: string }) => performance.timeOrigin + key

/** Focuses the main element after a navigation, as a page load would, for keyboard and screen-reader users. */
const useFocusOnNavigation = () => {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shownPath = useRef(pathname)
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

/** The frame of every screen: top bar, screen, footer. */
export const Layout = () => {
  const { topBar } = useMessages()
  const { state, location: next } = useNavigation()
  const { pathname } = useLocation()
  const main = useFocusOnNavigation()
  const isPublic = useMatches().some(({ handle }) => handle === publicScreen)
  const isNavigating = state === 'loading' && next.pathname !== pathname
  return (
    <>
      {isPublic && <CanonicalLinks />}
      <a className="skip" href="#main">
        {topBar.skip}
      </a>
      <TopBar />
      <OfflineNotice />
      <main id="main" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      {isNavigating && <LoadingPart href={createPath(next)} />}
      <ScrollRestoration getKey={getScrollKey} />
      <ScrollPlaces />
    </>
  )
}
