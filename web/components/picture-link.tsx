import { Link } from 'react-router'
import { Picture } from '#web/ui/picture.tsx'

/** A small picture that leads where the name beside it leads; only the name is a stop of the Tab key and is read aloud. */
export const PictureLink = ({ path, src }: { path: string | null; src: string }) => {
  const picture = <Picture className="thumb" src={src} alt="" sizes="100px" />
  if (path === null) return picture
  return (
    <Link to={path} tabIndex={-1} aria-hidden>
      {picture}
    </Link>
  )
}
