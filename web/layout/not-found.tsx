import { data, Link } from 'react-router'
import { Stone } from './milestone-illustration.tsx'
import { astray } from '#web/i18n/en/not-found.ts'
import { useChapter, useWords } from '#web/context/app-context.ts'

export const loader = () => data(null, { status: 404 })

/** Any routing error: the specification's 404 page. */
export default function Lost() {
  const { title } = useWords()
  const { lost } = useChapter(astray)
  return (
    <div className="wrap centred">
      <title>{title(lost.title)}</title>
      <Stone />
      <h1>{lost.heading}</h1>
      <p>{lost.text}</p>
      <Link className="btn btn--primary btn--lg" to="/">
        {lost.home}
      </Link>
    </div>
  )
}
