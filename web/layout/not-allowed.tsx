import { Link } from 'react-router'
import { notFoundMessages } from '#web/i18n/en/not-found.ts'
import { useMessages } from '#web/context/app-context.ts'

/** Shown for 403: the person is signed in, but the page is for another role. */
export const NotAllowed = () => {
  const { title } = useMessages()
  const { notAllowed } = useMessages(notFoundMessages)
  return (
    <div className="wrap centred">
      <title>{title(notAllowed.title)}</title>
      <h1>{notAllowed.heading}</h1>
      <p>{notAllowed.text}</p>
      <Link className="btn btn--primary btn--lg" to="/">
        {notAllowed.home}
      </Link>
    </div>
  )
}
