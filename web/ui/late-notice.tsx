import type { MouseEvent } from 'react'
import { useMessages } from '#web/context/app-context.ts'

/**
 * Says that a page does not come, ten seconds after it began to load, with a link that loads it anew. The style sheet shows
 * it, so it also comes where the page's own code never does.
 * @param href the page that is loading; without one the page of the address
 */
export const LateNotice = ({ href }: { href?: string | undefined }) => {
  const { errorPage } = useMessages()
  // With its fragment, which an empty address would drop.
  const reload = (event: MouseEvent) => {
    event.preventDefault()
    location.reload()
  }
  return (
    <p className="late note note--stop" role="alert">
      <span>
        {errorPage.unreachable}{' '}
        <a className="link" href={href ?? ''} onClick={href === undefined ? reload : undefined}>
          {errorPage.retry}
        </a>
      </span>
    </p>
  )
}
