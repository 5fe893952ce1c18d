import { Link } from 'react-router'
import { adminMessages } from '#web/i18n/en/admin.ts'
import { useMessages, useFormat } from '#web/context/app-context.ts'
import { toPagePath, type ListPosition } from './list-position.ts'

type Props = {
  position: ListPosition
  shown: number
  /** Length of the whole list, where the API counts it. */
  total?: number
  next: string | null
}

/** Shows which rows are visible and links to the first and next page; nothing when all rows are visible. */
export const Pagination = ({ position, shown, total, next }: Props) => {
  const { people } = useMessages(adminMessages)
  const { count } = useFormat()
  if (position.cursor === undefined && next === null) return null
  const last = position.first + shown - 1
  return (
    <nav className="pages" aria-label={people.pages}>
      <span className="num">
        {shown > 0 && total !== undefined && people.shown(count(position.first), count(last), count(total))}
      </span>
      {position.cursor !== undefined && (
        <Link className="btn btn--line" to={toPagePath({ ...position, cursor: undefined })}>
          {people.firstPage}
        </Link>
      )}
      {next !== null && (
        <Link className="btn btn--line" to={toPagePath({ ...position, cursor: next, first: last + 1 })}>
          {people.nextPage}
        </Link>
      )}
    </nav>
  )
}
