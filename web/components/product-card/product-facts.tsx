import type { ReactNode } from 'react'
import type { Bike } from '#web/lib/bike.ts'
import { cardKilometresMessages } from '#web/i18n/en/card-kilometres.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { VerifiedBadge } from '#web/ui/verified-badge.tsx'
import { getInitials } from '#web/ui/avatar.tsx'
import { ContactNumber } from './contact-number.tsx'

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

/** A bike with its kilometres, where its seller has said them. */
type WithKilometres = Bike & { kilometres?: number | null }

const LocationFacts = ({ bike }: { bike: WithKilometres }) => {
  const { kilometres = null } = bike
  const { card } = useMessages()
  const { label, km } = useMessages(cardKilometresMessages)
  const { count, dayAndTime } = useFormat()
  return (
    <dl className="rows">
      <div>
        <dt>{card.location}</dt>
        <dd>{bike.location}</dd>
      </div>
      {kilometres !== null && (
        <div>
          <dt>{label}</dt>
          <dd className="num">{km(count(kilometres))}</dd>
        </div>
      )}
      <div>
        <dt>{card.uploadTime}</dt>
        <dd className="num">{dayAndTime(bike.date, bike.time)}</dd>
      </div>
    </dl>
  )
}

const SellerNumber = ({ bike }: { bike: Bike }) => {
  const { card } = useMessages()
  return (
    <dl className="contact-line">
      <dt>{card.contactNumber}</dt>
      <dd className="num">
        <ContactNumber slug={bike.slug} number={bike.contactNumber} />
      </dd>
    </dl>
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
    <SellerNumber bike={bike} />
  </div>
)

/** The facts of a product card in four groups: prices with what is said of them, condition, place with kilometres and time, seller. */
export const ProductFacts = ({ bike, children }: { bike: WithKilometres; children?: ReactNode }) => (
  <>
    <Prices bike={bike} />
    {children}
    <ConditionFacts bike={bike} />
    <LocationFacts bike={bike} />
    <Seller bike={bike} />
  </>
)
