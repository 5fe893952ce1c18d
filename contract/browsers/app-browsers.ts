// Apps that open links in a browser of their own. There Google refuses its login, and nothing can be saved or printed.
import { isAppView } from './app-view.ts'

/** The app, null when its name is not known, and the system whose browser the page can be opened in. */
export type AppBrowser = { app: string | null; system: 'Android' | 'iOS' }

// The first that fits: Messenger also names Facebook.
const apps: readonly [RegExp, string][] = [
  [/\bOrca-Android\b|\bMessenger/, 'Messenger'],
  [/\bFBA[NV]\/|\bFB_IAB\//, 'Facebook'],
  [/\bInstagram \d/, 'Instagram'],
  [/\bWhatsApp\//, 'WhatsApp'],
  [/\bTelegram\b/, 'Telegram'],
  [/\bimo(?:Android|IOS|\/)/i, 'imo'],
  [/\bmusical_ly|\btrill_|\bBytedanceWebview\/|\bTikTok\b/i, 'TikTok'],
  [/\bLinkedInApp\b/, 'LinkedIn'],
]

/** The app whose own browser has this user agent; null for a browser, and on a computer. */
export const findAppBrowser = (userAgent: string): AppBrowser | null =>
  isAppView(userAgent)
    ? {
        app: apps.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null,
        system: /\bAndroid\b/.test(userAgent) ? 'Android' : 'iOS',
      }
    : null
