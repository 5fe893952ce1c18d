import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { isMasked, toTelephoneUrl, type Bike } from '#web/lib/bike.ts'
import { toLoginPath } from '#web/session/return-path.ts'
import { VerifiedIcon } from '#web/ui/verified-icon.tsx'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { getInitials } from '#web/ui/avatar.tsx'

const Prices = ({ bike }: { bike: Bike }) => {
  const { card } = useMessages()
  const { taka } = useFormat()
  return (
    <dl className="prices">
      <div className="prices__now">
        <dt>{card.resalePrice}</dt>
        <dd className="num">{taka(bike.salePrice)}</dd>
      </div>
      <div className="prices__new">
        <dt>{card.originalPrice}</dt>
        <dd className="num">{taka(bike.originalPrice)}</dd>
      </div>
    </dl>
  )
}

const ConditionFacts = ({ bike }: { bike: Bike }) => {
  const { card } = useMessages()
  const { digits } = useFormat()
  return (
    <dl className="facts">
      <div>
        <dt>{card.condition}</dt>
        <dd>{card.conditions[bike.condition]}</dd>
      </div>
      <div>
        <dt>{card.yearsOfUse}</dt>
        <dd>{card.years(bike.usedTime)}</dd>
      </div>
      <div>
        <dt>{card.yearsOfBuy}</dt>
        <dd className="num">{digits(bike.purchaseTime)}</dd>
      </div>
    </dl>
  )
}

const LocationFacts = ({ bike }: { bike: Bike }) => {
  const { card } = useMessages()
  const { dayAndTime } = useFormat()
  return (
    <dl className="rows">
      <div>
        <dt>{card.location}</dt>
        <dd>{bike.location}</dd>
      </div>
      <div>
        <dt>{card.uploadTime}</dt>
        <dd className="num">{dayAndTime(bike.date, bike.time)}</dd>
      </div>
    </dl>
  )
}

/** A full number is a tel: link. A masked one links to the log-in page, because members see it in full. */
const ContactNumber = ({ contactNumber }: { contactNumber: string }) => {
  const { card } = useMessages()
  const { digits } = useFormat()
  const { pathname, search } = useLocation()
  return (
    <dl className="contact-line">
      <dt>{card.contactNumber}</dt>
      <dd className="num">
        {isMasked(contactNumber) ? (
          <Link to={toLoginPath(pathname + search)} aria-label={card.logInForNumber}>
            {digits(contactNumber)}
          </Link>
        ) : (
          <a href={toTelephoneUrl(contactNumber)}>{digits(contactNumber)}</a>
        )}
      </dd>
    </dl>
  )
}

/** Whether the seller is verified; an unverified seller is labelled, not left blank. */
export const VerifiedBadge = ({ isVerified }: { isVerified: boolean }) => {
  const { card } = useMessages()
  if (!isVerified) return <span className="unverified">{card.notVerified}</span>
  return (
    <span className="verified">
      <VerifiedIcon size={18} />
      {card.verified}
    </span>
  )
}

const Seller = ({ bike }: { bike: Bike }) => (
  <div className="seller">
    <span className="avatar" aria-hidden>
      {getInitials(bike.sellerName)}
    </span>
    <span className="seller__who">
      <b>{bike.sellerName}</b>
      <VerifiedBadge isVerified={bike.verification} />
    </span>
    <ContactNumber contactNumber={bike.contactNumber} />
  </div>
)

/** The facts of a product card in four groups: prices with what is said of them, condition, location and time, seller. */
export const ProductFacts = ({ bike, children }: { bike: Bike; children?: ReactNode }) => (
  <>
    <Prices bike={bike} />
    {children}
    <ConditionFacts bike={bike} />
    <LocationFacts bike={bike} />
    <Seller bike={bike} />
  </>
)
