import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import type { BikePage } from '#contract/bike-page.ts'
import { BookNowButton, WishButton } from '#web/components/product-card/bike-buttons.tsx'
import { useApp, useMessages, useSession } from '#web/context/app-context.ts'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'

type BikeDetails = z.output<typeof BikePage>

/**
 * How many buyers wait for the bike, for its own seller; null for everybody else. The page is the same for everybody and
 * has no id of its seller, so only members of the same name ask.
 */
export const useOwnBookings = ({ _id: id, sellerName, soldAt }: BikeDetails): number | null => {
  const { client, session } = useApp()
  const authState = useSession()
  const [bookings, setBookings] = useState<{ id: string; count: number }>()
  const mayBeOwn = authState.state === 'member' && authState.user.displayName === sellerName && soldAt === null
  useEffect(() => {
    if (!mayBeOwn) return
    const load = async () => {
      if (!(await session.getRoles()).isSeller) return
      setBookings({ id, count: (await client('GET /allbikes/myproduct/:id/line', { params: { id } })).length })
    }
    // Another seller of the same name gets 404 and sees the page as everybody does.
    load().catch(() => {})
  }, [client, session, id, mayBeOwn])
  return bookings?.id === id ? bookings.count : null
}

type Props = { bike: BikeDetails; bookingCount: number | null }

/** Another buyer comes first: has paid for it, or the seller has said yes. */
export const hasFirstBuyer = ({ status, isPromised }: Pick<BikeDetails, 'status' | 'isPromised'>): boolean =>
  status === 'reserved' || (status === 'available' && isPromised)

/** Book; where another buyer comes first a place in line; for one's own bike its bookings. */
export const BuyButton = ({ bike, bookingCount }: Props) => {
  const { own, standInLine } = useMessages(bikePageMessages)
  if (bookingCount !== null)
    return (
      <Link className="btn btn--primary" to="/dashboard/deals">
        {own.bookings(bookingCount)}
      </Link>
    )
  return hasFirstBuyer(bike) ? (
    <BookNowButton bike={{ ...bike, paid: false }} lineLabel={standInLine} />
  ) : (
    <BookNowButton bike={bike} />
  )
}

/** The buttons of a bike on sale or reserved; its own seller edits it instead of wishing for it. */
export const BikeActs = ({ bike, bookingCount }: Props) => {
  const { own } = useMessages(bikePageMessages)
  const canEdit = bookingCount !== null && bike.status === 'available'
  return (
    <>
      <BuyButton bike={bike} bookingCount={bookingCount} />
      {bookingCount === null && <WishButton bike={bike} />}
      {canEdit && (
        <Link className="btn btn--line" to={`/dashboard/myproducts/${bike._id}`}>
          {own.edit}
        </Link>
      )}
    </>
  )
}

/** Leads to the form of an offer, unless the price is fixed. */
export const MakeOffer = ({ bike }: Pick<Props, 'bike'>) => {
  const { makeOffer } = useMessages(bikePageMessages)
  if (bike.status !== 'available' || bike.isPriceFixed) return null
  return (
    <Link className="btn btn--line" to={`/dashboard/ask/${bike.slug}?offer`}>
      {makeOffer}
    </Link>
  )
}

/** Says that a buyer comes first; the next in line gets the bike if that deal ends. */
export const FirstBuyerNote = ({ status }: Pick<BikeDetails, 'status'>) => {
  const { reserved, promised } = useMessages(bikePageMessages)
  const { heading, text } = status === 'reserved' ? reserved : promised
  return (
    <p className="note">
      <span>
        <b>{heading}</b>
        <br />
        {text}
      </span>
    </p>
  )
}
