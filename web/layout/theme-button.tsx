import { useEffect } from 'react'
import { themeKey } from '#web/context/theme-script.ts'
import { useMessages } from '#web/context/app-context.ts'

const readTheme = (): string | null => {
  try {
    return localStorage.getItem(themeKey)
  } catch {
    return null
  }
}

const saveTheme = (theme: string) => {
  try {
    localStorage.setItem(themeKey, theme)
  } catch {
    // Without local storage the theme lasts until the page is closed.
  }
}

const switchTheme = () => {
  const { dataset } = document.documentElement
  dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark'
  saveTheme(dataset.theme)
}

/** Applies changes of the system's colour scheme until the person chooses a theme. */
const followSystem = () => {
  const darkModeQuery = matchMedia('(prefers-color-scheme: dark)')
  const update = () => {
    if (readTheme() === null) document.documentElement.dataset.theme = darkModeQuery.matches ? 'dark' : 'light'
  }
  darkModeQuery.addEventListener('change', update)
  return () => darkModeQuery.removeEventListener('change', update)
}

export const ThemeButton = () => {
  const { topBar } = useMessages()
  useEffect(followSystem, [])
  return (
    <button className="topbtn needs-scripts" type="button" aria-label={topBar.theme} onClick={switchTheme}>
      <i className="sign sign--moon" />
    </button>
  )
}
