import { useEffect } from 'react'
import { themeKey } from '#web/context/theme-script.ts'
import { useWords } from '#web/context/app-context.ts'

const keptTheme = (): string | null => {
  try {
    return localStorage.getItem(themeKey)
  } catch {
    return null
  }
}

const keepTheme = (theme: string) => {
  try {
    localStorage.setItem(themeKey, theme)
  } catch {
    // Where storage is barred, the theme lasts as long as the page.
  }
}

const switchTheme = () => {
  const { dataset } = document.documentElement
  dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark'
  keepTheme(dataset.theme)
}

/** Until the person chooses, the theme follows the system's setting, also while the page is open. */
const followSystem = () => {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => {
    if (keptTheme() === null) document.documentElement.dataset.theme = system.matches ? 'dark' : 'light'
  }
  system.addEventListener('change', follow)
  return () => system.removeEventListener('change', follow)
}

export const ThemeButton = () => {
  const { bar } = useWords()
  useEffect(followSystem, [])
  return (
    <button className="topbtn needs-scripts" type="button" aria-label={bar.theme} onClick={switchTheme}>
      <i className="sign sign--moon" />
    </button>
  )
}
