// English messages of pages that an app shows in a browser of its own.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  /** The name of an app that we do not know, in the middle of a sentence. */
  thisApp: 'this app',
  open: 'Open in your browser',
  iosSteps:
    'Tap ⋯ or the share sign at the edge of the screen, then “Open in Safari” or “Open in browser”. Or copy the link and paste it there.',
  copyLink: 'Copy the link',
  copied: 'Copied. Paste it in your browser.',
  whyGoogle: (app: string) =>
    `Google does not let people log in inside ${app}. Open this page in your browser to go on with Google, or use your e-mail here.`,
  whyPrint: (app: string) => `${app} cannot print. Open this page in your browser to print it or save it.`,
  whyCalendar: (app: string) =>
    `${app} cannot add to your calendar. The e-mail about this meeting has it as a file; or open this page in your browser.`,
}

export const appBrowserMessages = createNamespace('appBrowser', en)
