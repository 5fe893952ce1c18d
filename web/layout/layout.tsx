import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router'
import { Wheel } from '#web/ui/spinner.tsx'
import { useWords } from '#web/context/app-context.ts'
import { Addresses, publicScreen } from './canonical-links.tsx'
import { AwayNote } from './offline-notice.tsx'
import { Footer } from './footer.tsx'
import { TopBar } from './top-bar.tsx'

/** Shown after 300 ms of waiting for the next screen, by its style. */
const Moving = () => {
  const { waiting } = useWords()
  return (
    <div className="moving" role="status">
      <Wheel size={28} className="wheel" />
      <span className="sr-only">{waiting.label}</span>
    </div>
  )
}

/** Moves the focus to the new screen, as a page load would, so that the keyboard and screen readers start at its top. */
const useFocusOnMove = () => {
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

/** The frame of every screen: awning, screen, footer. */
export const Layout = () => {
  const { bar } = useWords()
  const { state, location: next } = useNavigation()
  const { pathname } = useLocation()
  const main = useFocusOnMove()
  const isPublic = useMatches().some(({ handle }) => handle === publicScreen)
  const isMoving = state === 'loading' && next.pathname !== pathname
  return (
    <>
      {isPublic && <Addresses />}
      <a className="skip" href="#main">
        {bar.skip}
      </a>
      <TopBar />
      <AwayNote />
      <main id="main" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      {isMoving && <Moving />}
      <ScrollRestoration />
    </>
  )
}
