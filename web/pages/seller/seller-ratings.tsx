import { Link } from 'react-router'
import type { z } from 'zod'
import type { ratingCalls } from '#contract/deals/ratings.ts'
import { RatingSummary, RatingText } from '#web/components/rating-facts.tsx'
import { useMessages } from '#web/context/app-context.ts'
import { useFormatDay } from '#web/context/use-format-day.ts'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'

export type SellerRatingsPage = z.output<(typeof ratingCalls)['GET /sellers/:sellerId/ratings']['response']>
type Props = { page: SellerRatingsPage; path: string; isFirst: boolean }

/** What buyers of real deals say about the seller. */
export const SellerRatings = ({ page: { counts, ratings, next }, path, isFirst }: Props) => {
  const { ratings: messages, ofSeller } = useMessages(bikePageMessages)
  const format = useFormatDay()
  return (
    <section className="ratings" id="ratings" aria-labelledby="ratings-heading">
      <h2 className="h3" id="ratings-heading">
        {messages.heading}
      </h2>
      {counts.ratings === 0 && <p>{messages.none}</p>}
      {(counts.ratings > 0 || counts.noShows > 0) && <RatingSummary counts={counts} />}
      {ratings.length > 0 && (
        <ul className="ratings__list">
          {ratings.map((rating) => (
            <li key={rating._id}>
              <RatingText rating={rating} by={`${rating.by ?? messages.left}, ${format(rating.on)}`} />
            </li>
          ))}
        </ul>
      )}
      {(next !== null || !isFirst) && (
        <nav className="more" aria-label={messages.heading}>
          {next !== null && (
            <Link className="btn btn--line" rel="nofollow" to={`${path}?ratings=${next}#ratings`}>
              {messages.next}
            </Link>
          )}
          {!isFirst && (
            <Link className="btn btn--quiet" to={`${path}#ratings`}>
              {ofSeller.first}
            </Link>
          )}
        </nav>
      )}
    </section>
  )
}
