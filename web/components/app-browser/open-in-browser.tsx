import { Copy, ExternalLink } from 'lucide'
import type { MouseEvent } from 'react'
import type { AppBrowser } from '#contract/browsers/app-browsers.ts'
import { useMessages } from '#web/context/app-context.ts'
import { appBrowserMessages } from '#web/i18n/en/app-browser.ts'
import { toAndroidBrowserUrl, toTypedFragment, type Typed } from '#web/lib/browser-link.ts'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toast.ts'

type Props = {
  browser: AppBrowser
  /** Why this page is better opened there, by the name of the app. */
  why: (app: string) => string
  /** What is typed when the person leaves; by default nothing, and the page has its present fragment. */
  getTyped?: () => Typed
}

const getPlainPage = (): Typed => ({ values: {}, fragment: location.hash })

/** In the browser of an app: the way to the browser of the phone, with the page and what was typed. */
export const OpenInBrowser = ({ browser: { app, system }, why, getTyped = getPlainPage }: Props) => {
  const messages = useMessages(appBrowserMessages)
  const getUrl = () => location.origin + location.pathname + location.search + toTypedFragment(getTyped())
  const addTyped = ({ currentTarget }: MouseEvent<HTMLAnchorElement>) => {
    currentTarget.href = toAndroidBrowserUrl(getUrl())
  }
  const copy = async () => {
    const url = getUrl()
    await navigator.clipboard.writeText(url).then(
      () => toast.success(messages.copied),
      () => toast.error(url),
    )
  }
  return (
    <div className="form">
      <p className="hint">{why(app ?? messages.thisApp)}</p>
      {system === 'Android' ? (
        <a className="btn btn--line btn--lg btn--block" href={toAndroidBrowserUrl(getUrl())} onClick={addTyped}>
          <Icon of={ExternalLink} size={20} />
          {messages.open}
        </a>
      ) : (
        <>
          <p className="hint">{messages.iosSteps}</p>
          <button className="btn btn--line btn--lg btn--block" type="button" onClick={() => void copy()}>
            <Icon of={Copy} size={20} />
            {messages.copyLink}
          </button>
        </>
      )}
    </div>
  )
}
