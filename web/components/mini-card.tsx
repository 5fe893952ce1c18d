import { Heart, Megaphone } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import type { BikeSummary } from '#contract/bike-page.ts'
import { BikeMarks, type Marked } from '#web/ui/bike-marks.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { searchMessages } from '#web/i18n/en/search.ts'
import { useMessages, useFormat } from '#web/context/app-context.ts'
import { VerifiedBadge } from '#web/ui/verified-badge.tsx'
import { useWish } from './product-card/use-wish.ts'
import { PriceEstimateBadge, type Badge } from './price-estimate-badge.tsx'

/** The fields of a bike that a small card shows. */
export type BikeSummary = Omit<z.output<typeof BikeSummary>, keyof Marked> & Marked

const sizes = '(min-width: 62rem) 18rem, (min-width: 48rem) 46vw, 8.5rem'

const WishHeart = ({ bike }: { bike: BikeSummary }) => {
  const { addToWishlist: messages } = useMessages(searchMessages)
  const { isWished, isBusy, wish } = useWish(bike)
  return (
    <button
      className={`mini__heart needs-scripts${isWished ? ' is-on' : ''}`}
      type="button"
      aria-label={messages(bike.productName)}
      aria-pressed={isWished}
      aria-busy={isBusy}
      onClick={() => void wish()}
    >
      {isBusy ? <Spinner size={20} className="wheel-in" /> : <Icon of={Heart} size={20} />}
    </button>
  )
}

/** Year, kilometres and condition in one line; unknown values are left out. */
const BikeSummaryLine = ({ bike }: { bike: Pick<BikeSummary, 'year' | 'kilometres' | 'condition'> }) => {
  const { card } = useMessages()
  const { kmValue } = useMessages(searchMessages)
  const { digits, count } = useFormat()
  const { kilometres } = bike
  const facts = [
    digits(bike.year),
    kilometres === null ? null : kmValue(count(kilometres)),
    card.conditions[bike.condition],
  ]
  return <p className="num">{facts.filter((fact) => fact !== null).join('\u00a0· ')}</p>
}

const Photo = ({ bike, isFirst }: { bike: BikeSummary; isFirst: boolean }) => {
  const { card } = useMessages()
  return (
    <div className="mini__photo">
      <Picture src={bike.image} alt="" sizes={sizes} isFirst={isFirst} />
      {bike.advertise === 'on' && (
        <span className="flag">
          <Icon of={Megaphone} size={14} />
          {card.advertised}
        </span>
      )}
    </div>
  )
}

type Props = {
  bike: BikeSummary
  level?: 'h2' | 'h3'
  /** Whether the picture is in the first viewport; it then loads eagerly. */
  isFirst?: boolean
  /** The verdict on its price, where one is known. */
  badge?: Badge | undefined
  /** Shown at the bottom of the card, such as the compare checkbox. */
  children?: ReactNode
}

/** A bike in a list: photo, name, price and the main facts. The whole card is a link to its page. */
export const MiniCard = ({ bike, level: Level = 'h2', isFirst = false, badge, children }: Props) => {
  const { taka } = useFormat()
  const { verifiedSeller } = useMessages(searchMessages)
  return (
    <article className="mini mini--tall">
      <Photo bike={bike} isFirst={isFirst} />
      <div className="mini__body">
        <Level className="mini__name">
          <Link to={`/bikes/${bike.slug}`} translate="no">
            {bike.productName}
          </Link>
        </Level>
        <div className="mini__price num">{taka(bike.salePrice)}</div>
        <div className="mini__trust">
          {badge && <PriceEstimateBadge badge={badge} />}
          <BikeMarks of={bike} />
          <VerifiedBadge isVerified={bike.verification} text={verifiedSeller} />
        </div>
        <BikeSummaryLine bike={bike} />
        <p className="mini__place">{bike.location}</p>
      </div>
      {children}
      <WishHeart bike={bike} />
    </article>
  )
}
