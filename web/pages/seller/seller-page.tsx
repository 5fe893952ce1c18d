import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { SellerPage as SellerShape } from '#contract/bike-page.ts'
import { OneBikeStyles } from '#web/layout/page-styles.tsx'
import { BadgeDetails } from '#web/components/badge-details.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ReportButton } from '#web/components/report/report-button.tsx'
import { MiniCard } from '#web/components/mini-card.tsx'
import { appContext, useFormat, useMessages } from '#web/context/app-context.ts'
import { useFormatMonth } from '#web/context/use-format-month.ts'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'
import { SellerRatings } from './seller-ratings.tsx'
import { getInitials } from '#web/ui/avatar.tsx'

type SellerDetails = z.output<typeof SellerShape>

const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Loads a page of the seller's bikes; 404 for an id that cannot be one. */
export const loader = async ({ context, params: { sellerId = '' }, request }: LoaderFunctionArgs) => {
  if (!idPattern.test(sellerId)) throw new Response(null, { status: 404 })
  const { searchParams } = new URL(request.url)
  const [cursor, ratingsCursor] = [searchParams.get('cursor'), searchParams.get('ratings')]
  const { client } = context.get(appContext)
  const params = { sellerId }
  const [seller, ratings] = await Promise.all([
    client('GET /sellers/:sellerId', { params, query: cursor === null ? {} : { cursor } }),
    client('GET /sellers/:sellerId/ratings', {
      params,
      query: ratingsCursor === null ? {} : { cursor: ratingsCursor },
    }),
  ])
  return { seller, isFirst: cursor === null, ratings, isFirstRatings: ratingsCursor === null }
}

const About = ({ seller }: { seller: SellerDetails }) => {
  const messages = useMessages(bikePageMessages)
  const { count } = useFormat()
  const formatMonth = useFormatMonth()
  return (
    <section className="panel bike__seller" aria-label={messages.seller}>
      <div className="bike__who">
        <span className="avatar avatar--lg" aria-hidden>
          {getInitials(seller.sellerName)}
        </span>
        <div>
          <h1 className="h3">{seller.sellerName}</h1>
          <BadgeDetails badge={seller.badge} />
        </div>
      </div>
      <dl className="rows">
        <div>
          <dt>{messages.memberSince}</dt>
          <dd>{formatMonth(seller.memberSince)}</dd>
        </div>
        <div>
          <dt>{messages.sold}</dt>
          <dd className="num">{seller.sold === 0 ? messages.soldNone : messages.soldCount(count(seller.sold))}</dd>
        </div>
      </dl>
      <ReportButton about={{ sellerId: seller._id }} />
    </section>
  )
}

const toBadge = (verdict: SellerDetails['bikes'][number]['priceVerdict']) =>
  verdict === null
    ? undefined
    : ({
        verdict: verdict === 'far_below' ? 'unknown' : verdict,
        isFarBelow: verdict === 'far_below',
        compared: 0,
      } as const)

const Bikes = ({ seller, isFirst }: { seller: SellerDetails; isFirst: boolean }) => {
  const { ofSeller } = useMessages(bikePageMessages)
  const path = `/sellers/${seller._id}`
  return (
    <>
      <ul className="grid-cards found">
        {seller.bikes.map(({ priceVerdict, ...bike }, index) => (
          <li key={bike._id}>
            <MiniCard bike={bike} level="h3" isFirst={index === 0} badge={toBadge(priceVerdict)} />
          </li>
        ))}
      </ul>
      {(seller.next !== null || !isFirst) && (
        <nav className="more" aria-label={ofSeller.pages}>
          {seller.next !== null && (
            <Link className="btn btn--line btn--lg" rel="next" to={`${path}?cursor=${seller.next}`}>
              {ofSeller.next}
            </Link>
          )}
          {!isFirst && (
            <Link className="btn btn--quiet" to={path}>
              {ofSeller.first}
            </Link>
          )}
        </nav>
      )}
    </>
  )
}

/** A seller: since when they are a member, how many bikes they sold, and their bikes on sale. */
export default function SellerPage() {
  const { seller, isFirst, ratings, isFirstRatings } = useLoaderData<typeof loader>()
  const { bikes, ofSeller } = useMessages(bikePageMessages)
  const { title } = useMessages()
  const { count } = useFormat()
  const name = seller.sellerName
  const onSale = count(seller.onSale)
  return (
    <div className="wrap section section--page">
      <OneBikeStyles />
      <title>{title(ofSeller.title(name))}</title>
      <meta name="description" content={ofSeller.description(name, onSale, count(seller.sold))} />
      <div className="ofseller">
        <About seller={seller} />
        <div className="ofseller__main">
          {seller.bikes.length > 0 ? (
            <section aria-labelledby="bikes-of-seller">
              <h2 className="h3" id="bikes-of-seller">
                {ofSeller.heading(onSale)}
              </h2>
              <Bikes seller={seller} isFirst={isFirst} />
            </section>
          ) : (
            <EmptyState
              heading={ofSeller.emptyHeading}
              action={
                <Link className="btn btn--primary" to="/bikes">
                  {bikes}
                </Link>
              }
            >
              {ofSeller.emptyText(name)}
            </EmptyState>
          )}
          <SellerRatings page={ratings} path={`/sellers/${seller._id}`} isFirst={isFirstRatings} />
        </div>
      </div>
    </div>
  )
}
