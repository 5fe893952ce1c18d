import { Link } from 'react-router'
import type { z } from 'zod'
import type { BikePage } from '#contract/bike-page.ts'
import { BadgeDetails } from '#web/components/badge-details.tsx'
import { ReportButton } from '#web/components/report/report-button.tsx'
import { ContactNumber } from '#web/components/product-card/contact-number.tsx'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'
import { useMessages, useFormat } from '#web/context/app-context.ts'
import { useFormatMonth } from '#web/context/use-format-month.ts'
import { getInitials } from '#web/ui/avatar.tsx'

type BikeDetails = z.output<typeof BikePage>

/** The seller: name, badge, number, member since when, and number of bikes sold. */
export const BikeSeller = ({ bike }: { bike: BikeDetails }) => {
  const messages = useMessages(bikePageMessages)
  const { card } = useMessages()
  const { count } = useFormat()
  const formatMonth = useFormatMonth()
  const { _id, memberSince, sold, answers } = bike.seller
  return (
    <section className="panel bike__seller" id="seller" aria-label={messages.seller}>
      <div className="bike__who">
        <span className="avatar avatar--lg" aria-hidden>
          {getInitials(bike.sellerName)}
        </span>
        <div>
          <b>{bike.sellerName}</b>
          <br />
          <BadgeDetails badge={bike.seller.badge} />
        </div>
      </div>
      <dl className="rows">
        {bike.contactNumber !== null && (
          <div>
            <dt>{card.contactNumber}</dt>
            <dd className="num">
              <ContactNumber className="link contact" slug={bike.slug} number={bike.contactNumber} />
            </dd>
          </div>
        )}
        <div>
          <dt>{messages.memberSince}</dt>
          <dd>{formatMonth(memberSince)}</dd>
        </div>
        <div>
          <dt>{messages.sold}</dt>
          <dd className="num">{sold === 0 ? messages.soldNone : messages.soldCount(count(sold))}</dd>
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
      <Link className="link" to="/dashboard/check">
        {messages.checkBike}
      </Link>
      {_id !== null && (
        <Link className="link" to={`/sellers/${_id}`}>
          {messages.ofSeller.link}
        </Link>
      )}
      <ReportButton about={{ productId: bike._id }} />
    </section>
  )
}
