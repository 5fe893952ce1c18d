import { Link } from 'react-router'
import logo from '#web/assets/brand/logo-on-green.svg'
import { useWords } from '#web/context/app-context.ts'

export const Footer = () => {
  const { shop, foot, bar } = useWords()
  return (
    <footer className="foot on-awning">
      <div className="wrap">
        <div className="foot__in">
          <div>
            <img src={logo} alt={shop} width={186} height={30} />
            <p className="foot__motto">{foot.motto}</p>
          </div>
          <nav className="foot__links" aria-label={foot.label}>
            <Link to="/">{bar.home}</Link>
            <Link to="/bikes">{bar.search}</Link>
            <Link to="/blog">{bar.blog}</Link>
            <Link to="/login">{bar.login}</Link>
            <Link to="/register">{bar.registration}</Link>
          </nav>
        </div>
        <div className="foot__end">
          <span>{foot.rights}</span>
          <span>{foot.money}</span>
        </div>
      </div>
    </footer>
  )
}
