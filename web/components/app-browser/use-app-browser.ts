import { useMemo } from 'react'
import { type AppBrowser, findAppBrowser } from '#contract/browsers/app-browsers.ts'
import { useUserAgent } from './use-user-agent.ts'

/** The app whose own browser shows the page; null in a browser, and on the server. */
export const useAppBrowser = (): AppBrowser | null => {
  const userAgent = useUserAgent()
  return useMemo(() => findAppBrowser(userAgent), [userAgent])
}
