import { useLocation } from 'react-router'
import { saveLanguage } from '#web/context/language-choice.ts'
import { toLanguagePath, type LanguageCode } from '#web/i18n/language.ts'
import { useApp } from '#web/context/app-context.ts'

// Each language is called by its own name, so that whoever reads it finds it.
const names = { en: 'English', bn: 'বাংলা' }

/** The way to the same page in the other language; the choice is remembered. */
export const LanguageLink = () => {
  const { language } = useApp()
  const { pathname, search, hash } = useLocation()
  const other: LanguageCode = language.code === 'en' ? 'bn' : 'en'
  return (
    <a
      className="topbtn topbtn--language"
      href={toLanguagePath(other, pathname) + search + hash}
      lang={other}
      hrefLang={other}
      onClick={() => saveLanguage(other)}
    >
      {names[other]}
    </a>
  )
}
