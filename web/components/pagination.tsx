import { Link } from 'react-router'
import { desk } from '#web/i18n/en/admin.ts'
import { useChapter, useFigures } from '#web/context/app-context.ts'
import { pagePath, type Place } from './list-position.ts'

type Props = {
  place: Place
  shown: number
  /** How long the whole list is, where the shop counts it. */
  total?: number
  next: string | null
}

/** Which rows are shown, and the ways to the others; nothing where all of them are. */
export const PagesNav = ({ place, shown, total, next }: Props) => {
  const { people } = useChapter(desk)
  const { count } = useFigures()
  if (place.cursor === undefined && next === null) return null
  const last = place.first + shown - 1
  return (
    <nav className="pages" aria-label={people.pages}>
      <span className="num">
        {shown > 0 && total !== undefined && people.shown(count(place.first), count(last), count(total))}
      </span>
      {place.cursor !== undefined && (
        <Link className="btn btn--line" to={pagePath({ ...place, cursor: undefined })}>
          {people.firstPage}
        </Link>
      )}
      {next !== null && (
        <Link className="btn btn--line" to={pagePath({ ...place, cursor: next, first: last + 1 })}>
          {people.nextPage}
        </Link>
      )}
    </nav>
  )
}
