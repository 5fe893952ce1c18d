import { useLocation } from 'react-router'
import { saveLanguage } from '#web/context/language-choice.ts'
import { toLanguagePath, type LanguageCode } from '#web/i18n/language.ts'
import { useApp } from '#web/context/app-context.ts'

// Each language is named in that language, so that its readers recognise it.
const names = { en: 'English', bn: 'বাংলা' }

/** A link to the same page in the other language; saves the choice. */
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
