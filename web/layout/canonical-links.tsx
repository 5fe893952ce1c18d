import { useLocation } from 'react-router'
import { toLanguagePath } from '#web/i18n/language.ts'
import { useApp } from '#web/context/app-context.ts'

/** Route handle of a screen that search engines may index. */
export const publicScreen = 'public'

/** Canonical and alternate-language links for search engines. */
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
