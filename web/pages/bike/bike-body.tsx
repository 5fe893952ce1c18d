import { ChevronDown, Clock, MapPin } from 'lucide'
import { Link } from 'react-router'
import type { z } from 'zod'
import type { BikePage } from '#contract/bike-page.ts'
import { useStoredList } from '#web/lib/local-storage-lists.ts'
import type { LanguageCode } from '#web/i18n/language.ts'
import { AskSeller } from './ask-seller.tsx'
import { BikeActs, BuyButton, FirstBuyerNote, hasFirstBuyer, MakeOffer, useOwnBookings } from './bike-acts.tsx'
import { BikeHead, useBikeTexts, useBikeUrl } from './bike-head.tsx'
import { BikeSafety } from './bike-safety.tsx'
import { BikeSeller } from './bike-seller.tsx'
import { BikeSpecs, SpecLine } from '#web/components/bike-specs.tsx'
import { ChecksPanel, type PublicInspections } from './checks-panel.tsx'
import { CompareBar, CompareBox } from '#web/components/compare-choice.tsx'
import { Gallery } from './gallery.tsx'
import { InstalmentCalculator } from './instalment-calculator.tsx'
import { MiniCard } from '#web/components/mini-card.tsx'
import { WishButton } from '#web/components/product-card/bike-buttons.tsx'
import { RecentBikes, useRecordRecentBike } from '#web/components/recent-bikes.tsx'
import { useRevalidateOnNotification } from '#web/components/notifications/use-revalidate.ts'
import { PapersPanel } from './papers-panel.tsx'
import { ShareBike } from './share-bike.tsx'
import { PriceEstimateReasons, usePriceTagFoot, type PriceEstimate } from './price-estimate-reasons.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PriceTag } from '#web/ui/price-tag.tsx'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'
import { useMessages, useFormat, useSession } from '#web/context/app-context.ts'

type BikeDetails = z.output<typeof BikePage>
type Props = { bike: BikeDetails }
/** How many buyers wait for one's own bike; null for other people's bikes. */
type Bookings = { bookingCount: number | null }
type PropsWithEstimate = Props & { priceEstimate: PriceEstimate | null }
type Inspections = { inspections: PublicInspections }

const Breadcrumbs = ({ bike }: Props) => {
  const messages = useMessages(bikePageMessages)
  const { topBar } = useMessages()
  return (
    <nav className="crumb" aria-label={messages.breadcrumb}>
      <Link to="/">{topBar.home}</Link>
      <span aria-hidden>/</span>
      <Link to="/bikes">{messages.bikes}</Link>
      <span aria-hidden>/</span>
      <span translate="no">{bike.productName}</span>
    </nav>
  )
}

/** How many percent the price is below the original price; nothing when it is not lower. */
const RetainedValue = ({ bike: { salePrice, originalPrice } }: Props) => {
  const messages = useMessages(bikePageMessages)
  const { digits } = useFormat()
  const percent = 100 - Math.round((salePrice / originalPrice) * 100)
  if (percent <= 0) return null
  return <small>{messages.valueRetained(digits(percent))}</small>
}

const Prices = ({ bike, priceEstimate }: PropsWithEstimate) => {
  const { card } = useMessages()
  const { taka } = useFormat()
  const foot = usePriceTagFoot(priceEstimate)
  return (
    <div className="bike__prices">
      <PriceTag label={card.resalePrice} price={taka(bike.salePrice)} {...(foot && { foot })} />
      <dl className="was">
        <dt>{card.originalPrice}</dt>
        <dd>
          <span className="num">{taka(bike.originalPrice)}</span>
          <RetainedValue bike={bike} />
        </dd>
      </dl>
    </div>
  )
}

const Title = ({ bike }: Props) => {
  const { onSaleFor } = useMessages(bikePageMessages)
  const { count } = useFormat()
  return (
    <>
      <h1 className="bike__title" translate="no">
        {bike.productName}
      </h1>
      <p className="bike__meta">
        <span>
          <Icon of={MapPin} size={18} />
          {bike.location}
        </span>
        {bike.status === 'available' && (
          <span className="num">
            <Icon of={Clock} size={18} />
            {onSaleFor(bike.daysOnSale, count(bike.daysOnSale))}
          </span>
        )}
      </p>
    </>
  )
}

/** The prices that were asked before, for those who want to know whether to wait. */
const PriceHistory = ({ bike: { prices } }: Props) => {
  const { priceHistory } = useMessages(bikePageMessages)
  const { taka, moment, count } = useFormat()
  if (prices.length < 2) return null
  return (
    <details className="folded">
      <summary>
        <b>{priceHistory.heading(count(prices.length - 1))}</b>
        <Icon of={ChevronDown} size={20} />
      </summary>
      <ul className="pricelist num">
        {prices.map(({ price, since }) => (
          <li key={since}>{priceHistory.since(taka(price), moment(since))}</li>
        ))}
      </ul>
    </details>
  )
}

const SoldNotice = () => {
  const { soldHeading, soldText } = useMessages(bikePageMessages)
  return (
    <div className="note note--stop bike__sold">
      <span>
        <b>{soldHeading}</b>
        <br />
        {soldText}
      </span>
    </div>
  )
}

const Share = ({ bike }: Props) => {
  const { share } = useMessages(bikePageMessages)
  const { taka } = useFormat()
  const { title } = useBikeTexts(bike)
  const text = share.text(bike.productName, taka(bike.salePrice), bike.location)
  return <ShareBike url={useBikeUrl(bike.slug)} title={title} text={text} />
}

