import { useApp } from '#web/context/app-context.ts'
import { noScripts as inBangla } from '#web/i18n/bn/no-scripts.ts'
import { noScripts as inEnglish } from '#web/i18n/en/no-scripts.ts'

/**
 * Says what a form or a page needs where the scripts do not run: they are off, or the browser is older than the oldest that
 * they work in. web/context/theme-script.ts decides which; the style sheet hides the note elsewhere. The server writes the
 * words, and they stay when the page hydrates.
 */
export const NoScriptsNote = () => {
  const { language } = useApp()
  const text = import.meta.env.SSR ? { en: inEnglish, bn: inBangla }[language.code] : ''
  return (
    <p className="note note--warn no-scripts" suppressHydrationWarning>
      {text}
    </p>
  )
}
