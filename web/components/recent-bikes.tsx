import { useEffect } from 'react'
import { Link } from 'react-router'
import { saveList, useStoredList } from '#web/lib/local-storage-lists.ts'
import { Picture } from '#web/ui/picture.tsx'
import { searchMessages } from '#web/i18n/en/search.ts'
import { useMessages, useFormat } from '#web/context/app-context.ts'

type RecentBike = { slug: string; name: string; image: string; priceTaka: number }

const maxRecentBikes = 8

const isRecentBike = (one: unknown): one is RecentBike =>
  one instanceof Object &&
  ['slug', 'name', 'image'].every((key) => typeof Reflect.get(one, key) === 'string') &&
  typeof Reflect.get(one, 'priceTaka') === 'number'

/** Parses the stored list. Local storage may hold anything, so invalid entries are dropped. */
const parseRecentBikes = (text: string): RecentBike[] => {
  try {
    const parsed: unknown = JSON.parse(text || '[]')
    return Array.isArray(parsed) ? parsed.filter(isRecentBike) : []
  } catch {
    return []
  }
}

/** Adds the bike to the recently viewed bikes of this device, newest first. */
export const useRecordRecentBike = ({ slug, name, image, priceTaka }: RecentBike, stored: string): void => {
  useEffect(() => {
    const others = parseRecentBikes(stored).filter((one) => one.slug !== slug)
    const text = JSON.stringify([{ slug, name, image, priceTaka }, ...others].slice(0, maxRecentBikes))
    if (text !== stored) saveList('recent', text)
  }, [slug, name, image, priceTaka, stored])
}

/** The recently viewed bikes of this device, without the bike that is shown. */
export const RecentBikes = ({ except }: { except?: string }) => {
  const { recent } = useMessages(searchMessages)
  const { taka } = useFormat()
  const recentBikes = parseRecentBikes(useStoredList('recent')).filter(({ slug }) => slug !== except)
  if (recentBikes.length === 0) return null
  return (
    <section className="recent">
      <div className="recent__head">
        <h2 className="h3">{recent.heading}</h2>
        <button className="btn btn--quiet" type="button" onClick={() => saveList('recent', '')}>
          {recent.clear}
        </button>
      </div>
      <ul className="recent__row">
        {recentBikes.map(({ slug, name, image, priceTaka }) => (
          <li key={slug}>
            <Link to={`/bikes/${slug}`}>
              <Picture src={image} alt="" sizes="9rem" />
              <b translate="no">{name}</b>
              <span className="num">{taka(priceTaka)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
