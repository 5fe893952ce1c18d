import { Link, useLoaderData, useLocation, type LoaderFunctionArgs } from 'react-router'
import { toLanguagePath } from '#web/i18n/language.ts'
import { isApiResponseError } from '#web/context/display-error.ts'
import { alertMessages } from '#web/i18n/en/alerts.ts'
import { useMessages, useApp, appContext } from '#web/context/app-context.ts'

/** Loads the subscription of an unsubscribe link; null when it no longer exists. Opening the link changes nothing. */
export const loader = async ({ context, params: { token = '' } }: LoaderFunctionArgs) => {
  try {
    return await context.get(appContext).client('GET /alerts/:token', { params: { token } })
  } catch (error) {
    if (isApiResponseError(error) && (error.status === 404 || error.status === 400)) return null
    throw error
  }
}

type EmailSubscription = NonNullable<Awaited<ReturnType<typeof loader>>>

const LinkExpired = () => {
  const { unsubscribe } = useMessages(alertMessages)
  return (
    <>
      <h1>{unsubscribe.notFoundHeading}</h1>
      <p>{unsubscribe.notFoundText}</p>
      <Link className="btn btn--primary" to="/">
        {unsubscribe.home}
      </Link>
    </>
  )
}

const Unsubscribed = () => {
  const { unsubscribe } = useMessages(alertMessages)
  return (
    <>
      <h1>{unsubscribe.doneHeading}</h1>
      <p>{unsubscribe.resumeHint}</p>
      <Link className="btn btn--line" to="/dashboard/searches">
        {unsubscribe.action}
      </Link>
    </>
  )
}

/** A native form with one button: it works without JavaScript and without a login. */
const UnsubscribeForm = ({ subscription: { what, name } }: { subscription: EmailSubscription }) => {
  const { unsubscribe } = useMessages(alertMessages)
  const { language } = useApp()
  const { pathname } = useLocation()
  return (
    <>
      <h1>{unsubscribe.heading}</h1>
      <p>{what === 'search' ? unsubscribe.search(name ?? '') : unsubscribe.prices}</p>
      <form method="post" action={toLanguagePath(language.code, pathname)}>
        <button className="btn btn--primary btn--lg" type="submit">
          {unsubscribe.submit}
        </button>
      </form>
    </>
  )
}

/** The page of the unsubscribe link in alert e-mails. */
export default function Unsubscribe() {
  const { title } = useMessages()
  const { unsubscribe } = useMessages(alertMessages)
  const subscription = useLoaderData<typeof loader>()
  return (
    <div className="wrap centred">
      <title>{title(unsubscribe.title)}</title>
      <meta name="robots" content="noindex" />
      {subscription === null ? (
        <LinkExpired />
      ) : subscription.stopped ? (
        <Unsubscribed />
      ) : (
        <UnsubscribeForm subscription={subscription} />
      )}
    </div>
  )
}
