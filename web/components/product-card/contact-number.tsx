import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { isMasked, toTelephoneUrl } from '#web/lib/bike.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { useApp, useFormat, useMessages, useSession } from '#web/context/app-context.ts'
import { toLoginPath } from '#web/session/return-path.ts'
import { toast } from '#web/ui/toast.ts'

// The button that had the focus is gone.
const focus = (link: HTMLAnchorElement | null) => link?.focus()

const useNumberRequest = (slug: string) => {
  const { client } = useApp()
  const [isBusy, setIsBusy] = useState(false)
  const [fetched, setFetched] = useState<{ slug: string; number: string }>()
  const request = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      const { contactNumber } = await client('GET /bikes/:slug/number', { params: { slug } })
      setFetched({ slug, number: contactNumber })
    } catch (error) {
      toast.error(toDisplayError(error).message)
    }
    setIsBusy(false)
  }
  return { isBusy, request, number: fetched?.slug === slug ? fetched.number : null }
}

/** The seller's number: a tel: link, or masked with a button for members and the way to the login for visitors. */
export const ContactNumber = ({ slug, number, className }: { slug: string; number: string; className?: string }) => {
  const { card } = useMessages()
  const { digits } = useFormat()
  const { pathname, search } = useLocation()
  const isMember = useSession().state === 'member'
  const { isBusy, request, number: fetched } = useNumberRequest(slug)
  const shown = fetched ?? number
  if (!isMasked(shown))
    return (
      <a className={className} href={toTelephoneUrl(shown)} ref={fetched === null ? undefined : focus}>
        {digits(shown)}
      </a>
    )
  // The same words for everybody, so that nothing moves when the session is known.
  const label = `${digits(number)} ${card.showNumber}`
  return isMember ? (
    <button className={className} type="button" aria-busy={isBusy} onClick={() => void request()}>
      {label}
    </button>
  ) : (
    <Link className={className} to={toLoginPath(pathname + search)}>
      {label} <span className="sr-only">{card.logInForNumber}</span>
    </Link>
  )
}
