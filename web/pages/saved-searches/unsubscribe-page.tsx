import { Link, useLoaderData, useLocation, type LoaderFunctionArgs } from 'react-router'
import { pathIn } from '#web/i18n/language.ts'
import { isRefusal } from '#web/context/display-error.ts'
import { notices } from '#web/i18n/en/alerts.ts'
import { useChapter, useWords, useWorld, world } from '#web/context/app-context.ts'

/** What the link of a letter is about; null where that is not here any more. To look changes nothing. */
export const loader = async ({ context, params: { token = '' } }: LoaderFunctionArgs) => {
  try {
    return await context.get(world).client('GET /letters/:token', { params: { token } })
  } catch (error) {
    if (isRefusal(error) && (error.status === 404 || error.status === 400)) return null
    throw error
  }
}

type Letters = NonNullable<Awaited<ReturnType<typeof loader>>>

const Gone = () => {
  const { stop } = useChapter(notices)
  return (
    <>
      <h1>{stop.goneHeading}</h1>
      <p>{stop.goneText}</p>
      <Link className="btn btn--primary" to="/">
        {stop.home}
      </Link>
    </>
  )
}

const Stopped = () => {
  const { stop } = useChapter(notices)
  return (
    <>
      <h1>{stop.doneHeading}</h1>
      <p>{stop.again}</p>
      <Link className="btn btn--line" to="/dashboard/searches">
        {stop.go}
      </Link>
    </>
  )
}

/** One button, in a form that the browser sends by itself: it works before any script and without a login. */
const Ask = ({ letters: { what, name } }: { letters: Letters }) => {
  const { stop } = useChapter(notices)
  const { language } = useWorld()
  const { pathname } = useLocation()
  return (
    <>
      <h1>{stop.heading}</h1>
      <p>{what === 'search' ? stop.search(name ?? '') : stop.prices}</p>
      <form method="post" action={pathIn(language.code, pathname)}>
        <button className="btn btn--primary btn--lg" type="submit">
          {stop.act}
        </button>
      </form>
    </>
  )
}

/** Where the link of a letter leads that came by itself. */
export default function StopLetters() {
  const { title } = useWords()
  const { stop } = useChapter(notices)
  const letters = useLoaderData<typeof loader>()
  return (
    <div className="wrap centred">
      <title>{title(stop.title)}</title>
      <meta name="robots" content="noindex" />
      {letters === null ? <Gone /> : letters.stopped ? <Stopped /> : <Ask letters={letters} />}
    </div>
  )
}
