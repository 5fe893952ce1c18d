import type { z } from 'zod'
import type { RatingCounts, ShownRating } from '#contract/deals/ratings.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'

const factNames = ['asDescribed', 'onTime', 'papersReady', 'friendly'] as const
type Facts = Pick<z.output<typeof ShownRating>, (typeof factNames)[number]>
/** Names of the facts where they are not those of a seller. */
export type FactLabels = Record<(typeof factNames)[number], string>

/** How many ratings say yes to each fact. */
export const RatingSummary = ({
  counts,
  labels,
}: {
  counts: z.output<typeof RatingCounts>
  labels?: FactLabels | undefined
}) => {
  const { ratings: messages } = useMessages(bikePageMessages)
  const { count } = useFormat()
  const names = labels ?? messages.facts
  return (
    <dl className="rows">
      {counts.ratings > 0 &&
        factNames.map((fact) => (
          <div key={fact}>
            <dt>{names[fact]}</dt>
            <dd className="num">{messages.of(count(counts[fact]), count(counts.ratings))}</dd>
          </div>
        ))}
      {counts.noShows > 0 && (
        <div>
          <dt>{messages.noShows}</dt>
          <dd className="num">{count(counts.noShows)}</dd>
        </div>
      )}
    </dl>
  )
}

/** The four facts of one rating in a line: those that hold, then those that do not. */
const RatingFacts = ({ rating, labels }: { rating: Facts; labels: FactLabels | undefined }) => {
  const { ratings: messages } = useMessages(bikePageMessages)
  const names = labels ?? messages.facts
  const yes = factNames.filter((fact) => rating[fact]).map((fact) => names[fact])
  const no = factNames.filter((fact) => !rating[fact]).map((fact) => names[fact])
  return (
    <p className="rating__facts">
      {yes.join(' · ')}
      {no.length > 0 && (
        <>
          {yes.length > 0 && <br />}
          <b>{messages.not(no.join(' · '))}</b>
        </>
      )}
    </p>
  )
}

/** A rating with its words and the reply. `by` names its author where the page does not. */
export const RatingText = ({
  rating,
  by,
  labels,
}: {
  rating: Facts & { words: string | null; reply: string | null }
  by?: string
  labels?: FactLabels | undefined
}) => {
  const { ratings: messages } = useMessages(bikePageMessages)
  return (
    <div className="rating">
      {by !== undefined && <p className="rating__by">{by}</p>}
      <RatingFacts rating={rating} labels={labels} />
      {rating.words !== null && (
        <p className="rating__words" dir="auto">
          {rating.words}
        </p>
      )}
      {rating.reply !== null && (
        <blockquote className="rating__reply">
          <b>{messages.reply}</b>
          <p className="rating__words" dir="auto">
            {rating.reply}
          </p>
        </blockquote>
      )}
    </div>
  )
}
