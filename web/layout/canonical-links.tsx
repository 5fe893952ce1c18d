import { useLocation } from 'react-router'
import { pathIn } from '#web/i18n/language.ts'
import { useWorld } from '#web/context/app-context.ts'

/** The mark of a screen that search engines may show. */
export const publicScreen = 'public'

/** For search engines: where this page stands, and where it stands in each language. */
export const Addresses = () => {
  const { language, shopUrl } = useWorld()
  const { pathname } = useLocation()
  const path = pathname === '/home' ? '/' : pathname
  return (
    <>
      <link rel="canonical" href={shopUrl + pathIn(language.code, path)} />
      <link rel="alternate" hrefLang="en" href={shopUrl + path} />
      <link rel="alternate" hrefLang="bn" href={shopUrl + pathIn('bn', path)} />
      <link rel="alternate" hrefLang="x-default" href={shopUrl + path} />
    </>
  )
}
