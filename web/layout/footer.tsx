import { Link } from 'react-router'
import { useMessages, useSession } from '#web/context/app-context.ts'
import { toSellPath } from '#web/session/return-path.ts'

export const Footer = () => {
  const { shop, footer, topBar } = useMessages()
  const isMember = useSession().state === 'member'
  return (
    <footer className="foot on-awning">
      <div className="wrap">
        <div className="foot__in">
          <div>
            <span className="logo" role="img" aria-label={shop} />
            <p className="foot__motto">{footer.motto}</p>
          </div>
          <nav className="foot__links" aria-label={footer.label}>
            <Link to="/">{topBar.home}</Link>
            <Link to="/bikes">{topBar.search}</Link>
            <Link to="/blog">{topBar.blog}</Link>
            <Link to={toSellPath(isMember)}>{topBar.sellBike}</Link>
            <Link to="/#why">{footer.safety}</Link>
            <Link to="/#contact">{footer.contact}</Link>
            <Link to="/terms">{footer.terms}</Link>
            <Link to="/privacy">{footer.privacy}</Link>
            {isMember ? (
              <Link to="/dashboard">{topBar.dashboard}</Link>
            ) : (
              <>
                <Link to="/login">{topBar.login}</Link>
                <Link to="/register">{topBar.registration}</Link>
              </>
            )}
            <Link to="/valuation">{topBar.valuation}</Link>
          </nav>
        </div>
        <div className="foot__end">
          <span>{footer.rights}</span>
          <span>{footer.prices}</span>
        </div>
      </div>
    </footer>
  )
}
