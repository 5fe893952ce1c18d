import { useEffect } from 'react'
import { Link } from 'react-router'
import { keepHere, useKept } from '#web/lib/local-storage-lists.ts'
import { Picture } from '#web/ui/picture.tsx'
import { finding } from '#web/i18n/en/search.ts'
import { useChapter, useFigures } from '#web/context/app-context.ts'

type Seen = { slug: string; name: string; image: string; priceTaka: number }

const seenMost = 8

const isSeen = (one: unknown): one is Seen =>
  typeof one === 'object' &&
  one !== null &&
  'slug' in one &&
  'name' in one &&
  'image' in one &&
  'priceTaka' in one &&
  [one.slug, one.name, one.image].every((text) => typeof text === 'string') &&
  typeof one.priceTaka === 'number'

/** Reads what was kept; anybody may have written something else there. */
const parse = (text: string): Seen[] => {
  try {
    const found: unknown = JSON.parse(text || '[]')
    return Array.isArray(found) ? found.filter(isSeen) : []
  } catch {
    return []
  }
}

/** Remembers on this device that the bike was looked at, the newest first. */
export const useRemember = ({ slug, name, image, priceTaka }: Seen, kept: string): void => {
  useEffect(() => {
    const others = parse(kept).filter((one) => one.slug !== slug)
    const text = JSON.stringify([{ slug, name, image, priceTaka }, ...others].slice(0, seenMost))
    if (text !== kept) keepHere('recent', text)
  }, [slug, name, image, priceTaka, kept])
}

/** The bikes that were looked at on this device, but for the one that is shown. */
export const RecentBikes = ({ except }: { except?: string }) => {
  const { recent } = useChapter(finding)
  const { taka } = useFigures()
  const seen = parse(useKept('recent')).filter(({ slug }) => slug !== except)
  if (seen.length === 0) return null
  return (
    <section className="recent">
      <div className="recent__head">
        <h2 className="h3">{recent.heading}</h2>
        <button className="btn btn--quiet" type="button" onClick={() => keepHere('recent', '')}>
          {recent.forget}
        </button>
      </div>
      <ul className="recent__row">
        {seen.map(({ slug, name, image, priceTaka }) => (
          <li key={slug}>
            <Link to={`/bikes/${slug}`}>
              <Picture src={image} alt="" sizes="9rem" />
              <b>{name}</b>
              <span className="num">{taka(priceTaka)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
