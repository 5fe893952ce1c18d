import { useLocation } from 'react-router'
import { toLanguagePath } from '#web/i18n/language.ts'
import { useApp } from '#web/context/app-context.ts'

/** The mark of a screen that search engines may show. */
export const publicScreen = 'public'

/** For search engines: where this page stands, and where it stands in each language. */
export const CanonicalLinks = () => {
  const { language, shopUrl } = useApp()
  const { pathname } = useLocation()
  const path = pathname === '/home' ? '/' : pathname
  return (
    <>
      <link rel="canonical" href={shopUrl + toLanguagePath(language.code, path)} />
      <link rel="alternate" hrefLang="en" href={shopUrl + path} />
      <link rel="alternate" hrefLang="bn" href={shopUrl + toLanguagePath('bn', path)} />
      <link rel="alternate" hrefLang="x-default" href={shopUrl + path} />
    </>
  )
}
