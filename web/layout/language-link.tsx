import { useLocation } from 'react-router'
import { keepLanguage } from '#web/context/language-choice.ts'
import { pathIn, type LanguageCode } from '#web/i18n/language.ts'
import { useWorld } from '#web/context/app-context.ts'

// Each language is called by its own name, so that whoever reads it finds it.
const names = { en: 'English', bn: 'বাংলা' }

/** The way to the same page in the other language; the choice is remembered. */
export const OtherLanguage = () => {
  const { language } = useWorld()
  const { pathname, search, hash } = useLocation()
  const other: LanguageCode = language.code === 'en' ? 'bn' : 'en'
  return (
    <a
      className="topbtn topbtn--language"
      href={pathIn(other, pathname) + search + hash}
      lang={other}
      hrefLang={other}
      onClick={() => keepLanguage(other)}
    >
      {names[other]}
    </a>
  )
}
