import { Phone } from 'lucide'
import { Link } from 'react-router'
import { countDays } from '#contract/time/dhaka.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { useFormatDay } from '#web/context/use-format-day.ts'
import { adminMessages } from '#web/i18n/en/admin.ts'
import { toTelephoneUrl } from '#web/lib/bike.ts'
import { Avatar, getInitials } from '#web/ui/avatar.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { VerifiedIcon } from '#web/ui/verified-icon.tsx'
import type { Seller } from '../fetch-people.ts'
import { hasFactsToVerify } from './has-facts-to-verify.ts'

/** The number, whether it is confirmed, and where the newest bike is. */
const Contact = ({ seller: { phone, isPhoneProven, place } }: { seller: Seller }) => {
  const { facts } = useMessages(adminMessages).sellers
  const { digits } = useFormat()
  return (
    <>
      {phone === null ? facts.noPhone : <span className="num">{digits(phone)}</span>}
      {phone !== null && isPhoneProven && ` · ${facts.proven}`}
      {place !== null && (
        <>
          {' · '}
          <span dir="auto">{place}</span>
        </>
      )}
    </>
  )
}

/** Calls the seller: whoever gives a badge talks to them. */
const CallLink = ({ phone, name }: { phone: string; name: string }) => {
  const { facts } = useMessages(adminMessages).sellers
  const { digits } = useFormat()
  return (
    <a className="btn btn--line" href={toTelephoneUrl(phone)} aria-label={facts.callLabel(digits(phone), name)}>
      <Icon of={Phone} size={18} />
      <span className="num">{facts.call(digits(phone))}</span>
    </a>
  )
}

/** How many bikes the seller has and sold; without any there is nothing to open. */
const Bikes = ({ seller: { _id, bikesOnSale, bikesSold } }: { seller: Seller }) => {
  const { facts } = useMessages(adminMessages).sellers
  const { count } = useFormat()
  const counts = facts.counts(count(bikesOnSale), count(bikesSold))
  if (bikesOnSale + bikesSold === 0) return counts
  return (
    <Link className="link" to={`/sellers/${_id}`}>
      {counts}
    </Link>
  )
}

/** What the list says about a seller, for the form that gives the badge; the heading of the form has the name. */
export const SheetFacts = ({ seller }: { seller: Seller }) => {
  const { facts } = useMessages(adminMessages).sellers
  const { count } = useFormat()
  const format = useFormatDay()
  const { name, email, isEmailProven, registeredOn, reports, phone, isPhoneProven, place } = seller
  return (
    <>
      {phone !== null && <CallLink phone={phone} name={name} />}
      <p className="hint">
        {facts.since(format(registeredOn))}
        {place !== null && (
          <>
            {' · '}
            <span dir="auto">{place}</span>
          </>
        )}
        {` · ${phone === null ? facts.noPhone : isPhoneProven ? facts.proven : facts.notProven}`}
        <br />
        <Bikes seller={seller} />
        {` · ${facts.reports(reports, count(reports))}`}
        <br />
        <span translate="no">{email}</span>
        {` · ${isEmailProven ? facts.emailProven : facts.emailNotProven}`}
      </p>
    </>
  )
}

/** What the seller was asked for, and since when they say that it is done. */
const Question = ({ question: { wanted, askedOn, answeredOn } }: { question: NonNullable<Seller['question']> }) => {
  const { asked, answered } = useMessages(adminMessages).sellers.question
  const format = useFormatDay()
  return (
    <>
      <br />
      {asked[wanted](format(askedOn))}
      {answeredOn !== null && (
        <>
          {' · '}
          <b>{answered(format(answeredOn))}</b>
        </>
      )}
    </>
  )
}

/** The photo, the name with the badge, the way to the seller's bikes, and what an admin looks at before giving a badge. */
export const SellerFacts = ({ seller, today }: { seller: Seller; today: string }) => {
  const { facts, verified } = useMessages(adminMessages).sellers
  const { count } = useFormat()
  const format = useFormatDay()
  const { name, status, photoURL, registeredOn } = seller
  const days = countDays(registeredOn, today)
  return (
    <div className="own">
      {photoURL === null || photoURL === '' ? (
        <span className="avatar" aria-hidden>
          {getInitials(name)}
        </span>
      ) : (
        <Avatar user={{ displayName: name, photoURL }} label={facts.portrait(name)} />
      )}
      <div>
        <div>
          <span translate="no">{name}</span>{' '}
          {status && (
            <span className="verified">
              <VerifiedIcon size={18} />
              {verified}
            </span>
          )}
        </div>
        <p className="unverified">
          {hasFactsToVerify(seller) ? <Contact seller={seller} /> : facts.nothingYet}
          <br />
          {status ? facts.since(format(registeredOn)) : <b>{facts.waits(days, count(days))}</b>}
          {hasFactsToVerify(seller) && (
            <>
              {' · '}
              <Bikes seller={seller} />
            </>
          )}
          {seller.reports > 0 && ` · ${facts.reports(seller.reports, count(seller.reports))}`}
          {seller.question && <Question question={seller.question} />}
        </p>
      </div>
    </div>
  )
}
