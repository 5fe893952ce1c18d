import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { isAppView } from '#contract/browsers/app-view.ts'
import { useApp } from '#web/context/app-context.ts'
import type { Language } from '#web/i18n/language.ts'
import type { AuthInBrowser } from './auth-in-browser.tsx'
import { useUserAgent } from './use-user-agent.ts'

const loadMessages = async (language: Language): Promise<void> => {
  await (await import('#web/i18n/load-member-messages.ts')).loadMemberMessages(language)
}

/** Takes what was typed in the browser of an app (web/lib/browser-link.ts) from the fragment of an address. */
export const splitTyped = (hash: string): { fragment: string; typed: string | undefined } => {
  const [fragment = '', typed] = hash.split('&typed=')
  return { fragment: fragment === '#' ? '' : fragment, typed }
}

type Part = typeof AuthInBrowser

/**
 * For the pages with the button of Google: whether an app shows the page, the fragment of the page itself, and what stands below
 * the form there. It is loaded by those who come from an app, and null until then.
 */
export const useAuthInBrowser = () => {
  const { language } = useApp()
  const { hash } = useLocation()
  const [{ fragment, typed }] = useState(() => splitTyped(hash))
  const isInApp = isAppView(useUserAgent())
  const [Part, setPart] = useState<Part | null>(null)
  const isNeeded = isInApp || typed !== undefined
  useEffect(() => {
    if (!isNeeded) return
    // Without the messages the words are English; without the part the way with an e-mail address is left.
    const load = async () => {
      const [loaded] = await Promise.all([import('./auth-in-browser.tsx'), loadMessages(language).catch(() => {})])
      setPart(() => loaded.AuthInBrowser)
    }
    load().catch(() => {})
  }, [isNeeded, language])
  return { isInApp, fragment, typed, Part }
}