const BookingIsFree = () => <p className="hint">{useMessages(bikePageMessages).bookingIsFree}</p>

/** What a buyer decides by: name, facts, price and buttons; beside the photos on wide screens, below them on narrow ones. */
const Head = ({ bike, priceEstimate, bookingCount, inspections }: PropsWithEstimate & Bookings & Inspections) => (
  <div className="bike__head">
    <Title bike={bike} />
    <SpecLine bike={bike} />
    <Prices bike={bike} priceEstimate={priceEstimate} />
    {bike.soldAt === null && <PapersPanel papers={bike.papers} />}
    {bike.soldAt === null && <ChecksPanel inspections={inspections} />}
    {hasFirstBuyer(bike) && <FirstBuyerNote status={bike.status} />}
    {bike.soldAt === null ? (
      <div className="bike__acts">
        <BikeActs bike={bike} bookingCount={bookingCount} />
      </div>
    ) : (
      <SoldNotice />
    )}
    {bike.soldAt === null && bookingCount === null && (
      <div className="bike__talk">
        <AskSeller slug={bike.slug} />
        <MakeOffer bike={bike} />
      </div>
    )}
    {bike.status === 'available' && bookingCount === null && <BookingIsFree />}
  </div>
)

/** The seller and what to look out for; on wide screens it stays in view while the left column scrolls. */
const Trust = ({ bike }: Props) => (
  <div className="bike__trust">
    <BikeSeller bike={bike} />
    {bike.soldAt === null && <BikeSafety isUnchecked={bike.isUnchecked} />}
    <div className="bike__links">
      <Share bike={bike} />
      {bike.soldAt === null && <CompareBox slug={bike.slug} name={bike.productName} />}
    </div>
  </div>
)

/** The description may be in another language than the page; `lang` lets screen readers choose the right voice. */
const detectLanguage = (text: string): LanguageCode => (/[\u0985-\u09B9]/.test(text) ? 'bn' : 'en')

/** The seller’s words and the facts. */
const DetailsSection = ({ bike }: Props) => {
  const messages = useMessages(bikePageMessages)
  return (
    <div className="bike__more">
      {bike.description !== null && (
        <section>
          <h2 className="h3">{messages.descriptionHeading}</h2>
          <p className="bike__words" lang={detectLanguage(bike.description)}>
            {bike.description}
          </p>
        </section>
      )}
      <section>
        <h2 className="h3">{messages.theBike}</h2>
        <BikeSpecs bike={bike} />
      </section>
    </div>
  )
}

/** What was asked before, and what it costs a month. */
const PriceFolds = ({ bike }: Props) => (
  <div className="bike__folds">
    <PriceHistory bike={bike} />
    <InstalmentCalculator priceTaka={bike.salePrice} />
  </div>
)

const Similar = ({ bike }: Props) => {
  const { similar } = useMessages(bikePageMessages)
  if (bike.similar.length === 0) return null
  return (
    <section className="similar">
      <Heading>{similar}</Heading>
      <ul className="grid-cards grid-cards--four">
        {bike.similar.map((other) => (
          <li key={other._id}>
            <MiniCard bike={other} level="h3" />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Price and the two buttons, fixed to the bottom on phones. */
const BuyBar = ({ bike, bookingCount }: Props & Bookings) => {
  const { card } = useMessages()
  const { buy } = useMessages(bikePageMessages)
  const { taka } = useFormat()
  return (
    <section className="buybar" aria-label={buy}>
      <p>
        <span>{card.resalePrice}</span>
        <b className="num">{taka(bike.salePrice)}</b>
      </p>
      {bookingCount === null && <WishButton bike={bike} />}
      <BuyButton bike={bike} bookingCount={bookingCount} />
    </section>
  )
}

/** Loads the page again when something happens in the reader's own deals, such as that of a bike that another buyer gets. */
const LiveForMembers = () => {
  useRevalidateOnNotification()
  return null
}

/** The page of one bike, on sale or sold. */
export const BikeBody = ({ bike, priceEstimate, inspections }: PropsWithEstimate & Inspections) => {
  const { card } = useMessages()
  const { reserved } = useMessages(bikePageMessages)
  const { slug, productName: name, image, salePrice: priceTaka } = bike
  const bookingCount = useOwnBookings(bike)
  const { state } = useSession()
  useRecordRecentBike({ slug, name, image, priceTaka }, useStoredList('recent'))
  return (
    <>
      {state === 'member' && <LiveForMembers />}
      <BikeHead bike={bike} />
      <div className="wrap">
        <Breadcrumbs bike={bike} />
        <div className={`bike${bike.soldAt === null ? '' : ' bike--gone'}`}>
          <Gallery key={bike.slug} photos={[bike.image, ...bike.moreImages]} name={bike.productName}>
            {bike.soldAt !== null && <span className="stamp">{card.sold}</span>}
            {bike.status === 'reserved' && <span className="flag">{reserved.heading}</span>}
          </Gallery>
          <Head bike={bike} priceEstimate={priceEstimate} bookingCount={bookingCount} inspections={inspections} />
          <DetailsSection bike={bike} />
          {priceEstimate && <PriceEstimateReasons priceEstimate={priceEstimate} originalPrice={bike.originalPrice} />}
          {bike.soldAt === null && <PriceFolds bike={bike} />}
          <Trust bike={bike} />
        </div>
        <Similar bike={bike} />
        <RecentBikes except={bike.slug} />
      </div>
      <div className="bars">
        <CompareBar />
        {bike.soldAt === null && <BuyBar bike={bike} bookingCount={bookingCount} />}
      </div>
    </>
  )
}
