import { lazy, Suspense, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { toAuthPath, toSellPath } from '#web/session/return-path.ts'
import { useSession, useMessages } from '#web/context/app-context.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { LanguageLink } from './language-link.tsx'
import { ThemeButton } from './theme-button.tsx'
import { useSignOut } from './use-sign-out.ts'

const Bell = lazy(async () => ({ default: (await import('#web/components/notifications/bell.tsx')).Bell }))

const Links = () => {
  const { topBar } = useMessages()
  const isMember = useSession().state === 'member'
  const { pathname } = useLocation()
  return (
    <>
      <NavLink className="navlink" to="/" end aria-current={pathname === '/home' ? 'page' : undefined}>
        {topBar.home}
      </NavLink>
      <NavLink className="navlink" to="/blog">
        {topBar.blog}
      </NavLink>
      {isMember && (
        <NavLink className="navlink" to="/dashboard">
          {topBar.dashboard}
        </NavLink>
      )}
    </>
  )
}

/** For people who have a bike: selling it, and what it is worth. */
const OwnBikeLinks = ({ sellPath }: { sellPath: string }) => {
  const { topBar } = useMessages()
  return (
    <>
      <Link className="navlink" to={sellPath}>
        {topBar.sellBike}
      </Link>
      <Link className="navlink" to="/valuation">
        {topBar.valuation}
      </Link>
    </>
  )
}

/**
 * Login and Registration links, or avatar and Log out. Space is reserved while the session loads, to avoid layout
 * shift.
 */
const AccountLinks = () => {
  const { topBar } = useMessages()
  const authState = useSession()
  const { pathname, search } = useLocation()
  const signOut = useSignOut()
  if (authState.state === 'member') {
    return (
      <>
        <Avatar user={authState.user} label={topBar.signedInAs(authState.user.displayName)} />
        <span className="person__name">{authState.user.displayName}</span>
        <button className="topbtn topbtn--line" type="button" onClick={signOut}>
          {topBar.logOut}
        </button>
      </>
    )
  }
  return (
    <>
      <Link className="topbtn topbtn--line" to={toAuthPath('/login', { from: pathname + search })}>
        {topBar.login}
      </Link>
      <Link className="topbtn topbtn--solid" to={toAuthPath('/register', { from: pathname + search })}>
        {topBar.registration}
      </Link>
    </>
  )
}

/** The top bar: one row from breakpoint lg on; below it a menu that unfolds in 300 ms. */
export const TopBar = () => {
  const { shop, topBar } = useMessages()
  const { state } = useSession()
  const isMember = state === 'member'
  const sellPath = toSellPath(isMember)
  const { key } = useLocation()
  const [openLocationKey, setOpenLocationKey] = useState<string | null>(null)
  // The open menu is tied to its location, so following a link closes it.
  const isOpen = openLocationKey === key
  return (
    <header className={`topbar on-awning topbar--${state}`}>
      <div className="wrap">
        <div className="topbar__in">
          <Link className="brand" to="/">
            <span className="logo" role="img" aria-label={shop} />
          </Link>
          <nav aria-label={topBar.main}>
            <Links />
          </nav>
          <Link className="topsearch" to="/bikes">
            {topBar.search}
          </Link>
          <LanguageLink />
          {isMember && (
            <Suspense fallback={<span className="bell" />}>
              <Bell />
            </Suspense>
          )}
          <Link className="topbtn topbtn--solid topbtn--sell" to={sellPath}>
            <span className="only-narrow">{topBar.sell}</span>
            <span className="only-wide">{topBar.sellBike}</span>
          </Link>
          <span className="only-wide">
            <ThemeButton />
          </span>
          <div className={`person person--${state} only-wide`}>
            <AccountLinks />
          </div>
          <button
            className="topbtn only-narrow needs-scripts"
            type="button"
            aria-expanded={isOpen}
            aria-controls="menu"
            aria-label={topBar.menu}
            onClick={() => setOpenLocationKey(isOpen ? null : key)}
          >
            <i className="sign" />
          </button>
        </div>
        <div className={`unfold only-narrow${isOpen ? ' is-open' : ''}`} id="menu">
          <div>
            <nav className="topmenu" aria-label={topBar.menu}>
              <Links />
              <OwnBikeLinks sellPath={sellPath} />
              <div className="topmenu__pair">
                <ThemeButton />
                {isMember && <LanguageLink />}
              </div>
              <div className={`topmenu__person person--${state}`}>
                <AccountLinks />
              </div>
            </nav>
          </div>
        </div>
      </div>
    </header>
  )
}
