import { Link } from 'react-router'
import { astray } from '#web/i18n/en/not-found.ts'
import { useChapter, useWords } from '#web/context/app-context.ts'

/** Signed in, but the page is for another role. */
export const NotAllowed = () => {
  const { title } = useWords()
  const { notAllowed } = useChapter(astray)
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
