import { useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import logo from '#web/assets/brand/logo-on-green.svg'
import { loginPath } from '#web/session/return-path.ts'
import { useSession, useWords } from '#web/context/app-context.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { OtherLanguage } from './language-link.tsx'
import { ThemeButton } from './theme-button.tsx'
import { useSignOut } from './use-sign-out.ts'

const Links = () => {
  const { bar } = useWords()
  const isMember = useSession().state === 'member'
  const { pathname } = useLocation()
  return (
    <>
      <NavLink className="navlink" to="/" end aria-current={pathname === '/home' ? 'page' : undefined}>
        {bar.home}
      </NavLink>
      <NavLink className="navlink" to="/blog">
        {bar.blog}
      </NavLink>
      {isMember && (
        <NavLink className="navlink" to="/dashboard">
          {bar.dashboard}
        </NavLink>
      )}
    </>
  )
}

/** Login and Registration, or the person and Log out. Its place is kept while the session loads, so nothing moves. */
const Person = () => {
  const { bar } = useWords()
  const who = useSession()
  const { pathname, search } = useLocation()
  const signOut = useSignOut()
  if (who.state === 'member') {
    return (
      <>
        <Avatar user={who.user} label={bar.signedInAs(who.user.displayName)} />
        <span className="person__name">{who.user.displayName}</span>
        <button className="topbtn topbtn--line" type="button" onClick={signOut}>
          {bar.logOut}
        </button>
      </>
    )
  }
  return (
    <>
      <Link className="topbtn topbtn--line" to={loginPath(pathname + search)}>
        {bar.login}
      </Link>
      <Link className="topbtn topbtn--solid" to="/register">
        {bar.registration}
      </Link>
    </>
  )
}

/** The awning: one row from lg on, below it a menu that unfolds in 300 ms. */
export const TopBar = () => {
  const { shop, bar } = useWords()
  const { state } = useSession()
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  // The menu belongs to the place where it was opened, so following a link folds it.
  const isOpen = openAt === key
  return (
    <header className="topbar on-awning">
      <div className="wrap">
        <div className="topbar__in">
          <Link className="brand" to="/">
            <img src={logo} alt={shop} width={1548} height={250} />
          </Link>
          <nav aria-label={bar.main}>
            <Links />
          </nav>
          <Link className="topsearch" to="/bikes">
            {bar.search}
          </Link>
          <OtherLanguage />
          <ThemeButton />
          <div className={`person person--${state} only-wide`}>
            <Person />
          </div>
          <button
            className="topbtn only-narrow needs-scripts"
            type="button"
            aria-expanded={isOpen}
            aria-controls="menu"
            aria-label={bar.menu}
            onClick={() => setOpenAt(isOpen ? null : key)}
          >
            <i className="sign" />
          </button>
        </div>
        <div className={`unfold only-narrow${isOpen ? ' is-open' : ''}`} id="menu">
          <div>
            <nav className="topmenu" aria-label={bar.menu}>
              <Links />
              <div className={`topmenu__person person--${state}`}>
                <Person />
              </div>
            </nav>
          </div>
        </div>
      </div>
    </header>
  )
}
