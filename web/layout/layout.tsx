import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router'
import { Spinner } from '#web/ui/spinner.tsx'
import { useMessages } from '#web/context/app-context.ts'
import { CanonicalLinks, publicScreen } from './canonical-links.tsx'
import { ScrollPlaces } from './scroll-places.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { Footer } from './footer.tsx'
import { TopBar } from './top-bar.tsx'

/** CSS shows it after 300 ms of navigation. */
const NavigationSpinner = () => {
  const { loading } = useMessages()
  return (
    <div className="moving" role="status">
      <Spinner size={28} className="wheel" />
      <span className="sr-only">{loading.label}</span>
    </div>
  )
}

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
      {isNavigating && <NavigationSpinner />}
      <ScrollRestoration />
      <ScrollPlaces />
    </>
  )
}
