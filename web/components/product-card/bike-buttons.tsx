import { Heart } from 'lucide'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Bookable } from '#web/lib/bike.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { toast } from '#web/ui/toast.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { useMessages, useApp, useSession } from '#web/context/app-context.ts'
import { parseBookingFragment } from '#web/lib/bike.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useBookedBike } from './use-member-bikes.ts'
import { useWish } from './use-wish.ts'
import { LoadingPart } from '#web/ui/loading-part.tsx'

const BookingDialog = lazy(async () => ({
  default: (await import('#web/components/booking-dialog.tsx')).BookingDialog,
}))

/** Opens, once after the log-in, the booking of the bike that a visitor wanted, if `canOpen` says that it is opened here. */
export const useBookingAfterLogin = (canOpen: (slug: string) => boolean, open: (slug: string) => void): void => {
  const isMember = useSession().state === 'member'
  useEffect(() => {
    const slug = parseBookingFragment(location.hash)
    if (!isMember || slug === undefined || !canOpen(slug)) return
    // Reloading the page must not open it again.
    history.replaceState(history.state, '', location.href.split('#', 1)[0])
    open(slug)
  })
}

/**
 * Opens the booking dialog, which asks visitors to log in. A click waits until the session is known. For a booked bike and for one's own it is a link to the deal, or to the page that edits the bike.
 */
export const BookNowButton = ({
  bike,
  lineLabel,
}: {
  bike: Bookable & { paid: boolean; slug: string }
  /** The text of the button where another buyer comes first. */
  lineLabel?: string
}) => {
  const { card } = useMessages()
  const { session } = useApp()
  const [isBooking, setIsBooking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // Of two buttons for one bike the visible one opens it.
  const isShownFor = (slug: string) => slug === bike.slug && button.current?.offsetParent != null
  useBookingAfterLogin(isShownFor, () => setIsBooking(true))
  const openDialog = async () => {
    await session.waitForState()
    setIsBooking(true)
  }
  const booked = useBookedBike(bike._id)
  const link = useRef<HTMLAnchorElement>(null)
  const close = () => {
    setIsBooking(false)
    // The button that opened the dialog is gone once the bike is booked.
    requestAnimationFrame(() => link.current?.focus())
  }
  const book = () => {
    openDialog().catch((error: unknown) => toast.error(toDisplayError(error).message))
  }
  return (
    <>
      {booked === null ? (
        <button
          ref={button}
          className="btn btn--primary"
          type="button"
          disabled={bike.paid}
          data-visitor={card.loginForBooking}
          onClick={book}
        >
          {lineLabel ?? card.bookNow}
        </button>
      ) : (
        <Link
          ref={link}
          className="btn btn--soft"
          to={`/dashboard/${booked === 'own' ? 'myproducts' : 'deal'}/${booked === 'own' ? bike._id : booked}`}
        >
          {booked === 'own' ? card.edit : card.booked}
        </Link>
      )}
      {isBooking && (
        <Suspense fallback={<LoadingPart />}>
          <BookingDialog bike={bike} isReserved={lineLabel !== undefined} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

export const WishButton = ({ bike }: { bike: Bookable }) => {
  const { card } = useMessages()
  const { isWished, isBusy, wish } = useWish(bike)
  if (useBookedBike(bike._id) === 'own') return null
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
