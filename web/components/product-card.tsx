import { Heart, Maximize2, Megaphone } from 'lucide'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import type { PriceVerdict } from '#contract/price-estimates.ts'
import type { Bike, Bookable } from '#web/lib/bike.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { Picture } from '#web/ui/picture.tsx'
import { toast } from '#web/ui/toast.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { useMessages, useApp } from '#web/context/app-context.ts'
import { ProductFacts } from './product-facts.tsx'
import { PriceEstimateBadge } from './price-estimate-badge.tsx'
import { useWish } from './use-wish.ts'
import { Icon } from '#web/ui/icon.tsx'

const EnlargedPhoto = lazy(async () => ({ default: (await import('#web/ui/enlarged-photo.tsx')).EnlargedPhoto }))
const BookingDialog = lazy(async () => ({ default: (await import('./booking-dialog.tsx')).BookingDialog }))

const Photo = ({ bike, isFlagged }: { bike: Bike; isFlagged: boolean }) => {
  const { card } = useMessages()
  const [isLarge, setIsLarge] = useState(false)
  const alt = card.photoAlt(bike.productName)
  return (
    <div className="card__photo">
      <Picture src={bike.image} alt={alt} />
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
        <Suspense>
          <EnlargedPhoto src={bike.image} alt={alt} onClose={() => setIsLarge(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Opens the booking dialog for members; shows visitors a log-in message. A click waits until the session is known. */
export const BookNowButton = ({ bike, label }: { bike: Bookable & { paid: boolean }; label?: string }) => {
  const { card } = useMessages()
  const { session } = useApp()
  const [isBooking, setIsBooking] = useState(false)
  const openDialog = async () => {
    const authState = await session.waitForState()
    if (authState.state === 'member') setIsBooking(true)
    else toast.error(card.loginForBooking)
  }
  const book = () => {
    openDialog().catch((error: unknown) => toast.error(toDisplayError(error).message))
  }
  return (
    <>
      <button
        className="btn btn--primary"
        type="button"
        disabled={bike.paid}
        data-visitor={card.loginForBooking}
        onClick={book}
      >
        {label ?? card.bookNow}
      </button>
      {isBooking && (
        <Suspense>
          <BookingDialog bike={bike} onClose={() => setIsBooking(false)} />
        </Suspense>
      )}
    </>
  )
}

export const WishButton = ({ bike }: { bike: Bookable }) => {
  const { card } = useMessages()
  const { isWished, isBusy, wish } = useWish(bike)
  return (
    <button
      className={`btn btn--line${isWished ? ' is-on' : ''}`}
      type="button"
      aria-pressed={isWished}
      aria-busy={isBusy}
      data-visitor={card.loginForWishlist}
      onClick={() => void wish()}
    >
      {isBusy ? <Spinner size={18} className="wheel-in" /> : <Icon of={Heart} size={18} />}
      {card.addToWishlist}
    </button>
  )
}

type Props = {
  bike: Bike & { priceVerdict?: z.output<typeof PriceVerdict> }
  /** The heading's level: h3 below a section's heading, h2 below the page's. */
  level?: 'h2' | 'h3'
  /** Shows "Advertised" on the photo, for lists that mix advertised and other bikes. */
  isFlagged?: boolean
}

const Verdict = ({ of: verdict }: { of: z.output<typeof PriceVerdict> }) => {
  if (verdict === null) return null
  const isFarBelow = verdict === 'far_below'
  return (
    <p className="card__fair">
      <PriceEstimateBadge badge={{ verdict: isFarBelow ? 'unknown' : verdict, isFarBelow, compared: 0 }} />
    </p>
  )
}

/** A bike on sale with ten facts and two buttons; its name links to its page. Lists contain no paid bikes. */
export const ProductCard = ({ bike, level: Level = 'h3', isFlagged = false }: Props) => (
  <article className="card">
    <Photo bike={bike} isFlagged={isFlagged} />
    <div className="card__body">
      <Level className="card__name">
        <Link to={`/bikes/${bike.slug}`}>{bike.productName}</Link>
      </Level>
      <ProductFacts bike={bike}>
        <Verdict of={bike.priceVerdict ?? null} />
      </ProductFacts>
      <div className="card__acts">
        <BookNowButton bike={bike} />
        <WishButton bike={bike} />
      </div>
    </div>
  </article>
)
