import { Link } from 'react-router'
import { countDays } from '#contract/time/dhaka.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { useFormatDay } from '#web/context/use-format-day.ts'
import { adminMessages } from '#web/i18n/en/admin.ts'
import { toTelephoneUrl } from '#web/lib/bike.ts'
import { Avatar, getInitials } from '#web/ui/avatar.tsx'
import { VerifiedIcon } from '#web/ui/verified-icon.tsx'
import type { Seller } from '../fetch-people.ts'
import { hasFactsToVerify } from './has-facts-to-verify.ts'

/** The number to call, and below it where the newest bike is. */
export const Contact = ({ seller: { phone, isPhoneProven, place } }: { seller: Seller }) => {
  const { facts } = useMessages(adminMessages).sellers
  const { digits } = useFormat()
  return (
    <>
      {phone === null ? (
        facts.noPhone
      ) : (
        <>
          <a className="num" href={toTelephoneUrl(phone)}>
            {digits(phone)}
          </a>
          {isPhoneProven && ` · ${facts.proven}`}
        </>
      )}
      {place !== null && (
        <>
          <br />
          <span dir="auto">{place}</span>
        </>
      )}
    </>
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

/** What the list says about a seller, for the form that gives the badge. */
export const SheetFacts = ({ seller }: { seller: Seller }) => {
  const { facts } = useMessages(adminMessages).sellers
  const { count } = useFormat()
  const format = useFormatDay()
  const { name, email, isEmailProven, registeredOn, reports } = seller
  return (
    <>
      <p>
        <b translate="no">{name}</b>
        <br />
        <Contact seller={seller} />
      </p>
      <p className="hint">
        {facts.since(format(registeredOn))}
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
        <span translate="no">{name}</span>{' '}
        {status && (
          <span className="verified">
            <VerifiedIcon size={18} />
            {verified}
          </span>
        )}
        <p className="unverified">{hasFactsToVerify(seller) ? <Contact seller={seller} /> : facts.nothingYet}</p>
        <p className="unverified">
          {status ? facts.since(format(registeredOn)) : <b>{facts.waits(days, count(days))}</b>}
        </p>
        {(hasFactsToVerify(seller) || seller.reports > 0) && (
          <p className="unverified">
            <Bikes seller={seller} />
            {seller.reports > 0 && ` · ${facts.reports(seller.reports, count(seller.reports))}`}
          </p>
        )}
      </div>
    </div>
  )
}
