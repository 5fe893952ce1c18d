import { Maximize2, Megaphone } from 'lucide'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import type { PriceVerdict } from '#contract/price-estimates.ts'
import type { Bike } from '#web/lib/bike.ts'
import { BikeMarks, listMarks, type Marked } from '#web/ui/bike-marks.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { useMessages } from '#web/context/app-context.ts'
import { BookNowButton, WishButton } from './bike-buttons.tsx'
import { ProductFacts } from './product-facts.tsx'
import { PriceEstimateBadge } from '#web/components/price-estimate-badge.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LoadingPart } from '#web/ui/loading-part.tsx'

const EnlargedPhoto = lazy(async () => ({ default: (await import('#web/ui/enlarged-photo.tsx')).EnlargedPhoto }))

const Photo = ({ bike, isFlagged, isFirst }: { bike: Bike; isFlagged: boolean; isFirst: boolean }) => {
  const { card } = useMessages()
  const [isLarge, setIsLarge] = useState(false)
  const alt = card.photoAlt(bike.productName)
  return (
    <div className="card__photo">
      <Picture src={bike.image} alt={alt} isFirst={isFirst} />
      <button
        className="card__zoom"
        type="button"
        aria-label={card.enlarge(bike.productName)}
        onClick={() => setIsLarge(true)}
      >
        <span>
          <Icon of={Maximize2} size={16} />
        </span>
      </button>
      {isFlagged && (
        <span className="flag">
          <Icon of={Megaphone} size={14} />
          {card.advertised}
        </span>
      )}
      {isLarge && (
        <Suspense fallback={<LoadingPart />}>
          <EnlargedPhoto src={bike.image} alt={alt} onClose={() => setIsLarge(false)} />
        </Suspense>
      )}
    </div>
  )
}

type ListedBike = Bike & Marked & { kilometres?: number | null; priceVerdict?: z.output<typeof PriceVerdict> }

type Props = {
  bike: ListedBike
  /** The heading's level: h3 below a section's heading, h2 below the page's. */
  level?: 'h2' | 'h3'
  /** Shows "Advertised" on the photo, for lists that mix advertised and other bikes. */
  isFlagged?: boolean
  /** The photo is in the first view, so it loads at once. */
  isFirst?: boolean
}

/** The verdict on the price, and the marks of the bike; nothing where there are none. */
const Badges = ({ bike }: { bike: ListedBike }) => {
  const { priceVerdict: verdict = null } = bike
  if (verdict === null && listMarks(bike).length === 0) return null
  const isFarBelow = verdict === 'far_below'
  return (
    <p className="card__fair">
      <PriceEstimateBadge
        badge={{ verdict: isFarBelow ? 'unknown' : (verdict ?? 'unknown'), isFarBelow, compared: 0 }}
      />
      <BikeMarks of={bike} />
    </p>
  )
}

/** A bike on sale with its facts and two buttons; its name links to its page. Lists contain no paid bikes. */
export const ProductCard = ({ bike, level: Level = 'h3', isFlagged = false, isFirst = false }: Props) => (
  <article className="card">
    <Photo bike={bike} isFlagged={isFlagged} isFirst={isFirst} />
    <div className="card__body">
      <Level className="card__name">
        <Link to={`/bikes/${bike.slug}`} translate="no">
          {bike.productName}
        </Link>
      </Level>
      <ProductFacts bike={bike}>
        <Badges bike={bike} />
      </ProductFacts>
      <div className="card__acts">
        <BookNowButton bike={bike} />
        <WishButton bike={bike} />
      </div>
    </div>
  </article>
)
