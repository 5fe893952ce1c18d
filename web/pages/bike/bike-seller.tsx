import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { z } from 'zod'
import type { BikePage } from '#contract/bike-page.ts'
import { isMasked, toTelephoneUrl } from '#web/lib/bike.ts'
import { toLoginPath } from '#web/session/return-path.ts'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'
import { useMessages, useFormat, useSession, useApp } from '#web/context/app-context.ts'
import { useFormatMonth } from '#web/context/use-format-month.ts'
import { getInitials } from '#web/ui/avatar.tsx'
import { VerifiedBadge } from '#web/components/product-facts.tsx'

type BikeDetails = z.output<typeof BikePage>

/**
 * The contact number as this person may see it. The server HTML has the masked number for everybody; members fetch the
 * full one after hydration. It stays masked when that fails.
 */
const useContactNumber = ({ slug, contactNumber }: BikeDetails): string | null => {
  const { client } = useApp()
  const { state } = useSession()
  const [fetched, setFetched] = useState<{ slug: string; number: string | null }>()
  const shouldFetch = state === 'member' && contactNumber !== null && isMasked(contactNumber)
  useEffect(() => {
    if (!shouldFetch) return undefined
    let isMounted = true
    client('GET /bikes/:slug', { params: { slug } }).then(
      (bike) => isMounted && setFetched({ slug, number: bike.contactNumber }),
      () => {},
    )
    return () => {
      isMounted = false
    }
  }, [client, slug, shouldFetch])
  return shouldFetch && fetched?.slug === slug ? fetched.number : contactNumber
}

const ContactNumber = ({ number }: { number: string }) => {
  const { card } = useMessages()
  const { logInToSee } = useMessages(bikePageMessages)
  const { digits } = useFormat()
  const { pathname, search } = useLocation()
  if (!isMasked(number))
    return (
      <a className="link contact" href={toTelephoneUrl(number)}>
        {digits(number)}
      </a>
    )
  return (
    <Link className="link contact" to={toLoginPath(pathname + search)} aria-label={card.logInForNumber}>
      {digits(number)} <span>{logInToSee}</span>
    </Link>
  )
}

/** The seller: name, badge, number, member since when, and number of bikes sold. */
export const BikeSeller = ({ bike }: { bike: BikeDetails }) => {
  const messages = useMessages(bikePageMessages)
  const { card } = useMessages()
  const { count } = useFormat()
  const formatMonth = useFormatMonth()
  const number = useContactNumber(bike)
  const { _id, memberSince, sold, answers } = bike.seller
  return (
    <section className="panel bike__seller" aria-label={messages.seller}>
      <div className="bike__who">
        <span className="avatar avatar--lg" aria-hidden>
          {getInitials(bike.sellerName)}
        </span>
        <div>
          <b>{bike.sellerName}</b>
          <br />
          <VerifiedBadge isVerified={bike.verification} />
        </div>
      </div>
      <dl className="rows">
        {number !== null && (
          <div>
            <dt>{card.contactNumber}</dt>
            <dd className="num">
              <ContactNumber number={number} />
            </dd>
          </div>
        )}
        <div>
          <dt>{messages.memberSince}</dt>
          <dd>{formatMonth(memberSince)}</dd>
        </div>
        <div>
          <dt>{messages.sold}</dt>
          <dd className="num">{sold === 0 ? messages.soldNone : count(sold)}</dd>
        </div>
        {answers !== null && (
          <div>
            <dt>{messages.answers}</dt>
            <dd>
              {messages.answerCount(count(answers.answered), count(answers.of))}
              {answers.medianHours !== null && <> · {messages.usuallyWithin(answers.medianHours)}</>}
            </dd>
          </div>
        )}
      </dl>
      {_id !== null && (
        <Link className="link" to={`/sellers/${_id}`}>
          {messages.ofSeller.link}
        </Link>
      )}
    </section>
  )
}
