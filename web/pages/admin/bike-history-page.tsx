import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { CallResponse } from '#contract/call.ts'
import type { adminBikeCalls } from '#contract/admin/bikes.ts'
import { toPageResult } from '#web/components/load-page.ts'
import { appContext, useFormat, useMessages } from '#web/context/app-context.ts'
import { adminBikeMessages } from '#web/i18n/en/admin-bikes.ts'
import { adminListMessages } from '#web/i18n/en/admin-lists.ts'
import { BikeCases } from './bike/bike-cases.tsx'
import { HideButton } from './bike/hide-button.tsx'
import { Fact } from './ledger-entry.tsx'
import { RecordPage } from './page-frames.tsx'

type Bike = CallResponse<(typeof adminBikeCalls)['GET /bikes/:slug/history']>

/** Loads one bike with what happened to it. */
export const loader = ({ context, params }: LoaderFunctionArgs) =>
  toPageResult(context.get(appContext).client('GET /bikes/:slug/history', { params: { slug: params['slug'] ?? '' } }))

const Facts = ({ bike }: { bike: Bike }) => {
  const bikes = useMessages(adminBikeMessages)
  const { deals } = useMessages(adminListMessages)
  const { taka, moment } = useFormat()
  const times = [
    [bikes.times.created, bike.createdAt],
    [bikes.times.edited, bike.editedAt],
    [bikes.times.advertised, bike.advertisedAt],
    [bikes.times.reserved, bike.reservedAt],
    [bikes.times.sold, bike.soldAt],
    [bikes.times.withdrawn, bike.withdrawnAt],
  ] as const
  // For others a hidden bike is off sale.
  const isHiddenOnly = bike.hiddenAt !== null && bike.withdrawnAt === null && bike.status === 'withdrawn'
  return (
    <dl className="one-record__facts">
      <Fact name={deals.columns.state}>{isHiddenOnly ? bikes.hidden.state : bikes.states[bike.status]}</Fact>
      {bike.hiddenAt !== null && bike.hiddenBy !== null && (
        <Fact name={bikes.hidden.since}>
          <time dateTime={bike.hiddenAt}>{moment(bike.hiddenAt)}</time> · {bikes.hidden.by[bike.hiddenBy]}
        </Fact>
      )}
      <Fact name={deals.columns.price}>{taka(bike.price)}</Fact>
      <Fact name={deals.columns.seller}>
        <Link to={`/sellers/${bike.sellerId}`}>{bike.sellerName}</Link>
        {bike.isSellerVerified && <> · {bikes.verified}</>}
        <br />
        <Link to={`/dashboard/alldeals?${new URLSearchParams({ email: bike.sellerEmail })}`}>{bike.sellerEmail}</Link>
      </Fact>
      {times.map(([name, at]) =>
        at === null ? null : (
          <Fact key={name} name={name}>
            <time dateTime={at}>{moment(at)}</time>
          </Fact>
        ),
      )}
    </dl>
  )
}

const Prices = ({ prices }: Pick<Bike, 'prices'>) => {
  const bikes = useMessages(adminBikeMessages)
  const { taka, moment } = useFormat()
  return (
    <section aria-labelledby="prices">
      <h2 id="prices">{bikes.prices}</h2>
      <ul className="one-record__list">
        {prices.map(({ price, since }) => (
          <li key={since}>
            <b className="num">{taka(price)}</b>
            <small>
              <time dateTime={since}>{moment(since)}</time>
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Deals = ({ bike }: { bike: Bike }) => {
  const bikes = useMessages(adminBikeMessages)
  const { deals } = useMessages(adminListMessages)
  const { taka, moment } = useFormat()
  return (
    <section aria-labelledby="deals">
      <h2 id="deals">{deals.title}</h2>
      {bike.deals.length === 0 && <p>{bikes.noDeals}</p>}
      <ul className="one-record__list">
        {bike.deals.map(({ _id, buyerName, state, price, requestedAt }) => (
          <li key={_id}>
            <Link to={`/dashboard/alldeals/${_id}`}>{buyerName}</Link> · {deals.states[state]} · {taka(price)}
            <small>
              <time dateTime={requestedAt}>{moment(requestedAt)}</time>
            </small>
          </li>
        ))}
      </ul>
      {bike.deals.length > 0 && (
        <p>
          <Link to={`/dashboard/alldeals?productId=${bike._id}`}>{deals.dealsOfBike}</Link>
        </p>
      )}
    </section>
  )
}

const Acts = ({ bike }: { bike: Bike }) => {
  const bikes = useMessages(adminBikeMessages)
  const { audit, auditActs } = useMessages(adminListMessages)
  const { moment } = useFormat()
  return (
    <section aria-labelledby="acts">
      <h2 id="acts">{audit.title}</h2>
      {bike.acts.length === 0 && <p>{bikes.noActs}</p>}
      <ul className="one-record__list">
        {bike.acts.map(({ _id, what, actorName, at }) => (
          <li key={_id}>
            <b>{auditActs[what] ?? what}</b>
            {actorName !== null && <> · {actorName}</>}
            <small>
              <time dateTime={at}>{moment(at)}</time>
            </small>
          </li>
        ))}
      </ul>
      <p>
        <Link to={`/dashboard/audit?about=${bike._id}`}>{bikes.allActs}</Link>
      </p>
    </section>
  )
}

/** One bike for the admin: its owner, its state, its cases, prices, deals and audit entries. */
export default function BikeHistory() {
  const bikes = useMessages(adminBikeMessages)
  const result = useLoaderData<typeof loader>()
  const heading = result.ok ? result.value.productName : bikes.title
  return (
    <RecordPage
      heading={heading}
      bikeName={result.ok ? result.value.productName : undefined}
      aside={
        result.ok && (
          <div className="acts">
            {result.value.hiddenAt === null && (
              <Link className="btn btn--line" to={`/bikes/${result.value.slug}`}>
                {bikes.page}
              </Link>
            )}
            <HideButton bike={result.value} />
          </div>
        )
      }
      result={result}
    >
      {(bike) => (
        <>
          <Facts bike={bike} />
          <BikeCases cases={bike.cases} />
          <Prices prices={bike.prices} />
          <Deals bike={bike} />
          <Acts bike={bike} />
        </>
      )}
    </RecordPage>
  )
}
