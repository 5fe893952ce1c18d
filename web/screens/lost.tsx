import { data, Link } from 'react-router'
import { Stone } from '#web/parts/stone.tsx'
import { astray } from '#web/words/astray.ts'
import { useChapter, useWords } from '#web/world.ts'

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
