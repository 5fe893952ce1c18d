import { Link } from 'react-router'
import logo from '#web/assets/brand/logo-on-green.svg'
import { useMessages } from '#web/context/app-context.ts'

export const Footer = () => {
  const { shop, footer, topBar } = useMessages()
  return (
    <footer className="foot on-awning">
      <div className="wrap">
        <div className="foot__in">
          <div>
            <img src={logo} alt={shop} width={186} height={30} />
            <p className="foot__motto">{footer.motto}</p>
          </div>
          <nav className="foot__links" aria-label={footer.label}>
            <Link to="/">{topBar.home}</Link>
            <Link to="/bikes">{topBar.search}</Link>
            <Link to="/blog">{topBar.blog}</Link>
            <Link to="/login">{topBar.login}</Link>
            <Link to="/register">{topBar.registration}</Link>
          </nav>
        </div>
        <div className="foot__end">
          <span>{footer.rights}</span>
          <span>{footer.money}</span>
        </div>
      </div>
    </footer>
  )
}
