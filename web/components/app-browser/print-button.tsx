import { useMessages } from '#web/context/app-context.ts'
import { appBrowserMessages } from '#web/i18n/en/app-browser.ts'
import { OpenInBrowser } from './open-in-browser.tsx'
import { useAppBrowser } from './use-app-browser.ts'

/** Prints the page; in the browser of an app, which cannot, it is the way to the browser of the phone. */
export const PrintButton = ({ label, className }: { label: string; className: string }) => {
  const { whyPrint } = useMessages(appBrowserMessages)
  const browser = useAppBrowser()
  return browser === null ? (
    <button className={className} type="button" onClick={() => print()}>
      {label}
    </button>
  ) : (
    <OpenInBrowser browser={browser} why={whyPrint} />
  )
}
